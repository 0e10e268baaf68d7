/// The nodes that a path with gaps in it names: `/users/*/lastLogin`, `/shops/**/updatedAt`.
///
/// `*` stands for one key, `**` for any number of keys, none included; every other key stands for itself,
/// percent-encoded as in a path's text, so that `%2A` is the key `*`.
public struct PathPattern: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    case key(ExactKey)
    case anyKey
    case anyKeys
  }

  let steps: [Step]

  /// Reads a pattern's text; slashes at either end and doubled ones count once.
  public init(parsing text: some StringProtocol) {
    steps = text.split(separator: "/").map { part in
      switch part {
      case "*": .anyKey
      case "**": .anyKeys
      default: .key(ExactKey(TreePath.key(of: String(part))))
      }
    }
  }

  /// Whether the pattern names the node at a path or one above it.
  public func matches(_ path: TreePath) -> Bool {
    Self.matches(steps[...], path.components[...], orBelow: true)
  }

  /// Whether the pattern names the node at a path itself.
  public func matchesExactly(_ path: TreePath) -> Bool {
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
  /// The pattern's text.
  public var description: String {
    "/" + steps.map(\.description).joined(separator: "/")
  }
}

extension PathPattern: ExpressibleByStringLiteral {
  /// Creates a pattern from its text.
  public init(stringLiteral text: String) { self.init(parsing: text) }
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
