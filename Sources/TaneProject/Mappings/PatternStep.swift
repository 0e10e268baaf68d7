package import TaneCore

/// A step of a pattern's path.
enum PatternStep: Sendable {
  case key(String)
  case anyKey
  case anyKeys

  /// Parses a step.
  init(_ text: some StringProtocol) {
    switch text {
    case "*": self = .anyKey
    case "**": self = .anyKeys
    default: self = .key(PercentEncoding.decode(String(text)))
    }
  }

  /// A Boolean value indicating whether the step matches more than one key.
  var isOpen: Bool {
    if case .key = self { false } else { true }
  }

  /// Returns the text of a step that matches only the given key.
  static func text(ofKey key: String) -> String {
    key == "*" || key == "**" ? key.map { _ in "%2A" }.joined() : PercentEncoding.encode(key)
  }
}

extension AddressPattern {
  /// The steps of the path.
  var steps: [PatternStep] {
    pattern.description.split(separator: "/").map { PatternStep($0) }
  }

  /// Returns true if the pattern has no wildcards and matches the address.
  package func names(_ address: Address) -> Bool {
    service == address.service
      && steps.elementsEqual(address.path.components) { step, component in
        if case .key(let key) = step { key == component } else { false }
      }
  }

  /// Creates a pattern that matches a single node.
  init(naming address: Address) {
    let text = address.path.components.map { PatternStep.text(ofKey: $0) }.joined(separator: "/")
    self.init(service: address.service, pattern: PathPattern(parsing: text))
  }
}

extension Tree {
  /// The existing children, each with its key or index.
  package var keyedChildren: [(key: String, node: Tree)] {
    children.enumerated().compactMap { $1.isNull ? nil : ($1.key ?? String($0), $1) }
  }
}
