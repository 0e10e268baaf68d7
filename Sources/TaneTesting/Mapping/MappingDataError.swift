public import TaneCore

/// An error thrown when the data for an expectation is missing or cannot be loaded.
public struct MappingDataError: Error, Sendable, Hashable {
  /// The problem, the available data and the remedy, without a final period.
  public let message: String
  /// The findings in files that caused the error.
  public let diagnostics: [Diagnostic]

  init(_ message: String, _ diagnostics: [Diagnostic] = []) {
    self.message = message
    self.diagnostics = diagnostics
  }

  static func notAnAddress(_ text: String) -> MappingDataError {
    MappingDataError(
      "\"\(text.escapingControls)\" is not a valid address: write the database's name and the path,"
        + " such as shops:/shops"
    )
  }

  static func noProject(from folders: [String]) -> MappingDataError {
    MappingDataError(
      "found no folder with environments/ when searching upwards from"
        + " \(folders.joined(separator: " and from ")); specify the project's folder with in:"
    )
  }

  static func unknownDatabase(_ address: Address, among names: [String]) -> MappingDataError {
    let list = names.isEmpty ? "none" : names.joined(separator: ", ")
    return MappingDataError(
      "the environment has no database \"\(address.service.escapingControls)\" (known: \(list))"
        + Suggestion.clause(for: address.service, among: names)
    )
  }

  static func noFirestore(_ address: Address) -> MappingDataError {
    MappingDataError(
      "\(address): the environment has no Firestore; add \"firestore\" to its profile"
    )
  }

  static func noDocuments(_ address: Address) -> MappingDataError {
    MappingDataError(
      "\(address) does not refer to documents: specify a document, such as firestore:/posts/p1, or"
        + " a collection, such as firestore:/posts"
    )
  }

  static func noValue(
    at address: Address,
    in sets: [String] = [],
    among keys: [String]
  ) -> MappingDataError {
    let place = sets.isEmpty ? "" : " of the fixtures \(sets.joined(separator: ", "))"
    let hint = address.path.key.map { Suggestion.clause(for: $0, among: keys) } ?? ""
    return MappingDataError(
      "no value found at \(address)\(place), so the type cannot be checked\(hint)"
    )
  }

  static func noFixture(at address: Address, in sets: [String]) -> MappingDataError {
    MappingDataError("no fixture of \(sets.joined(separator: ", ")) describes \(address)")
  }

  static func unusableFixtures(_ errors: [Diagnostic]) -> MappingDataError {
    MappingDataError("the fixtures have \(counted(errors.count, "error"))", errors)
  }
}

extension MappingDataError: CustomStringConvertible {
  /// The message, followed by each finding on its own lines.
  public var description: String {
    ([message] + diagnostics.map(\.description)).joined(separator: "\n")
  }
}
