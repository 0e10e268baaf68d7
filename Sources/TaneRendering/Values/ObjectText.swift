package import TaneCore

/// Functions that describe objects in buckets.
package enum ObjectText {
  /// Returns the content type and size of an object, such as `image/png, 5 B`.
  package static func kindAndSize(of object: Resource) -> String {
    let size = object.blob.map { ", \(ByteCountText.render($0.size))" } ?? ""
    return "\(ObjectMetadata(object.content).contentType)\(size)"
  }

  /// Returns all compared properties of an object, on a single line.
  package static func summary(of object: Resource) -> String {
    let metadata = ObjectMetadata(object.content)
    var parts = [kindAndSize(of: object)]
    if let blob = object.blob { parts.append(BytesText.checksum(blob.crc32c)) }
    if let cacheControl = metadata.cacheControl { parts.append("cache \(cacheControl)") }
    if let disposition = metadata.contentDisposition { parts.append("disposition \(disposition)") }
    if let encoding = metadata.contentEncoding { parts.append("encoding \(encoding)") }
    if let language = metadata.contentLanguage { parts.append("language \(language)") }
    parts += metadata.custom.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return VisibleText.revealing(parts.joined(separator: ", ").escapingControls)
  }

  /// Returns the aspects in which the two sides of an object differ, such as `content and
  /// metadata`.
  package static func aspects(of object: ResourceDifference) -> String {
    guard object.old.exists, object.new.exists else { return "" }
    let content = object.old.blob == object.new.blob ? [] : ["content"]
    let metadata = object.old.content == object.new.content ? [] : ["metadata"]
    return (content + metadata).joined(separator: " and ")
  }
}
