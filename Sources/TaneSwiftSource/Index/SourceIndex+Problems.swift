import TaneCore

extension SourceIndex {
  /// Returns a clause for each name in a type expression, such as the type of a mapping, that is
  /// undeclared, ambiguous or a protocol.
  package func problems(in type: TypeReference) -> [String] {
    switch type {
    case .optional(let type), .array(let type), .set(let type): problems(in: type)
    case .dictionary(let key, let value): problems(in: key) + problems(in: value)
    case .other(let text): ["\(text) is not a type that can be decoded"]
    case .named(let names):
      problems(inName: names.map(\.text), of: type)
        + names.flatMap { $0.arguments.flatMap { problems(in: $0) } }
    }
  }

  private func problems(inName names: [String], of type: TypeReference) -> [String] {
    switch find(names, from: .outside) {
    case .declared(let type) where type.summary.kind == .protocolType:
      return ["\(type.name) is a protocol (\(type.place)), not a type with data"]
    case .declared(let type) where isKnownNotDecodable(type):
      return [
        "\(type.name) does not conform to Decodable (\(type.place)); use the type that the app "
          + "decodes, or make this type Codable"
      ]
    case .declared, .alias, .parameter:
      return []
    case .ambiguous(let places):
      return [Self.ambiguity(of: "\(type)", places)]
    case .missing:
      let isKnown = names.count <= 2 && names.last.flatMap { KnownType(name: $0) } != nil
      return isKnown ? [] : ["\(type) is not declared in the scanned files\(suggestion(for: type))"]
    }
  }

  /// Returns the message for an ambiguous name, with advice for specifying the intended type.
  static func ambiguity(of name: String, _ places: [SourcePosition]) -> String {
    let list = places.map(\.description).joined(separator: ", ")
    let isOneFile = Set(places.map(\.file)).count == 1
    let advice =
      isOneFile
      ? "move all but one of them to other files, and add these files to \"exclude\" in "
        + "fixtures/mappings.yaml"
      : "prefix the name with its folder, as in \"App.Shop\", or add the files of the others to "
        + "\"exclude\" in fixtures/mappings.yaml"
    return "\(name) is declared more than once: \(list); \(advice)"
  }

  /// Returns a suggestion of a similar decodable type, `; did you mean "Shop"?`, or an empty
  /// string.
  func suggestion(for type: TypeReference) -> String {
    guard let name = type.dottedName else { return "" }
    let near = Suggestion.nearest(to: name, among: typeNames)
    guard near.flatMap({ types[$0] })?.contains(where: isDecodable) == true else { return "" }
    return Suggestion.clause(for: name, among: typeNames)
  }
}
