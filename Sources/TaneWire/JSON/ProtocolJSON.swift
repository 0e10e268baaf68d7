package import TaneCore

/// Reads the JSON of protocol buffers (<https://protobuf.dev/programming-guides/json/>).
///
/// Fields may be spelled in lower camel case or in snake case; enumerations are names or numbers, and
/// 64-bit numbers are numbers or their digits.
package struct ProtocolJSON {
  package let tree: Tree
  /// Where the value stands in the body, for messages.
  package let place: String

  package init(_ tree: Tree, at place: String = "") {
    self.tree = tree
    self.place = place
  }

  /// A field, if it is there and not null.
  package subscript(name: String) -> ProtocolJSON? {
    guard let child = tree[name] ?? tree[Self.snakeCase(name)], !child.isNull else { return nil }
    return ProtocolJSON(child, at: place.isEmpty ? name : "\(place).\(name)")
  }

  /// Whether a field is there, null included.
  package func has(_ name: String) -> Bool {
    tree[name] != nil || tree[Self.snakeCase(name)] != nil
  }

  /// The elements of a repeated field; none where it is missing.
  package func elements(_ name: String) throws(WireProblem) -> [ProtocolJSON] {
    guard let list = self[name] else { return [] }
    guard list.tree.kind == .list else { throw list.unexpected("a list") }
    return list.tree.children.enumerated().map { index, child in
      ProtocolJSON(child, at: "\(list.place)[\(index)]")
    }
  }

  /// The text of a field; nil where it is missing.
  package func text(_ name: String) throws(WireProblem) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.tree.string else { throw value.unexpected("a string") }
    return text
  }

  /// The texts of a repeated field.
  package func texts(_ name: String) throws(WireProblem) -> [String] {
    var texts: [String] = []
    for element in try elements(name) {
      guard let text = element.tree.string else { throw element.unexpected("a string") }
      texts.append(text)
    }
    return texts
  }

  /// The boolean of a field; nil where it is missing.
  package func flag(_ name: String) throws(WireProblem) -> Bool? {
    guard let value = self[name] else { return nil }
    guard let flag = value.tree.bool else { throw value.unexpected("a boolean") }
    return flag
  }

  /// The whole number of a field, which may be wrapped as `{"value": 1}`; nil where it is missing.
  package func number(_ name: String) throws(WireProblem) -> Int64? {
    guard let value = self[name] else { return nil }
    let plain = value.tree.kind == .map ? value.tree["value"] ?? value.tree : value.tree
    let number = plain.wholeNumber ?? plain.double.flatMap { Int64(exactly: $0) }
    guard let number else { throw value.unexpected("a whole number") }
    return number
  }

  /// The case of an enumeration's field; nil where it is missing or its first number, "unspecified".
  package func choice<Choice>(
    _ name: String,
    _ choices: [(name: String, number: Int64, value: Choice)]
  ) throws(WireProblem) -> Choice? {
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

  /// The problem of a value that is something else than was expected.
  package func unexpected(_ expected: String) -> WireProblem {
    .unexpected(found: tree, place: place, expected: expected)
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
