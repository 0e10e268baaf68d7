/// A summary of a stored property.
package struct PropertySummary: Sendable, Hashable, Codable {
  package let name: String
  /// The type, or nil if it is neither annotated nor evident from the value.
  package let type: TypeReference?
  package let place: Place
  /// A Boolean value indicating whether the property is a constant with an initial value.
  package let isFixed: Bool
  /// The attributes that may be property wrappers or macros.
  package let attributes: [TypeReference]
  /// A Boolean value indicating whether the property is inside `#if`.
  package let isConditional: Bool
  /// The static member assigned to a property without a type annotation, such as `Kind.cafe`.
  package var member: TypeReference?

  package init(
    name: String,
    type: TypeReference?,
    place: Place,
    isFixed: Bool,
    attributes: [TypeReference],
    isConditional: Bool
  ) {
    self.name = name
    self.type = type
    self.place = place
    self.isFixed = isFixed
    self.attributes = attributes
    self.isConditional = isConditional
  }
}
