/// A read or test of a value in one step of an initializer.
package struct StepShape: Sendable, Hashable, Codable {
  /// A condition on a value.
  package enum Test: Sendable, Hashable, Codable {
    /// The value can be decoded as the field's content.
    case decodes
    /// The key is present.
    case contains
    /// The value is present and not null.
    case isPresent
    case isNull
    /// The value equals one of several strings or numbers.
    case equals([String])
  }

  /// The keys of the containers around the field, or nil if the field is the type's own value.
  package let path: [String]?
  /// The tested value.
  package let field: FieldShape
  /// The condition on the value.
  package let test: Test
}
