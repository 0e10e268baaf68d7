package import TaneCore

/// A guess at the pattern for similar nodes, with `*` for keys that differ between them.
package struct PatternGuess: Sendable {
  private let service: String
  private let kind: (any ServiceDeclaration)?
  private var steps: [String] = []

  /// Creates the pattern of a service's root.
  package init(_ service: String, in profile: EnvironmentProfile) {
    self.service = service
    kind = profile.services.first { $0.name == service }.flatMap {
      ServiceDeclarations.declaration(of: $0.kind)
    }
  }

  package init(of address: Address, in profile: EnvironmentProfile) {
    self.init(address.service, in: profile)
    let keys = address.path.components
    steps = keys.enumerated().map { index, key in
      kind?.isIdentifier(keyAt: index, of: keys.count) == true ? "*" : step(key)
    }
  }

  /// Returns the pattern of a child of the node; `isData` is true if the child's key is data rather
  /// than a chosen name.
  package func child(_ key: String, isData: Bool) -> PatternGuess {
    var child = self
    // Further keys may follow, so only the first key is certain to be an ID.
    let isIdentifier = steps.isEmpty && kind?.isIdentifier(keyAt: 0, of: .max) == true
    child.steps.append(isData || isIdentifier ? "*" : step(key))
    return child
  }

  /// The pattern with `*` in place of the last key.
  package var withWildcardLastKey: PatternGuess {
    var guess = self
    if !steps.isEmpty { guess.steps[steps.count - 1] = "*" }
    return guess
  }

  /// The guess as an address pattern.
  package var pattern: AddressPattern {
    AddressPattern(service: service, pattern: PathPattern(parsing: steps.joined(separator: "/")))
  }

  /// Returns true if a node's keys are data, such as user IDs, rather than names of fields.
  package static func hasDataAsKeys(_ node: Tree) -> Bool {
    node.kind == .list || DataLayout.isDictionary(node)
  }

  private func step(_ key: String) -> String {
    Int(key) != nil || GeneratedKey.isLikely(key) ? "*" : PatternStep.text(ofKey: key)
  }
}
