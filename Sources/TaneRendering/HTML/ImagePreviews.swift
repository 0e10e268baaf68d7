package import TaneCore

/// Images of differing objects, embedded in the page as `data:` URLs.
package struct ImagePreviews: Sendable {
  private var sources: [Address: [SideLine.Sign: String]] = [:]

  package init() {}

  /// Returns true if a content type is an image type without parameters.
  package static func isImage(_ contentType: String) -> Bool {
    contentType.lowercased().wholeMatch(of: /image\/[a-z0-9.+\-]+/) != nil
  }

  /// Adds the image of one side of an object; ignores empty data and other content types.
  package mutating func add(
    _ bytes: [UInt8],
    of contentType: String,
    to side: SideLine.Sign,
    at address: Address
  ) {
    guard Self.isImage(contentType), !bytes.isEmpty else { return }
    sources[address, default: [:]][side] = "data:\(contentType);base64,\(Base64.text(of: bytes))"
  }

  /// Renders the images of an object, the old side first; returns an empty string if there are
  /// none.
  func html(at address: Address) -> String {
    html(of: .old, at: address) + html(of: .new, at: address)
  }

  /// Renders the image of one side; returns an empty string if there is none.
  func html(of side: SideLine.Sign, at address: Address) -> String {
    guard let source = sources[address]?[side] else { return "" }
    let (name, alt) =
      side == .old ? ("before", "the image before") : ("after", "the image after")
    return "<img class=\"\(name)\" alt=\"\(alt.localized)\" src=\"\(source)\">"
  }
}
