package import TaneCore
import TaneFormats

/// JSON encoding and decoding of request and response bodies.
package enum JSONText {
  /// An error for a body that is not a JSON object; the message is a sentence.
  package struct Problem: Error {
    package let message: String
  }

  /// Returns the JSON object in a body, or an empty one if the body is empty or `null`; Google's
  /// library for Go sends `null` for calls without parameters.
  package static func object(of body: [UInt8]) throws(Problem) -> Tree {
    guard !body.isEmpty else { return Tree(.map([])) }
    let result = JSONReader().read(body, named: "body")
    guard let tree = result.tree else {
      let found = result.diagnostics.first.map { "\($0.message)" } ?? "it cannot be read"
      throw Problem(message: "The body is not JSON: \(found).")
    }
    if tree.isNull { return Tree(.map([])) }
    guard tree.kind == .map else {
      throw Problem(message: "The body is a JSON \(tree.kind); an object is expected.")
    }
    return tree
  }

  /// Returns the compact JSON of a value, in key order.
  package static func text(_ value: TreeLiteral) -> String {
    do {
      return try JSONWriter(.compact, keyOrder: .key).write(Tree(value))
    } catch {
      // Numbers that JSON cannot represent are always converted to strings first, so this is
      // unreachable.
      return "null"
    }
  }
}

extension TreeLiteral {
  /// Returns a map without the entries whose value is nil.
  package static func object(_ entries: KeyValuePairs<String, TreeLiteral?>) -> TreeLiteral {
    .map(entries.compactMap { key, value in value.map { (key, $0) } })
  }

  /// Returns a list, or nil if it is empty, since the APIs omit empty lists.
  package static func nonEmpty(_ elements: [TreeLiteral]) -> TreeLiteral? {
    elements.isEmpty ? Optional.none : .list(elements)
  }

  /// Returns a 64-bit number in the format of Google's APIs: a string of its digits.
  package static func digits(_ number: some BinaryInteger) -> TreeLiteral { .string("\(number)") }
}

extension Tree {
  /// The value of a 64-bit integer, given as a number or, as in Google's APIs, a string of digits;
  /// nil if the node is neither.
  package var wholeNumber: Int64? { integer ?? string.flatMap { Int64($0) } }
}
