import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The decoding rules of Firestore, where they differ from those of the Realtime Database.
extension TreeFrame {
  /// Decodes a Firestore API type; returns nil for other types and outside documents.
  func typedValue<Value>(
    _ type: Value.Type,
    _ tree: Tree,
    at key: (any CodingKey)?
  ) throws -> Value? {
    guard session.document != nil, let typed = type as? any TypedDocumentValue.Type else {
      return nil
    }
    return try typedValue(typed, tree, at: key) as? Value
  }

  private func typedValue<Typed: TypedDocumentValue>(
    _ type: Typed.Type,
    _ tree: Tree,
    at key: (any CodingKey)?
  ) throws -> Typed {
    let tag = type.documentTag
    if tag == .timestamp, tree.tag == .serverTimestamp { return type.documentStandIn }
    guard tree.tag == tag else {
      let name = "\(type) (\(tag.yamlName ?? ""))"
      throw failure(tree, key).mismatch(type, name)
    }
    guard let value = type.init(documentNode: tree, for: self) else {
      throw failure(tree, key).unrepresentable(type, because: "which is invalid")
    }
    return value
  }

  /// Returns the date of a timestamp, or a sample date for a server timestamp.
  func timestampDate(_ tree: Tree, at key: (any CodingKey)?) throws -> Date {
    if tree.tag == .serverTimestamp { return Date(timeIntervalSince1970: 1_700_000_000) }
    guard tree.tag == .timestamp, let text = tree.string else {
      throw failure(tree, key).mismatch(Date.self, "Date (!timestamp)")
    }
    guard let time = DocumentTimestamp(parsing: text) else {
      throw failure(tree, key).unrepresentable(Date.self, because: "which is not an RFC 3339 time")
    }
    return Date(timeIntervalSince1970: time.secondsSince1970)
  }

  /// Returns the bytes of a node with the tag `!bytes`.
  func bytesData(_ tree: Tree, at key: (any CodingKey)?) throws -> Data {
    guard tree.tag == .bytes, let text = tree.string else {
      throw failure(tree, key).mismatch(Data.self, "Data (!bytes)")
    }
    guard let data = Data(base64Encoded: text) else {
      throw failure(tree, key).unrepresentable(Data.self, because: "which is not valid base64 text")
    }
    return data
  }
}

extension Tree {
  /// A Boolean value indicating whether the node is an untagged map, not a typed value in the form
  /// of a map.
  var isPlainMap: Bool { kind == .map && tag == .none }

  /// The string of an untagged node, or nil if the node is tagged or not a string.
  var plainString: String? { tag == .none ? string : nil }
}
