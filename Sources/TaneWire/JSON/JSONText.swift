package import TaneCore
import TaneFormats

/// JSON bodies of requests and answers.
package enum JSONText {
  /// Why a body is not the JSON object that was expected, a sentence.
  package struct Problem: Error {
    package let message: String
  }

  /// The object of a body; an empty one where the body is empty, or `null`, which Google's library for Go sends
  /// where a call has nothing to say.
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

  /// The text of a value.
  package static func text(_ value: TreeLiteral) -> String {
    do {
      return try JSONWriter(.compact, keyOrder: .key).write(Tree(value))
    } catch {
      // Services write numbers that JSON cannot hold as strings, so there is nothing to come here.
      return "null"
    }
  }
}

extension TreeLiteral {
  /// A map without the entries whose value is nil.
  package static func object(_ entries: KeyValuePairs<String, TreeLiteral?>) -> TreeLiteral {
    .map(entries.compactMap { key, value in value.map { (key, $0) } })
  }

  /// A list; nil for an empty one, which the APIs leave out.
  package static func nonEmpty(_ elements: [TreeLiteral]) -> TreeLiteral? {
    elements.isEmpty ? Optional.none : .list(elements)
  }

  /// A 64-bit number as Google's APIs write it: a string of its digits.
  package static func digits(_ number: some BinaryInteger) -> TreeLiteral { .string("\(number)") }
}

extension Tree {
  /// A 64-bit number, which Google's APIs write as its digits.
  package var wholeNumber: Int64? { integer ?? string.flatMap { Int64($0) } }
}
