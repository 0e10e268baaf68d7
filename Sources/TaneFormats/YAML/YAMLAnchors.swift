import TaneCore

/// The anchors of a YAML file up to the current position.
struct YAMLAnchors {
  enum Target {
    /// A list or map that is still open.
    case unfinished
    /// A closed list or map.
    case container(TreeBuilder.Anchor, isMap: Bool)
    /// A scalar with its text, for aliases used as keys.
    case scalar(TreeBuilder.Anchor, text: [UInt8])
  }

  private var targets: [String: Target] = [:]
  private var namesInOrder: [String] = []
  /// The number of nodes to which all aliases so far expand.
  private var aliasedNodes = 0

  subscript(name: String) -> Target? {
    get { targets[name] }
    set {
      if targets.updateValue(newValue ?? .unfinished, forKey: name) == nil {
        namesInOrder.append(name)
      }
    }
  }

  /// Removes the anchors of a finished document; the count of aliased nodes is not reset.
  mutating func removeAll() {
    targets = [:]
    namesInOrder = []
  }

  /// Adds the nodes of an alias to the count; returns false if the count exceeds the limit.
  mutating func addAliasedNodes(_ count: Int) -> Bool {
    let (sum, isOverflow) = aliasedNodes.addingReportingOverflow(count)
    aliasedNodes = isOverflow ? .max : sum
    return aliasedNodes <= ReadingLimits.aliasedNodes
  }

  /// Returns a clause that suggests the most similar anchor or lists the existing anchors, for a
  /// message about an unknown anchor.
  func hint(for name: String) -> String {
    let suggestion = Suggestion.clause(for: name, among: namesInOrder)
    if namesInOrder.isEmpty || !suggestion.isEmpty { return suggestion }
    let shown = namesInOrder.prefix(8).map { "&\($0)" }.joined(separator: ", ")
    return "; known anchors: \(shown)\(namesInOrder.count > 8 ? " and others" : "")"
  }
}
