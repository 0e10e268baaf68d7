/// The metadata files of a Firestore export.
package enum FirestoreExportMetadata {
  /// The name that Firebase's tools use for the export and its folder.
  package static let name = "firestore_export"
  /// The file that importers read first, relative to the export's folder.
  package static let overallFile = "\(name).overall_export_metadata"
  /// The folder with the records and their index, relative to the export's folder.
  package static let kindsFolder = "all_namespaces/all_kinds"
  /// The name of the index file, which lists the record files.
  package static let kindsFile = "all_namespaces_all_kinds.export_metadata"
  /// The name of the record file.
  package static let output = "output-0"

  /// Returns the contents of the index file.
  ///
  /// - Parameters:
  ///   - start: The start of the export, in microseconds since 1970.
  ///   - end: The end of the export, in microseconds since 1970.
  /// - Returns: The encoded message.
  package static func kinds(from start: Int64, to end: Int64) -> [UInt8] {
    ProtocolBufferWriter.message { metadata in
      metadata.content(
        1,
        ProtocolBufferWriter.message { export in
          export.content(1, name.utf8)
          export.varint(2, UInt64(bitPattern: start))
          export.varint(3, UInt64(bitPattern: end))
        }
      )
      metadata.content(
        2,
        ProtocolBufferWriter.message { file in
          file.content(1, [])
          file.content(2, output.utf8)
        }
      )
    }
  }

  /// Returns the contents of the file that importers read first: the version and a summary of the
  /// export.
  package static func overall(documents: Int, bytes: Int) -> [UInt8] {
    let summary = ProtocolBufferWriter.message { summary in
      summary.content(
        1,
        ProtocolBufferWriter.message { part in
          part.content(
            1,
            ProtocolBufferWriter.message { version in
              version.varint(1, 2)
              version.varint(3, 3)
            }
          )
          part.content(2, "\(kindsFolder)/\(kindsFile)".utf8)
          part.varint(3, UInt64(documents))
          part.varint(4, UInt64(bytes))
        }
      )
    }
    var writer = LevelDBLog.Writer()
    return writer.bytes(of: Array("3".utf8)) + writer.bytes(of: summary)
  }

  /// Returns the names of the record files that the index file lists.
  package static func outputNames(_ bytes: [UInt8]) throws(WireError) -> [String] {
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
