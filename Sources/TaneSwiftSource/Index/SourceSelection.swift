/// A selection of the files that are relevant to decoding, so that other files need not be parsed.
///
/// Files that contain `Codable`, `Decodable`, `Decoder` or `CodingKey` are selected first. Other
/// files are then searched for types that the decodable types refer to, and for types that may
/// inherit from these, until no more files are found.
struct SourceSelection {
  let files: [SwiftFile]
  /// The types to include even if they are not decodable.
  let types: [TypeReference]

  /// Returns the names and summaries of the selected files, in the order of the files.
  func summaries<Reader: SourceReading>(
    cache: inout SourceCache,
    reader: Reader
  ) throws(Reader.Failure) -> [(file: String, summary: FileSummary)] {
    var chosen: [Int: FileSummary] = [:]
    var namesToFind = RelevantNames.first(naming: types)
    var searchedNames = RelevantNames()
    var decodable = DecodableNames()
    var pending = Array(files.indices)
    while !namesToFind.isEmpty {
      let search = NameSearch(namesToFind)
      let matching = pending.filter { search.matchesAny(in: files[$0].bytes) }
      let read = try cache.summaries(of: matching.map { files[$0] }, reader: reader)
      for (index, summary) in zip(matching, read) { chosen[index] = summary }
      pending.removeAll { chosen[$0] != nil }
      searchedNames.formUnion(namesToFind)
      let declarations = chosen.values.flatMap(\.declarations)
      decodable.add(declarations)
      namesToFind = RelevantNames(
        of: declarations,
        decodable: decodable,
        searchedNames: searchedNames
      )
      .subtracting(searchedNames)
    }
    return chosen.sorted { $0.key < $1.key }.map { (files[$0.key].name, $0.value) }
  }
}
