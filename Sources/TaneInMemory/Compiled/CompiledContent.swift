import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The content of a store in the form of compiled fixtures: a tree, and the bytes of objects.
package struct CompiledContent: Sendable {
  let tree: Tree
  let blobs: [[UInt8]]

  init(_ tree: Tree, blobs: [[UInt8]] = []) { (self.tree, self.blobs) = (tree, blobs) }

  /// Decodes strings in the form of `texts`; nil for invalid strings.
  init?(_ texts: [String]) {
    var parts = texts.compactMap { text in Data(base64Encoded: text).map { [UInt8]($0) } }
    guard parts.count == texts.count, !parts.isEmpty, let tree = Tree(bytes: parts.removeFirst())
    else { return nil }
    self.init(tree, blobs: parts)
  }

  /// The tree's bytes in Base64, followed by the bytes of each object.
  package var texts: [String] {
    var bytes = Data()
    tree.forEachByteChunk { bytes.append(contentsOf: $0) }
    return [bytes.base64EncodedString()] + blobs.map { Data($0).base64EncodedString() }
  }
}

/// A store in memory whose content fixtures can be compiled from.
package protocol CompiledStore: Sendable {
  /// Creates a store with compiled content; nil for invalid content.
  init?(_ content: CompiledContent)

  /// The content, the same for the same fixtures: times and salts are left out.
  var compiledContent: CompiledContent { get }

  /// Returns a new store with the same content, which is shared until one of them is written.
  func copy() -> Self
}

extension Tree {
  /// The elements of a list; nil for other trees.
  var elements: [Tree]? { kind == .list ? Array(children) : nil }
}

/// Values of a store in JSON, for types that are compiled by their `Codable` conformance.
enum CompiledJSON {
  static func text(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Accounts and templates contain neither numbers nor keys that JSON cannot represent.
    guard let data = try? encoder.encode(value) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  static func value<Value: Decodable>(_ text: String?) -> Value? {
    text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
  }
}
