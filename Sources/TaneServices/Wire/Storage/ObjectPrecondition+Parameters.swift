package import TaneCore

/// Preconditions as request parameters.
///
/// See <https://cloud.google.com/storage/docs/request-preconditions>.
extension ObjectPrecondition {
  private static var fields: [(name: String, path: WritableKeyPath<Self, Int64?>)] {
    [
      ("GenerationMatch", \.generation), ("GenerationNotMatch", \.excludedGeneration),
      ("MetagenerationMatch", \.metageneration),
      ("MetagenerationNotMatch", \.excludedMetageneration),
    ]
  }

  package var parameters: [(name: String, value: String)] {
    Self.fields.compactMap { field in
      self[keyPath: field.path].map { (name: "if\(field.name)", value: "\($0)") }
    }
  }

  /// Creates a precondition from request parameters, for a copy's source if `isSource` is true;
  /// `number` returns the value of a parameter.
  package init<Failure: Error>(
    isSource: Bool,
    _ number: (String) throws(Failure) -> Int64?
  ) throws(Failure) {
    self.init()
    for field in Self.fields {
      self[keyPath: field.path] = try number("\(isSource ? "ifSource" : "if")\(field.name)")
    }
  }
}
