/// A summary of an enumeration case.
package struct CaseSummary: Sendable, Hashable, Codable {
  /// An associated value of the case.
  package struct Parameter: Sendable, Hashable, Codable {
    package let label: String?
    package let type: TypeReference

    package init(label: String?, type: TypeReference) {
      self.label = label
      self.type = type
    }
  }

  package let name: String
  /// The raw value as written, without the quotation marks of a string.
  package let rawValue: String?
  package let parameters: [Parameter]
  package let place: Place

  package init(name: String, rawValue: String?, parameters: [Parameter], place: Place) {
    self.name = name
    self.rawValue = rawValue
    self.parameters = parameters
    self.place = place
  }
}
