/// A pattern of paths with wildcards: `/users/*/lastLogin`, `/shops/**/updatedAt`.
///
/// `*` matches one key, `**` any number of keys, including none. Any other key matches itself, and
/// is percent-encoded as in a path's text, so `%2A` is the key `*`.
package struct PathPattern: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    case key(ExactKey)
    case anyKey
    case anyKeys
  }

  let steps: [Step]

  /// Parses a pattern; leading, trailing and doubled slashes are ignored.
  package init(parsing text: some StringProtocol) {
    steps = text.split(separator: "/").map { part in
      switch part {
      case "*": .anyKey
      case "**": .anyKeys
      default: .key(ExactKey(TreePath.key(of: String(part))))
      }
    }
  }

  /// Returns true if the pattern matches a path or one of its ancestors.
  package func matches(_ path: TreePath) -> Bool {
    Self.matches(steps[...], path.components[...], orBelow: true)
  }

  /// Returns true if the pattern matches a path exactly.
  package func matchesExactly(_ path: TreePath) -> Bool {
    Self.matches(steps[...], path.components[...], orBelow: false)
  }

  private static func matches(
    _ steps: ArraySlice<Step>,
    _ keys: ArraySlice<String>,
    orBelow: Bool
  ) -> Bool {
    guard let step = steps.first else { return orBelow || keys.isEmpty }
    switch step {
    case .anyKeys:
      return (keys.startIndex...keys.endIndex).contains {
        matches(steps.dropFirst(), keys[$0...], orBelow: orBelow)
      }
    case .anyKey:
      return !keys.isEmpty && matches(steps.dropFirst(), keys.dropFirst(), orBelow: orBelow)
    case .key(let key):
      guard let first = keys.first, ExactKey(first) == key else { return false }
      return matches(steps.dropFirst(), keys.dropFirst(), orBelow: orBelow)
    }
  }
}

extension PathPattern: CustomStringConvertible {
  /// The pattern in text form.
  package var description: String {
    "/" + steps.map(\.description).joined(separator: "/")
  }
}

extension PathPattern: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(parsing: text) }
}

extension PathPattern.Step: CustomStringConvertible {
  var description: String {
    switch self {
    case .anyKey: "*"
    case .anyKeys: "**"
    case .key(let key):
      key.text == "*" || key.text == "**"
        ? key.text.map { _ in "%2A" }.joined() : TreePath.text(of: key.text)
    }
  }
}
