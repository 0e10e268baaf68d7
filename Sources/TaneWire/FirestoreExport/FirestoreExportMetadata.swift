/// What the file beside the records of an export says: `all_namespaces_all_kinds.export_metadata`.
package enum FirestoreExportMetadata {
  /// The names of the files that hold the records.
  package static func outputNames(_ bytes: [UInt8]) throws(WireProblem) -> [String] {
    var names: [String] = []
    var reader = ProtocolBufferReader(bytes[...])
    while let field = try reader.next() {
      guard field.number == 2, let content = field.value.content else { continue }
      var output = ProtocolBufferReader(content)
      while let field = try output.next() {
        if field.number == 2, let name = field.value.text { names.append(name) }
      }
    }
    return names
  }
}
