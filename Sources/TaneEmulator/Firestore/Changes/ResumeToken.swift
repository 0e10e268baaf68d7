import TaneCore

/// The time up to which a client has received a target's documents.
///
/// A token from an earlier run of the emulator cannot be used, because it is unknown which
/// documents the client received then.
struct ResumeToken: Equatable {
  private static let run = RandomText.alphanumeric(count: 8)

  let time: DocumentTimestamp

  init(_ time: DocumentTimestamp) {
    self.time = time
  }

  /// Parses a token, or returns nil if this run of the emulator did not create it.
  init?(_ bytes: some Collection<UInt8>) {
    let run = Array(Self.run.utf8)
    guard bytes.count == run.count + 8, bytes.starts(with: run) else { return nil }
    let number = bytes.dropFirst(run.count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    self.init(DocumentTimestamp(microseconds: Int64(bitPattern: number)))
  }

  var bytes: [UInt8] {
    Array(Self.run.utf8) + withUnsafeBytes(of: time.microseconds.bigEndian) { Array($0) }
  }
}
