#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The summaries of source files by their contents, so that a file is parsed once.
///
/// The caller of a check saves the encoded cache in a file. Names are not part of a key: a moved file is not parsed
/// again.
public struct SourceCache: Sendable {
  private var summaries: [String: FileSummary] = [:]
  private var used: Set<String> = []
  /// The number of files that had to be parsed since the cache was made or decoded.
  public private(set) var parsedFileCount = 0

  /// Creates an empty cache.
  public init() {}

  /// Reads an encoded cache; one of another version, or that is damaged, is as good as empty.
  public init(decoding bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return }
    let content = Array(bytes[(end + 1)...])
    guard String(decoding: bytes[..<end], as: UTF8.self) == Self.heading(of: content) else {
      return
    }
    summaries = (try? JSONDecoder().decode([String: FileSummary].self, from: Data(content))) ?? [:]
  }

  /// A Boolean value indicating whether the cache has changed since it was decoded.
  public var hasChanged: Bool { parsedFileCount > 0 || used.count < summaries.count }

  /// The cache as a line of its version and a checksum, and JSON: only files that were asked for since
  /// it was made or decoded.
  public func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let content = Array(try encoder.encode(summaries.filter { used.contains($0.key) }))
    return Array(Self.heading(of: content).utf8) + [UInt8(ascii: "\n")] + content
  }

  /// The summaries of files, those that are new read by a reader in one go.
  mutating func summaries<Reader: SourceReading>(
    of files: [SwiftFile],
    reader: Reader
  ) throws(Reader.Failure) -> [FileSummary] {
    let fingerprints = files.map { Self.fingerprint(of: $0.bytes) }
    used.formUnion(fingerprints)
    var new: [(fingerprint: String, file: SwiftFile)] = []
    var seen: Set<String> = []
    for (fingerprint, file) in zip(fingerprints, files)
    where summaries[fingerprint] == nil && seen.insert(fingerprint).inserted {
      new.append((fingerprint, file))
    }
    let read = try reader.summaries(of: new.map(\.file))
    parsedFileCount += new.count
    for (entry, summary) in zip(new, read) { summaries[entry.fingerprint] = summary }
    return fingerprints.map { summaries[$0] ?? FileSummary() }
  }

  private static func heading(of content: [UInt8]) -> String {
    "tane sources \(FileSummary.format) \(fingerprint(of: content))"
  }

  /// The size and a hash of 64 bits (FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>).
  ///
  /// It tells edits apart, not forgeries: nobody gains from making two sources collide.
  static func fingerprint(of bytes: [UInt8]) -> String {
    let hash = bytes.withUnsafeBufferPointer { buffer in
      buffer.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    return "\(String(hash, radix: 16))-\(bytes.count)"
  }
}
