import TaneCore

/// A cell in the model's environment that can contain a number.
struct Cell: Hashable, Comparable, CustomStringConvertible {
  enum Kind: Int, CaseIterable {
    case node, document, account, object, parameter
  }

  /// The unit of recording: the cell itself, or the node or template that contains it.
  struct Resource: Hashable {
    let kind: Kind
    let index: Int?
  }

  let kind: Kind
  let index: Int

  static let all = Kind.allCases.flatMap { kind in (0..<3).map { Cell(kind: kind, index: $0) } }

  static func < (left: Cell, right: Cell) -> Bool {
    (left.kind.rawValue, left.index) < (right.kind.rawValue, right.index)
  }

  /// A Boolean value indicating whether the cell is a whole resource rather than a part of one that
  /// always exists.
  var isResource: Bool { kind != .node && kind != .parameter }

  var resource: Resource { Resource(kind: kind, index: isResource ? index : nil) }

  var address: Address {
    switch kind {
    case .node: Address(service: "shops", path: TreePath(["shops", "k\(index)"]))
    case .document: Address(service: "firestore", path: TreePath(["posts", "p\(index)"]))
    case .account: Address(service: "accounts", path: TreePath(["u\(index)"]))
    case .object: Address(service: "images", path: TreePath(["\(index).txt"]))
    case .parameter: Address(service: "remoteConfig", path: TreePath(["parameters", "p\(index)"]))
    }
  }

  var description: String { "\(address)" }
}
