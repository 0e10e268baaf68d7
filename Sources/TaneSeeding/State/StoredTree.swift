import Crypto
import TaneCore
import TaneFormats

import struct Foundation.Data

/// The stored form of a tree.
///
/// In the state, it consists of a zero byte, the digest of the tree's bytes, and the bytes
/// (`Tree.forEachByteChunk`). In plans and in a shared state, it is JSON, in which a value with a
/// tag is a map with that tag as its key: `{"!timestamp": "2026-01-31T09:00:00Z"}` is a timestamp,
/// `{"!double": ".nan"}` a number that JSON cannot represent, and a map whose only key begins with
/// an exclamation mark is wrapped in `{"!map": {…}}`. An earlier version of Tane stored JSON in the
/// state as well.
enum StoredTree {
  private static let map = "!map"
  private static let double = "!double"

  /// Encodes a tree as bytes.
  static func sealed(_ tree: Tree) -> SealedBytes {
    var bytes = SealedBytes()
    bytes.append(tree)
    return bytes
  }

  static func encode(_ tree: Tree) -> Data {
    let bytes = sealed(tree)
    return bytes.data(behind: bytes.digest())
  }

  /// Decodes a tree, or returns nil if the bytes are invalid.
  static func decode(_ bytes: [UInt8]) -> Tree? {
    guard bytes.first == SealedBytes.mark else {
      return JSONReader(recordsPositions: false).read(bytes, named: "state").tree.map(decoded)
    }
    return contentOffset(in: bytes).flatMap { Tree(bytes: bytes, from: $0) }
  }

  /// Returns the offset of the content after the digest, or nil if the digest does not match.
  static func contentOffset(in bytes: [UInt8]) -> Int? {
    let start = SealedBytes.headSize
    guard bytes.first == SealedBytes.mark, bytes.count >= start else { return nil }
    let digest = bytes.withUnsafeBytes { bytes in
      var hash = SHA256()
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[start...]))
      return hash.finalize()
    }
    return digest.elementsEqual(bytes[1..<start]) ? start : nil
  }

  /// Returns the JSON representation of a tree, as a tree without tags.
  static func encoded(_ tree: Tree) -> Tree {
    guard holds(tree, { $0.tag != .none || isInfinite($0) || isTagged($0) }) else { return tree }
    var builder = TreeBuilder()
    append(encoding: tree, to: &builder)
    return builder.finish()
  }

  /// Returns the tree that a JSON representation encodes.
  static func decoded(_ tree: Tree) -> Tree {
    guard holds(tree, isTagged) else { return tree }
    var builder = TreeBuilder()
    append(decoding: tree, to: &builder)
    return builder.finish()
  }

  private static func append(encoding tree: Tree, to builder: inout TreeBuilder) {
    if let tag = tree.tag.yamlName {
      return wrap(in: tag, &builder) { append(plain: tree, to: &$0) }
    }
    if isTagged(tree) { return wrap(in: map, &builder) { append(plain: tree, to: &$0) } }
    if isInfinite(tree), let value = tree.double {
      let text = value.isNaN ? ".nan" : value < 0 ? "-.inf" : ".inf"
      return wrap(in: double, &builder) { $0.append(text) }
    }
    append(plain: tree, to: &builder)
  }

  private static func append(plain tree: Tree, to builder: inout TreeBuilder) {
    copy(tree, to: &builder) { append(encoding: $0, to: &$1) }
  }

  private static func append(decoding tree: Tree, to builder: inout TreeBuilder) {
    guard isTagged(tree), let only = tree.children.first, let key = only.key else {
      return copy(tree, to: &builder) { append(decoding: $0, to: &$1) }
    }
    if key == double {
      return builder.append(
        only.string == ".inf" ? Double.infinity : only.string == "-.inf" ? -.infinity : .nan
      )
    }
    copy(only, tag: NodeTag(yamlName: key) ?? .none, to: &builder) {
      append(decoding: $0, to: &$1)
    }
  }

  private static func copy(
    _ tree: Tree,
    tag: NodeTag = .none,
    to builder: inout TreeBuilder,
    _ child: (Tree, inout TreeBuilder) -> Void
  ) {
    switch tree.kind {
    case .map:
      builder.beginMap(tag: tag)
      for entry in tree.children {
        builder.setKey(entry.key ?? "")
        child(entry, &builder)
      }
      builder.endContainer()
    case .list:
      builder.beginList(tag: tag)
      for element in tree.children { child(element, &builder) }
      builder.endContainer()
    case .string: builder.append(tree.string ?? "", tag: tag)
    case .null: builder.appendNull(tag: tag)
    default: builder.append(tree)
    }
  }

  private static func wrap(
    in key: String,
    _ builder: inout TreeBuilder,
    _ body: (inout TreeBuilder) -> Void
  ) {
    builder.beginMap()
    builder.setKey(key)
    body(&builder)
    builder.endContainer()
  }

  private static func isInfinite(_ tree: Tree) -> Bool { tree.double?.isFinite == false }

  private static func isTagged(_ tree: Tree) -> Bool {
    tree.kind == .map && tree.children.count == 1
      && tree.children.first?.key?.hasPrefix("!") == true
  }

  private static func holds(_ tree: Tree, _ condition: (Tree) -> Bool) -> Bool {
    condition(tree)
      || tree.kind.isContainer && tree.children.contains { holds($0, condition) }
  }
}
