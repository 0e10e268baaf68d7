import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A store's content in compiled form: a tree and the bytes of each object.
package struct CompiledContent: Sendable {
  let tree: Tree
  let blobs: [[UInt8]]

  init(_ tree: Tree, blobs: [[UInt8]] = []) { (self.tree, self.blobs) = (tree, blobs) }

  /// Decodes strings that `texts` encoded, or returns nil if they are invalid.
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

/// An in-memory store whose content can be compiled into a test target.
package protocol CompiledStore: Sendable {
  /// Creates a store with compiled content, or returns nil if the content is invalid.
  init?(_ content: CompiledContent)

  /// The content without times and salts, so that equal fixtures compile to equal content.
  var compiledContent: CompiledContent { get }

  /// Returns a new store with the same content; later changes to either do not affect the other.
  func copy() -> Self
}

extension Tree {
  /// The elements, or nil if the tree is not a list.
  var elements: [Tree]? { kind == .list ? Array(children) : nil }
}

/// A conversion between JSON text and the stored values that are compiled as `Codable` types.
enum CompiledJSON {
  static func text(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Encoding does not fail: JSON can represent all numbers and keys in accounts and templates.
    guard let data = try? encoder.encode(value) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  static func value<Value: Decodable>(_ text: String?) -> Value? {
    text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
  }
}
