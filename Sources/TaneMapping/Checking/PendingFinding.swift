import TaneCore

/// A finding that is reported unless a type catches the corresponding failure.
struct PendingFinding {
  let code: DiagnosticCode
  /// The message with the expected and the actual value, but without the requesting property.
  let message: String
  /// The node, or the map that lacks a key.
  let tree: Tree
  /// The path from the root of the checked tree to the node, including a missing key.
  let path: [String]
  /// The visit of the map that lacks a key, or nil for any other finding.
  let visit: Visit?
  let missingKey: (any CodingKey)?
  /// A Boolean value indicating whether the finding is about the key of the node.
  let isAboutKey: Bool
  /// The type that the node cannot be decoded as.
  let expected: (any Any.Type)?
  /// The type that requested the node.
  private(set) var owner: (any Any.Type)?
  private(set) var requested: (any Any.Type)?
  /// The property for the requested key.
  private(set) var property: String?

  /// The key whose stand-in value may have caused an invalid request.
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
    // An error from opening a map or list does not name the type, but the frame does.
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
    message = "\(TypeName.text(of: type)) rejects \(NodeDescription.describe(tree)): \(reason)"
    self.tree = tree
    self.path = path
    visit = nil
    missingKey = nil
    isAboutKey = false
    expected = type
  }

  /// Returns the finding, marked as dependent on the stand-in for a key's value.
  func conditional(on key: String) -> PendingFinding {
    var finding = self
    finding.standInKey = standInKey ?? key
    return finding
  }

  /// Sets the requesting type and property, unless an inner type has already set them.
  mutating func name(owner: any Any.Type, requested: any Any.Type, property: String) {
    guard self.owner == nil else { return }
    (self.owner, self.requested, self.property) = (owner, requested, property)
  }
}
