package import TaneCore

/// The images of objects that differ, as a page has them in itself: in `data:` addresses.
package struct ImagePreviews: Sendable {
  private var sources: [Address: [SideLine.Sign: String]] = [:]

  package init() {}

  /// Whether a content type names images, in no more words than one.
  package static func isImage(_ contentType: String) -> Bool {
    contentType.lowercased().wholeMatch(of: /image\/[a-z0-9.+\-]+/) != nil
  }

  /// Keeps one side of an object; bytes of another kind are passed over.
  package mutating func add(
    _ bytes: [UInt8],
    of contentType: String,
    to side: SideLine.Sign,
    at address: Address
  ) {
    guard Self.isImage(contentType), !bytes.isEmpty else { return }
    sources[address, default: [:]][side] = "data:\(contentType);base64,\(Base64.text(of: bytes))"
  }

  /// The images of an object, the old side's first; nothing where none is kept.
  func html(at address: Address) -> String {
    let sides: [(SideLine.Sign, String, alt: String)] = [
      (.old, "before", "the image before"), (.new, "after", "the image after"),
    ]
    return sides.map { side, name, alt in
      guard let source = sources[address]?[side] else { return "" }
      return "<img class=\"\(name)\" alt=\"\(alt.localized)\" src=\"\(source)\">"
    }.joined()
  }
}
