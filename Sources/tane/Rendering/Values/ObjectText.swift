import TaneCore
import TaneSeeding

/// Objects of buckets in words.
enum ObjectText {
  /// `image/png, 5 B`.
  static func kindAndSize(of state: ObjectState) -> String {
    "\(state.metadata.contentType), \(ByteCountText.render(state.size))"
  }

  /// Everything that is compared of an object, on one line.
  static func summary(of state: ObjectState) -> String {
    var parts = [kindAndSize(of: state), BytesText.checksum(state.crc32c)]
    if let cacheControl = state.metadata.cacheControl { parts.append("cache \(cacheControl)") }
    parts += state.metadata.custom.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return VisibleText.revealing(parts.joined(separator: ", ").escapingControls)
  }

  /// `content and metadata`.
  static func aspects(of object: ObjectDifference) -> String {
    object.aspects.map(\.rawValue).joined(separator: " and ")
  }
}
