import TaneCore

/// Reads JSON as RFC 8259 defines it, with every node's place.
///
/// Whole numbers are kept exactly, those beyond 64 bits as their digits; `-0` is the floating-point
/// number. `{".sv": "timestamp"}` is the Realtime Database's spelling of its server time
/// (<https://firebase.google.com/docs/reference/rest/database#section-server-values>).
public struct JSONReader: Sendable {
  private let keepsPlaces: Bool

  /// Creates a reader.
  ///
  /// Text that is not a file, such as the answer of a service, is read without the nodes' places.
  public init(keepsPlaces: Bool = true) {
    self.keepsPlaces = keepsPlaces
  }

  /// Reads a file in UTF-8, or in UTF-16 with a byte order mark.
  ///
  /// Reading ends at the first place that is not JSON; keys that stand twice are all found.
  public func read(_ bytes: [UInt8], named name: String) -> ReadResult {
    do {
      let text = try SourceText(bytes, named: name)
      return text.bytes.withUnsafeBufferPointer { buffer in
        JSONParser.read(text, buffer, named: name, keepsPlaces: keepsPlaces)
      }
    } catch {
      return ReadResult(tree: nil, diagnostics: [error])
    }
  }
}
