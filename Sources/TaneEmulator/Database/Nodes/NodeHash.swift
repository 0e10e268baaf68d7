import Crypto
import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The hash by which clients and the service compare nodes.
///
/// It equals the hash of the official clients: SHA-1, in base64, of the node's priority and either
/// its value or its children's keys and hashes, ordered by priority.
enum NodeHash {
  /// Returns the hash of a node, or an empty string for nil.
  static func of(_ node: DatabaseNode?) -> String {
    guard let node else { return "" }
    var text = node.priority.map { "priority:" + describe($0) + ":" } ?? ""
    if let scalar = node.scalar {
      text += describe(scalar)
    } else {
      for entry in inPriorityOrder(node.children) {
        text += ":\(entry.key):\(of(entry.node))"
      }
    }
    return Data(Insecure.SHA1.hash(data: Data(text.utf8))).base64EncodedString()
  }

  private static func inPriorityOrder(_ children: [DatabaseEntry]) -> [DatabaseEntry] {
    let priorities = children.map { $0.node.priority ?? .null }
    guard priorities.contains(where: { !$0.isNull }) else { return children }
    return zip(children, priorities)
      .sorted { left, right in
        let order = ValueOrder.compare(left.1, right.1)
        return order == 0 ? KeyOrder.precedes(left.0.key, right.0.key) : order < 0
      }
      .map(\.0)
  }

  private static func describe(_ scalar: Tree) -> String {
    if let bool = scalar.bool { return "boolean:\(bool)" }
    if let number = scalar.number { return "number:" + number.bitPattern.hexadecimal }
    return "string:" + (scalar.string ?? "")
  }
}

extension Tree {
  /// The numeric value, with integers beyond 53 bits rounded as in clients, or nil for other types.
  var number: Double? { integer.map(Double.init) ?? double }
}
