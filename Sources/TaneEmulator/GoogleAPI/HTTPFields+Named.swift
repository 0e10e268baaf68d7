import HTTPTypes

extension HTTPFields {
  /// The value of the field with a name, for the names that the library has no constant for.
  subscript(named name: String) -> String? {
    get { HTTPField.Name(name).flatMap { self[$0] } }
    set {
      guard let name = HTTPField.Name(name) else { return }
      self[name] = newValue
    }
  }
}

extension EmulatorRequest {
  /// The value of a header field.
  func header(_ name: String) -> String? { head.headerFields[named: name] }

  /// The scheme and the authority that the client called, for addresses that it is to call next.
  var origin: String { "\(head.scheme ?? "http")://\(head.authority ?? "localhost")" }
}
