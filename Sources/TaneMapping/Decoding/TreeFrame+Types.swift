import TaneCore

extension TreeFrame {
  /// Lets a type decode itself from this frame, which no other type asks through.
  func decoding<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard session.isChecked else { return try explainingRawValues(of: type) }
    if let diagnosis = session.diagnosis { return try diagnosis.value(of: type, in: self) }
    return try running(type)
  }

  /// Lets a type decode itself and keeps account of it.
  func running<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let outer = session.current
    self.type = type
    session.current = self
    noteReading()
    defer {
      session.current = outer
      outer?.noteReading()
    }
    let value = try explainingRawValues(of: type)
    if !invents { session.coverage?.note(value) }
    return value
  }

  private func noteReading() {
    guard !invents, let type, let reading = session.reading else { return }
    let value = NodeWording.describe(tree)
    reading(tree.position?.description, TypeName.text(of: type), value, TreePath(components))
  }
}
