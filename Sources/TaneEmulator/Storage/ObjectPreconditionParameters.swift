import HTTPTypes
import TaneCore
import TaneServices

extension ObjectPrecondition {
  /// Parses the preconditions in a request's query or, if `isSource` is true, the preconditions for
  /// the source of a copy.
  ///
  /// - Throws: A `StorageFailure` for a value that is not a number.
  init(_ target: RequestTarget, isSource: Bool = false) throws(StorageFailure) {
    try self.init(isSource: isSource, target.number)
  }

  /// Parses the preconditions of a read from the query or from the XML API's header fields, which
  /// Google's Go library uses.
  ///
  /// - Throws: A `StorageFailure` for a value that is not a number.
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

  /// Throws if the precondition fails: with HTTP status 412 for a condition such as
  /// `ifGenerationMatch`, or 304 for a condition such as `ifGenerationNotMatch`.
  func check(_ object: StoredObject?) throws(StorageFailure) {
    guard unmetExpectation(of: object) != nil else { return }
    let wanted = ObjectPrecondition(generation: generation, metageneration: metageneration)
    throw wanted.unmetExpectation(of: object) == nil ? .notModified : .conditionNotMet
  }
}

extension RequestTarget {
  /// Returns a parameter's integer value, or nil if the parameter is missing.
  func number(_ name: String) throws(StorageFailure) -> Int64? {
    try self[name].map { text throws(StorageFailure) in try Self.number(text, of: name) }
  }

  /// Parses a nonnegative integer; error messages contain `name`.
  fileprivate static func number(
    _ text: String,
    of name: String
  ) throws(StorageFailure) -> Int64 {
    guard let number = Int64(text), number >= 0 else {
      throw StorageFailure(
        .badRequest,
        "invalidParameter",
        "Invalid value for \(name): '\(text.escapingControls)'; expected a nonnegative integer."
      )
    }
    return number
  }
}
