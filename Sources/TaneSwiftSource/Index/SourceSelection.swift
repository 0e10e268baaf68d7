/// Chooses the files that bear on decoding, so that the others need not be parsed.
///
/// Files that mention `Codable`, `Decodable`, `Decoder` or `CodingKey` come first. What the decodable
/// types there refer to, and what may inherit from them, is then looked for in the others, until
/// nothing new is found.
struct SourceSelection {
  private let files: [SwiftFile]
  private let types: [TypeReference]

  /// Chooses among files; the types that are named are looked for wherever they are declared.
  init(_ files: [SwiftFile], naming types: [TypeReference] = []) {
    (self.files, self.types) = (files, types)
  }

  /// The summaries of the files that were chosen, by file name, in the order of the files.
  func summaries<Reader: SourceReading>(
    cache: inout SourceCache,
    reader: Reader
  ) throws(Reader.Failure) -> [(file: String, summary: FileSummary)] {
    var chosen: [Int: FileSummary] = [:]
    var wanted = WantedNames.first(naming: types)
    var known = WantedNames()
    var decodable = DecodableNames()
    var pending = Array(files.indices)
    while !wanted.isEmpty {
      let search = NameSearch(wanted)
      let matching = pending.filter { search.succeeds(in: files[$0].bytes) }
      let read = try cache.summaries(of: matching.map { files[$0] }, reader: reader)
      for (index, summary) in zip(matching, read) { chosen[index] = summary }
      pending.removeAll { chosen[$0] != nil }
      known.formUnion(wanted)
      let declarations = chosen.values.flatMap(\.declarations)
      decodable.add(declarations)
      wanted = WantedNames(of: declarations, decodable: decodable, known: known)
        .subtracting(known)
    }
    return chosen.sorted { $0.key < $1.key }.map { (files[$0.key].name, $0.value) }
  }
}
