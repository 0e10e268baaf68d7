import HTTPTypes

extension HTTPFields {
  /// The value of a field by name, for names without a constant in the library.
  subscript(named name: String) -> String? {
    get { HTTPField.Name(name).flatMap { self[$0] } }
    set {
      guard let name = HTTPField.Name(name) else { return }
      self[name] = newValue
    }
  }
}

extension EmulatorRequest {
  func header(_ name: String) -> String? { head.headerFields[named: name] }

  /// The scheme and authority of the request, for URLs in responses.
  var origin: String { "\(head.scheme ?? "http")://\(head.authority ?? "localhost")" }
}
