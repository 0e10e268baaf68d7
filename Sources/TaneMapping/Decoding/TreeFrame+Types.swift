import TaneCore

extension TreeFrame {
  /// Decodes a type from this frame, which must not be used for any other type.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard session.isChecked else { return try decodeWithRawValueDetails(of: type) }
    if let diagnosis = session.diagnosis { return try diagnosis.value(of: type, in: self) }
    return try runInitializer(of: type)
  }

  /// Decodes a type with its own `init(from:)`, tracking it as the session's current type.
  func runInitializer<Value: Decodable>(of type: Value.Type) throws -> Value {
    let outer = session.current
    self.type = type
    session.current = self
    reportReading()
    defer {
      session.current = outer
      outer?.reportReading()
    }
    let value = try decodeWithRawValueDetails(of: type)
    if !isInvented { session.coverage?.note(value) }
    return value
  }

  private func reportReading() {
    guard !isInvented, let type, let reading = session.reading else { return }
    let value = NodeDescription.describe(tree)
    reading(tree.position?.description, TypeName.text(of: type), value, TreePath(components))
  }
}
