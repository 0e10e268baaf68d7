import TaneCore

/// The anchors of a YAML file, as far as it has been read.
struct YAMLAnchors {
  /// What an anchor names.
  enum Target {
    /// A list or map that is still being read.
    case unfinished
    /// A finished list, and whether it is a map instead.
    case container(TreeBuilder.Anchor, isMap: Bool)
    /// A scalar, and its text, for where the alias is a key.
    case scalar(TreeBuilder.Anchor, text: [UInt8])
  }

  private var targets: [String: Target] = [:]
  private var namesInOrder: [String] = []
  /// The nodes that the aliases met so far stand for.
  private var aliasedNodes = 0

  subscript(name: String) -> Target? {
    get { targets[name] }
    set {
      if targets.updateValue(newValue ?? .unfinished, forKey: name) == nil {
        namesInOrder.append(name)
      }
    }
  }

  /// Forgets the anchors of a document that ended; what aliases stand for is counted on.
  mutating func removeAll() {
    targets = [:]
    namesInOrder = []
  }

  /// Counts the nodes that an alias stands for, and returns whether all stay within the limit.
  mutating func countNodes(_ count: Int) -> Bool {
    let (sum, isOverflow) = aliasedNodes.addingReportingOverflow(count)
    aliasedNodes = isOverflow ? .max : sum
    return aliasedNodes <= ReadingLimits.aliasedNodes
  }

  /// The end of the message about an unknown name: the nearest anchor, or those there are.
  func hint(for name: String) -> String {
    let suggestion = Suggestion.clause(for: name, among: namesInOrder)
    if namesInOrder.isEmpty || !suggestion.isEmpty { return suggestion }
    let shown = namesInOrder.prefix(8).map { "&\($0)" }.joined(separator: ", ")
    return "; there are \(shown)\(namesInOrder.count > 8 ? " and others" : "")"
  }
}
