import Foundation
import TaneCore

extension Tree {
  /// The value as `String`, `Bool`, `Int`, `Double`, `[Any]` and `[String: Any]`, or `NSNull` for
  /// null.
  var foundationValue: Any {
    switch kind {
    case .null: NSNull()
    case .bool: bool ?? false
    case .integer: integer.map { Int($0) } ?? 0
    case .double: double ?? 0
    case .decimal: decimal.flatMap(Double.init) ?? 0
    case .string: string ?? ""
    case .list: children.map(\.foundationValue)
    case .map:
      Dictionary(
        children.map { ($0.key ?? "", $0.foundationValue) },
        uniquingKeysWith: { first, _ in first }
      )
    }
  }
}
