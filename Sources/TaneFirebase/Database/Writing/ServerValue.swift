public import Foundation
import TaneCore

/// Values that the server fills in when it writes.
///
/// ```swift
/// try await reference.child("updated_at").setValue(ServerValue.timestamp())
/// ```
public enum ServerValue {
  /// The time of the write, in milliseconds since 1970.
  public static func timestamp() -> [AnyHashable: Any] { [".sv": "timestamp"] }

  /// The number that stands at the place and a number together; the number alone where none stands there.
  ///
  /// The sum is whole where both are and it fits in 64 bits.
  ///
  /// ```swift
  /// try await reference.child("likes").setValue(ServerValue.increment(1))
  /// ```
  public static func increment(_ delta: NSNumber) -> [AnyHashable: Any] {
    [".sv": ["increment": delta]]
  }
}

extension Tree {
  /// The number of an increment, where the node is one: `{".sv": {"increment": 1}}`.
  var increment: Tree? {
    guard kind == .map, children.count == 1 else { return nil }
    return self[".sv"]?["increment"]
  }

  /// Whether there is an increment in the tree.
  var hasIncrements: Bool { increment != nil || children.contains { $0.hasIncrements } }

  /// The tree with the sums in place of its increments, of which `current` says where they begin.
  func resolvingIncrements(from current: Tree?) -> Tree {
    guard hasIncrements else { return self }
    var builder = TreeBuilder(sharing: self)
    Self.resolve(self, from: current, into: &builder)
    return builder.finish()
  }

  private static func resolve(_ tree: Tree, from current: Tree?, into builder: inout TreeBuilder) {
    if let step = tree.increment { return builder.append(sum(current, step)) }
    guard tree.hasIncrements else { return builder.append(tree) }
    tree.kind == .list ? builder.beginList() : builder.beginMap()
    for (index, child) in tree.children.enumerated() {
      if tree.kind == .map { builder.setKey(of: child) }
      resolve(child, from: current?[child.key ?? String(index)], into: &builder)
    }
    builder.endContainer()
  }

  private static func sum(_ current: Tree?, _ step: Tree) -> TreeLiteral {
    guard let current, current.kind.isNumber else { return .tree(step) }
    if let left = current.integer, let right = step.integer,
      case let (sum, overflow) = left.addingReportingOverflow(right), !overflow
    {
      return .integer(sum)
    }
    return .double(current.approximation + step.approximation)
  }

  private var approximation: Double {
    integer.map(Double.init) ?? double ?? decimal.flatMap(Double.init) ?? 0
  }
}
