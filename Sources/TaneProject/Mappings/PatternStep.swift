package import TaneCore

/// One step of a pattern's path.
enum PatternStep: Sendable {
  case key(String)
  case anyKey
  case anyKeys

  /// Reads a step as a pattern's text spells it.
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

  /// The text of a step that stands for one key alone.
  static func text(ofKey key: String) -> String {
    key == "*" || key == "**" ? key.map { _ in "%2A" }.joined() : PercentEncoding.encode(key)
  }
}

extension AddressPattern {
  /// The steps of the path.
  var steps: [PatternStep] {
    pattern.description.split(separator: "/").map { PatternStep($0) }
  }

  /// Returns true if the pattern names exactly this address.
  package func names(_ address: Address) -> Bool {
    service == address.service
      && steps.elementsEqual(address.path.components) { step, component in
        if case .key(let key) = step { key == component } else { false }
      }
  }

  /// The pattern that names one node alone.
  init(naming address: Address) {
    let text = address.path.components.map { PatternStep.text(ofKey: $0) }.joined(separator: "/")
    self.init(service: address.service, pattern: PathPattern(parsing: text))
  }
}

extension Tree {
  /// The children that are there, each with its key or its index.
  package var keyedChildren: [(key: String, node: Tree)] {
    children.enumerated().compactMap { $1.isNull ? nil : ($1.key ?? String($0), $1) }
  }
}
