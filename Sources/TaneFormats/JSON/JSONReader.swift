import TaneCore

/// A reader of JSON (RFC 8259) that records the position of every node.
///
/// Integers are exact; an integer beyond 64 bits is stored as its digits; `-0` is a floating-point
/// number. `{".sv": "timestamp"}` is the Realtime Database's server timestamp
/// (<https://firebase.google.com/docs/reference/rest/database#section-server-values>).
public struct JSONReader: Sendable {
  private let recordsPositions: Bool

  /// Creates a reader.
  ///
  /// Pass `recordsPositions: false` for text that does not come from a file, such as a response: its
  /// nodes then have no positions.
  public init(recordsPositions: Bool = true) {
    self.recordsPositions = recordsPositions
  }

  /// Reads a file in UTF-8, or in UTF-16 with a byte order mark.
  ///
  /// Reading stops at the first syntax error; all duplicate keys before it are reported.
  public func read(_ bytes: [UInt8], named name: String) -> ReadResult {
    do {
      let text = try SourceText(bytes, named: name)
      return text.bytes.withUnsafeBufferPointer { buffer in
        JSONParser.read(text, buffer, named: name, recordsPositions: recordsPositions)
      }
    } catch {
      return ReadResult(tree: nil, diagnostics: [error])
    }
  }
}
