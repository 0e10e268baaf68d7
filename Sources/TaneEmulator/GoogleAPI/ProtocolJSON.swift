import TaneCore

/// Reads the JSON of protocol buffers (<https://protobuf.dev/programming-guides/json/>).
///
/// Fields may be spelled in lower camel case or in snake case; enumerations are names or numbers, and
/// 64-bit numbers are numbers or their digits.
struct ProtocolJSON {
  let tree: Tree
  /// Where the value stands in the body, for messages.
  let place: String

  init(_ tree: Tree, at place: String = "") {
    self.tree = tree
    self.place = place
  }

  /// A field, if it is there and not null.
  subscript(name: String) -> ProtocolJSON? {
    guard let child = tree[name] ?? tree[Self.snakeCase(name)], !child.isNull else { return nil }
    return ProtocolJSON(child, at: place.isEmpty ? name : "\(place).\(name)")
  }

  /// Whether a field is there, null included.
  func has(_ name: String) -> Bool {
    tree[name] != nil || tree[Self.snakeCase(name)] != nil
  }

  /// The elements of a repeated field; none where it is missing.
  func elements(_ name: String) throws(GoogleFailure) -> [ProtocolJSON] {
    guard let list = self[name] else { return [] }
    guard list.tree.kind == .list else { throw list.unexpected("a list") }
    return list.tree.children.enumerated().map { index, child in
      ProtocolJSON(child, at: "\(list.place)[\(index)]")
    }
  }

  /// The text of a field; nil where it is missing.
  func text(_ name: String) throws(GoogleFailure) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.tree.string else { throw value.unexpected("a string") }
    return text
  }

  /// The texts of a repeated field.
  func texts(_ name: String) throws(GoogleFailure) -> [String] {
    var texts: [String] = []
    for element in try elements(name) {
      guard let text = element.tree.string else { throw element.unexpected("a string") }
      texts.append(text)
    }
    return texts
  }

  /// The boolean of a field; nil where it is missing.
  func flag(_ name: String) throws(GoogleFailure) -> Bool? {
    guard let value = self[name] else { return nil }
    guard let flag = value.tree.bool else { throw value.unexpected("a boolean") }
    return flag
  }

  /// The whole number of a field, which may be wrapped as `{"value": 1}`; nil where it is missing.
  func number(_ name: String) throws(GoogleFailure) -> Int64? {
    guard let value = self[name] else { return nil }
    let plain = value.tree.kind == .map ? value.tree["value"] ?? value.tree : value.tree
    guard let number = plain.wholeNumber else { throw value.unexpected("a whole number") }
    return number
  }

  /// The case of an enumeration's field; nil where it is missing or its first number, "unspecified".
  func choice<Choice>(
    _ name: String,
    _ choices: [(name: String, number: Int64, value: Choice)]
  ) throws(GoogleFailure) -> Choice? {
    guard let value = self[name] else { return nil }
    if value.tree.integer == 0 { return nil }
    let choice = choices.first {
      $0.name == value.tree.string || $0.number == value.tree.integer
    }
    guard let choice else {
      throw value.unexpected("one of \(choices.map(\.name).joined(separator: ", "))")
    }
    return choice.value
  }

  /// The failure for a value that is something else than was expected.
  func unexpected(_ expected: String) -> GoogleFailure {
    let found = tree.string.map { "\"\($0.escapingControls.prefix(60))\"" } ?? "\(tree.kind)"
    let place = place.isEmpty ? "the body" : place
    return .invalid("Invalid value at '\(place)': found \(found), expected \(expected).")
  }

  private static func snakeCase(_ name: String) -> String {
    name.unicodeScalars.reduce(into: "") { text, scalar in
      if ("A"..."Z").contains(scalar) {
        text += "_" + String(scalar).lowercased()
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension ProtocolJSON {
  /// The object of a request's body.
  init(_ request: EmulatorRequest) throws(GoogleFailure) {
    do {
      self.init(try JSONText.object(of: request.body))
    } catch {
      throw .invalid("Invalid JSON payload received. \(error.message)")
    }
  }
}
