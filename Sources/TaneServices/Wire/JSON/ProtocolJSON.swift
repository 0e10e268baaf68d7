package import TaneCore

/// A reader for protocol buffer JSON (<https://protobuf.dev/programming-guides/json/>).
///
/// Field names may be in lower camel case or in snake case; enumerations are names or numbers, and
/// 64-bit numbers are numbers or strings of digits.
package struct ProtocolJSON {
  package let tree: Tree
  /// The path of the value in the body, for error messages.
  package let place: String

  package init(_ tree: Tree, at place: String = "") {
    self.tree = tree
    self.place = place
  }

  /// The value of a field, or nil if it is absent or null.
  package subscript(name: String) -> ProtocolJSON? {
    guard let child = tree[name] ?? tree[Self.snakeCase(name)], !child.isNull else { return nil }
    return ProtocolJSON(child, at: place.isEmpty ? name : "\(place).\(name)")
  }

  /// Returns true if a field is present, even if it is null.
  package func has(_ name: String) -> Bool {
    tree[name] != nil || tree[Self.snakeCase(name)] != nil
  }

  /// Returns the elements of a repeated field, or an empty array if the field is absent.
  package func elements(_ name: String) throws(WireError) -> [ProtocolJSON] {
    guard let list = self[name] else { return [] }
    guard list.tree.kind == .list else { throw list.unexpected("a list") }
    return list.tree.children.enumerated().map { index, child in
      ProtocolJSON(child, at: "\(list.place)[\(index)]")
    }
  }

  /// Returns the string of a field, or nil if it is absent.
  package func text(_ name: String) throws(WireError) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.tree.string else { throw value.unexpected("a string") }
    return text
  }

  /// Returns the strings of a repeated field.
  package func texts(_ name: String) throws(WireError) -> [String] {
    var texts: [String] = []
    for element in try elements(name) {
      guard let text = element.tree.string else { throw element.unexpected("a string") }
      texts.append(text)
    }
    return texts
  }

  /// Returns the Boolean value of a field, or nil if it is absent.
  package func flag(_ name: String) throws(WireError) -> Bool? {
    guard let value = self[name] else { return nil }
    guard let flag = value.tree.bool else { throw value.unexpected("a boolean") }
    return flag
  }

  /// Returns the integer of a field, plain or as `{"value": 1}`, or nil if it is absent.
  package func number(_ name: String) throws(WireError) -> Int64? {
    guard let value = self[name] else { return nil }
    let plain = value.tree.kind == .map ? value.tree["value"] ?? value.tree : value.tree
    let number = plain.wholeNumber ?? plain.double.flatMap { Int64(exactly: $0) }
    guard let number else { throw value.unexpected("a whole number") }
    return number
  }

  /// Returns the value of an enumeration field, or nil if it is absent or 0 ("unspecified").
  package func choice<Choice>(
    _ name: String,
    _ choices: [(name: String, number: Int64, value: Choice)]
  ) throws(WireError) -> Choice? {
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

  /// Returns the error for an unexpected value; `expected` is a noun phrase with its article.
  package func unexpected(_ expected: String) -> WireError {
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
