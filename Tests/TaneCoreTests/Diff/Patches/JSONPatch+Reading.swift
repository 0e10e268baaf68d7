@testable import TaneCore

extension JSONPatch {
  /// An error from reading or applying a patch.
  struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The zero-based number of the operation, or nil if the error concerns the whole patch.
    let operation: Int?
    /// The actual and the expected value.
    let message: String

    /// The error on one line.
    var description: String {
      operation.map { "operation \($0): \(message)" } ?? message
    }
  }

  /// Parses a patch in the format of RFC 6902; unknown members are ignored.
  init(_ tree: Tree) throws(Failure) {
    guard tree.kind == .list else {
      throw Failure(
        operation: nil,
        message: "a JSON patch is a list of operations, found a \(tree.kind)"
      )
    }
    var operations: [Operation] = []
    for (index, entry) in tree.children.enumerated() {
      operations.append(try Self.operation(entry, at: index))
    }
    self.init(operations)
  }

  private static func operation(_ entry: Tree, at index: Int) throws(Failure) -> Operation {
    guard let name = entry["op"]?.string else {
      throw Failure(operation: index, message: "expected a string under \"op\"")
    }
    let path = try pointer("path", of: entry, at: index)
    switch name {
    case "add": return .add(path, try value(of: entry, at: index))
    case "remove": return .remove(path)
    case "replace": return .replace(path, try value(of: entry, at: index))
    case "move": return .move(from: try pointer("from", of: entry, at: index), to: path)
    case "copy": return .copy(from: try pointer("from", of: entry, at: index), to: path)
    case "test": return .test(path, try value(of: entry, at: index))
    default:
      throw Failure(
        operation: index,
        message: "\"\(name.escapingControls)\" is not an operation;"
          + " expected add, remove, replace, move, copy or test"
      )
    }
  }

  private static func pointer(
    _ member: String,
    of entry: Tree,
    at index: Int
  ) throws(Failure) -> TreePath {
    guard let text = entry[member]?.string, let path = TreePath(jsonPointer: text) else {
      throw Failure(operation: index, message: "expected a JSON pointer under \"\(member)\"")
    }
    return path
  }

  private static func value(of entry: Tree, at index: Int) throws(Failure) -> Tree {
    guard let value = entry["value"] else {
      throw Failure(operation: index, message: "expected a value under \"value\"")
    }
    return value
  }
}
