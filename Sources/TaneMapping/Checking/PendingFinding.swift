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
    _ missingKey: (any CodingKey)? = nil
  ) {
    self.code = code
    self.message = message
    self.tree = tree
    self.path = path
    self.missingKey = missingKey
    visit = missingKey == nil ? nil : frame.visit
  }

  /// Creates the finding that a type refused a node by an error of its own.
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
    message = "\(TypeName.text(of: type)) refuses \(DecodingFailure.describe(tree)): \(reason)"
    self.tree = tree
    self.path = path
    visit = nil
    missingKey = nil
    owner = type
  }

  /// The same finding, made while something stood in the place of a key's value.
  func conditional(on key: String) -> PendingFinding {
    var finding = self
    finding.standInKey = standInKey ?? key
    return finding
  }

  /// Says who asked, unless that is known: the innermost type counts.
  mutating func name(owner: any Any.Type, asked: any Any.Type, key: any CodingKey) {
    guard self.owner == nil, let property = KeyNames.property(of: key) else { return }
    (self.owner, self.asked, self.property) = (owner, asked, property)
  }
}

/// The properties that the cases of key types stand for.
enum KeyNames {
  /// The case's name; nil of keys that no type declares, as those of a dictionary.
  static func property(of key: any CodingKey) -> String? {
    func name<Key: CodingKey>(_ key: Key) -> String? { TypeMetadata.caseName(of: key) }
    guard !(key is TreeCodingKey) else { return nil }
    return TypeMetadata.isEnumeration(type(of: key)) ? name(key) : nil
  }

  /// The keys that a key type declares, and the names of their cases.
  static func all(of type: any CodingKey.Type) -> [(key: any CodingKey, property: String)] {
    func all<Key: CodingKey>(_ type: Key.Type) -> [(key: any CodingKey, property: String)] {
      TypeMetadata.cases(of: type).map { ($0.value, $0.name) }
    }
    return all(type)
  }
}
