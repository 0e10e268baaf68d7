package import TaneCore

/// The bucket and the object that a Cloud Storage URL refers to.
package struct ObjectURL: Sendable, Hashable {
  /// The bucket's name.
  package let bucket: String
  /// The object's name.
  package let object: String

  private static let host = "storage.googleapis.com"

  /// Parses a `gs://` URL, a download URL (`…/v0/b/BUCKET/o/OBJECT`), or a public URL
  /// (`https://storage.googleapis.com/BUCKET/OBJECT`), or returns nil for any other text.
  package init?(_ text: String) {
    guard let separator = text.firstRange(of: "://") else { return nil }
    let rest = text[separator.upperBound...]
    if text.hasPrefix("gs://") {
      self.init(of: rest)
      return
    }
    guard text.hasPrefix("https://") || text.hasPrefix("http://") else { return nil }
    let location = rest.prefix { $0 != "?" && $0 != "#" }
    let host = location.prefix { $0 != "/" }
    let path = location.dropFirst(host.count + 1)
    if let start = path.firstRange(of: "v0/b/"), let end = path.firstRange(of: "/o/"),
      start.upperBound < end.lowerBound
    {
      let bucket = path[start.upperBound..<end.lowerBound]
      self.init(of: "\(bucket)/\(path[end.upperBound...])", isEncoded: true)
    } else if host == Self.host {
      self.init(of: path, isEncoded: true)
    } else if host.hasSuffix(".\(Self.host)") {
      self.init(of: "\(host.dropLast(Self.host.count + 1))/\(path)", isEncoded: true)
    } else {
      return nil
    }
  }

  /// Parses `BUCKET/OBJECT`, or returns nil if either is empty.
  private init?(of path: some StringProtocol, isEncoded: Bool = false) {
    let bucket = String(path.prefix { $0 != "/" })
    let object = String(path.dropFirst(bucket.count + 1))
    guard !bucket.isEmpty, !object.isEmpty else { return nil }
    self.bucket = isEncoded ? PercentEncoding.decode(bucket) : bucket
    self.object = isEncoded ? PercentEncoding.decode(object) : object
  }
}

extension EnvironmentProfile {
  /// Returns the address of the object that a URL refers to, or nil if the text is not an object's
  /// URL or the environment does not have the bucket.
  package func object(namedBy text: String) -> Address? {
    guard let url = ObjectURL(text),
      let bucket = services(of: .buckets).first(where: { $0.instanceName == url.bucket })
    else { return nil }
    return Address(bucket: bucket.name, object: url.object)
  }
}
