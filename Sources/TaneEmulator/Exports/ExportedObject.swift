import Foundation
import TaneCore

/// The metadata of an object in an export.
///
/// Unlike in the JSON API, numbers are not strings and the checksum is decimal.
struct ExportedObject {
  private static let texts = [
    "name", "bucket", "contentType", "cacheControl", "contentDisposition", "contentEncoding",
    "contentLanguage", "md5Hash", "etag", "timeCreated", "updated", "storageClass",
  ]
  private static let numbers = ["size", "generation", "metageneration"]
  /// The key of custom metadata under which Firebase keeps download tokens.
  private static let tokens = "firebaseStorageDownloadTokens"

  let literal: TreeLiteral

  /// Converts the metadata of the JSON API to the export format.
  init(_ object: Tree, in bucket: String) {
    var entries: [(String, TreeLiteral)] = []
    for key in Self.texts {
      if let text = object[key]?.string { entries.append((key, .string(text))) }
    }
    for key in Self.numbers {
      let number = object[key]?.integer ?? object[key]?.string.flatMap { Int64($0) }
      if let number { entries.append((key, .integer(number))) }
    }
    if let text = object["crc32c"]?.string, let bytes = Data(base64Encoded: text) {
      let checksum = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      entries.append(("crc32c", .string(String(checksum))))
    }
    let custom = (object["metadata"]?.children.map { $0 } ?? []).compactMap { entry in
      entry.key.map { ($0, entry.string ?? "") }
    }
    let tokens = custom.first { $0.0 == Self.tokens }?.1.split(separator: ",") ?? []
    entries.append(("downloadTokens", .list(tokens.map { .string(String($0)) })))
    let others = custom.filter { $0.0 != Self.tokens }.map { ($0.0, TreeLiteral.string($0.1)) }
    entries.append(("customMetadata", .map(others)))
    literal = .map(entries)
  }

  /// Converts the metadata of an export to the JSON API.
  static func resource(of exported: Tree) -> Tree {
    var entries: [(String, TreeLiteral)] = []
    for key in texts.dropFirst(2).prefix(5) + ["timeCreated", "updated"] {
      if let text = exported[key]?.string { entries.append((key, .string(text))) }
    }
    for key in numbers.dropFirst() {
      let number = exported[key]?.integer ?? exported[key]?.string.flatMap { Int64($0) }
      if let number { entries.append((key, .integer(number))) }
    }
    var custom = (exported["customMetadata"]?.children.map { $0 } ?? []).compactMap { entry in
      entry.key.map { ($0, TreeLiteral.string(entry.string ?? "")) }
    }
    let names = exported["downloadTokens"]?.children.compactMap(\.string) ?? []
    if !names.isEmpty { custom.append((tokens, .string(names.joined(separator: ",")))) }
    entries.append(("metadata", .map(custom)))
    return Tree(.map(entries))
  }
}
