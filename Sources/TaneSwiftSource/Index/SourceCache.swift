#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The summaries of source files by their contents, so that a file is parsed once.
///
/// Who asks for a check keeps the encoded cache in a file. Names are no part of a key: a file that
/// moves is not parsed again.
public struct SourceCache: Sendable {
  private struct Stored: Codable {
    let version: Int
    let summaries: [String: FileSummary]
  }

  /// Goes up with every change of what summaries hold or how sources are read.
  private static let version = 1

  private var summaries: [String: FileSummary] = [:]
  private var used: Set<String> = []
  /// The number of files that had to be parsed since the cache was made or decoded.
  public private(set) var parsedFileCount = 0

  /// Creates an empty cache.
  public init() {}

  /// Reads an encoded cache; one of another version, or that is none, is as good as empty.
  public init(decoding bytes: [UInt8]) {
    guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)),
      stored.version == Self.version
    else { return }
    summaries = stored.summaries
  }

  /// The cache as JSON: only files that were asked for since it was made or decoded.
  public func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let current = summaries.filter { used.contains($0.key) }
    return Array(try encoder.encode(Stored(version: Self.version, summaries: current)))
  }

  /// The summary of a file, parsed if its contents are new.
  mutating func summary(of bytes: [UInt8]) -> FileSummary {
    let fingerprint = Self.fingerprint(of: bytes)
    used.insert(fingerprint)
    if let known = summaries[fingerprint] { return known }
    let summary = DeclarationReader.summary(of: bytes)
    parsedFileCount += 1
    summaries[fingerprint] = summary
    return summary
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
