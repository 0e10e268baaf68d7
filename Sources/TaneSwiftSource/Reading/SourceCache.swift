#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A cache of the summaries of source files by content, so that each file is parsed once.
///
/// The caller saves the encoded cache in a file. Cache keys do not contain file names, so a moved
/// file is not parsed again.
public struct SourceCache: Sendable {
  private var summaries: [String: FileSummary] = [:]
  private var requestedFingerprints: Set<String> = []
  /// The number of files parsed since the cache was created or decoded.
  package private(set) var parsedFileCount = 0

  /// Creates an empty cache.
  public init() {}

  /// Decodes a cache, which is empty if the bytes are damaged or of a different version.
  public init(decoding bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return }
    let content = Array(bytes[(end + 1)...])
    guard String(decoding: bytes[..<end], as: UTF8.self) == Self.heading(of: content) else {
      return
    }
    summaries = (try? JSONDecoder().decode([String: FileSummary].self, from: Data(content))) ?? [:]
  }

  /// A Boolean value indicating whether the cache has changed since it was decoded.
  package var hasChanged: Bool {
    parsedFileCount > 0 || requestedFingerprints.count < summaries.count
  }

  /// Encodes the cache as a line with its version and a checksum, followed by JSON; only files
  /// requested since the cache was created or decoded are included.
  public func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let content = Array(
      try encoder.encode(summaries.filter { requestedFingerprints.contains($0.key) })
    )
    return Array(Self.heading(of: content).utf8) + [UInt8(ascii: "\n")] + content
  }

  /// Returns the summaries of files, reading new files in a single request.
  mutating func summaries<Reader: SourceReading>(
    of files: [SwiftFile],
    reader: Reader
  ) throws(Reader.Failure) -> [FileSummary] {
    let fingerprints = files.map { Self.fingerprint(of: $0.bytes) }
    requestedFingerprints.formUnion(fingerprints)
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

  /// Returns the size and a 64-bit hash of bytes (FNV-1a,
  /// <http://www.isthe.com/chongo/tech/comp/fnv/>).
  ///
  /// The fingerprint detects edits; it does not protect against deliberate forgeries.
  static func fingerprint(of bytes: [UInt8]) -> String {
    let hash = bytes.withUnsafeBufferPointer { buffer in
      buffer.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    return "\(String(hash, radix: 16))-\(bytes.count)"
  }
}
