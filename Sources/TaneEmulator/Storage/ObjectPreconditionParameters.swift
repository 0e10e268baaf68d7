import HTTPTypes
import TaneCore
import TaneWire

extension ObjectPrecondition {
  /// Reads the preconditions of a request's query, or of the source of a copy where `isSource`.
  ///
  /// - Throws: A `StorageFailure` for what is not a number.
  init(_ target: RequestTarget, isSource: Bool = false) throws(StorageFailure) {
    try self.init(isSource: isSource, target.number)
  }

  /// Reads the preconditions of a request for bytes: those of its query, or of the header fields in which the XML
  /// API has them, by which Google's library for Go reads.
  ///
  /// - Throws: A `StorageFailure` for what is not a number.
  init(reading request: EmulatorRequest) throws(StorageFailure) {
    try self.init(isSource: false) { name throws(StorageFailure) in
      let field =
        switch name {
        case "ifGenerationMatch": "X-Goog-If-Generation-Match"
        case "ifMetagenerationMatch": "X-Goog-If-Metageneration-Match"
        default: String?.none
        }
      guard request.target[name] == nil, let field, let text = request.header(field) else {
        return try request.target.number(name)
      }
      return try RequestTarget.number(text, of: field)
    }
  }

  /// Throws unless the precondition holds: 412 for what was asked for, 304 for what was ruled out.
  func check(_ object: StoredObject?) throws(StorageFailure) {
    guard unmetExpectation(of: object) != nil else { return }
    let wanted = ObjectPrecondition(generation: generation, metageneration: metageneration)
    throw wanted.unmetExpectation(of: object) == nil ? .notModified : .conditionNotMet
  }
}

extension RequestTarget {
  /// The whole number of a parameter; nil where the parameter is missing.
  func number(_ name: String) throws(StorageFailure) -> Int64? {
    try self[name].map { text throws(StorageFailure) in try Self.number(text, of: name) }
  }

  /// The whole number that a text is, in the place of a name.
  fileprivate static func number(
    _ text: String,
    of name: String
  ) throws(StorageFailure) -> Int64 {
    guard let number = Int64(text), number >= 0 else {
      throw StorageFailure(
        .badRequest,
        "invalidParameter",
        "Invalid value for \(name): '\(text.escapingControls)'; a whole number is expected."
      )
    }
    return number
  }
}
