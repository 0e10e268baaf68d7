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
    guard let text = self[name] else { return nil }
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
