import TaneCore

/// A finding that counts once it is known that no type made do with it.
struct PendingFinding {
  let code: DiagnosticCode
  /// What was expected and found, without the property that asked.
  let message: String
  /// The node, or the map that lacks a key.
  let tree: Tree
  /// The keys from the checked tree's root to the node; of a missing key, the key included.
  let path: [String]
  /// The map that lacks a key, and what has been asked of it.
  let visit: Visit?
  let missingKey: (any CodingKey)?
  /// Whether the finding is about the node's own key.
  let isAboutKey: Bool
  /// The type that the node is not a value of.
  let expected: (any Any.Type)?
  /// The type that asked for the node.
  private(set) var owner: (any Any.Type)?
  /// The type that was asked for.
  private(set) var asked: (any Any.Type)?
  /// The property that the asked key stands for.
  private(set) var property: String?

  /// The key whose value something stood in for, so that the type may have asked for the wrong thing.
  private(set) var standInKey: String?

  init(
    _ code: DiagnosticCode,
    _ message: String,
    tree: Tree,
    path: [String],
    in frame: TreeFrame,
    expected: (any Any.Type)? = nil,
    missing missingKey: (any CodingKey)? = nil,
    isAboutKey: Bool = false
  ) {
    // A type that opens a map says no more than that; its frame knows which type it is.
    self.expected = expected == [String: Any].self || expected == [Any].self ? frame.type : expected
    self.code = code
    self.message = message
    self.tree = tree
    self.path = path
    self.missingKey = missingKey
    self.isAboutKey = isAboutKey
    visit = missingKey == nil ? nil : frame.visit
  }

  init(refusing frame: TreeFrame, _ type: any Any.Type, _ error: any Error) {
    let context = (error as? DecodingError)?.context
    let keys = (context?.codingPath ?? []).dropFirst(frame.codingPath.count)
    var (tree, path) = (frame.tree, frame.components)
    for key in keys {
      guard let child = tree[DecodingFailure.component(of: key)] else { break }
      tree = child
      path.append(DecodingFailure.component(of: key))
    }
    let reason = context?.debugDescription ?? "\(error)"
    code = .unreadableValue
    message = "\(TypeName.text(of: type)) refuses \(NodeWording.describe(tree)): \(reason)"
    self.tree = tree
    self.path = path
    visit = nil
    missingKey = nil
    isAboutKey = false
    expected = type
  }

  /// The same finding, made while something stood in the place of a key's value.
  func conditional(on key: String) -> PendingFinding {
    var finding = self
    finding.standInKey = standInKey ?? key
    return finding
  }

  /// Says who asked, unless that is known: the innermost type counts.
  mutating func name(owner: any Any.Type, asked: any Any.Type, property: String) {
    guard self.owner == nil else { return }
    (self.owner, self.asked, self.property) = (owner, asked, property)
  }
}
