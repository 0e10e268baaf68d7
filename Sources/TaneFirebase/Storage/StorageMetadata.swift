public import Foundation
import Synchronization
import TaneCore

/// The metadata of an object, either read from a bucket or to be written.
///
/// As in the Firebase SDK, this is a class, so that the properties of a constant can be set.
///
/// ```swift
/// let metadata = StorageMetadata()
/// metadata.contentType = "image/jpeg"
/// metadata.customMetadata = ["uploaded_user": "1000001"]
/// ```
///
/// Write changed metadata with `StorageReference.updateMetadata(_:)`.
public final class StorageMetadata: Sendable {
  private struct Writable: Hashable {
    var cacheControl: String?
    var contentDisposition: String?
    var contentEncoding: String?
    var contentLanguage: String?
    var contentType: String?
    var custom: [String: String]?
  }

  private let writable: Mutex<Writable>
  /// The metadata in the bucket at the time of the read; empty for new metadata.
  private let stored: Writable

  /// The name of the bucket; empty for new metadata.
  public let bucket: String
  /// The object's full name in its bucket; nil for new metadata.
  public let path: String?
  /// The size of the object, in bytes; 0 for new metadata.
  public let size: Int64
  /// The MD5 digest of the bytes in base64, or nil if the bucket does not provide it.
  public let md5Hash: String?
  /// A number that changes with every upload of the object; 0 for new metadata.
  public let generation: Int64
  /// A number that increases with every change to the metadata; 0 for new metadata.
  public let metageneration: Int64
  /// The creation time of this generation; nil for new metadata.
  public let timeCreated: Date?
  /// The time of the last change to the bytes or metadata; nil for new metadata.
  public let updated: Date?

  /// Creates empty metadata.
  public init() {
    stored = Writable()
    writable = Mutex(stored)
    bucket = ""
    (path, md5Hash, timeCreated, updated) = (nil, nil, nil, nil)
    (size, generation, metageneration) = (0, 0, 0)
  }

  init(_ object: StoredObject, bucket: String) {
    let metadata = object.metadata
    stored = Writable(
      cacheControl: metadata.cacheControl,
      contentDisposition: metadata.contentDisposition,
      contentEncoding: metadata.contentEncoding,
      contentLanguage: metadata.contentLanguage,
      contentType: metadata.contentType,
      custom: metadata.custom.isEmpty ? nil : metadata.custom
    )
    writable = Mutex(stored)
    self.bucket = bucket
    path = object.name
    size = Int64(object.size)
    md5Hash = object.md5Hash
    generation = object.generation
    metageneration = object.metageneration
    timeCreated = Date(timeIntervalSince1970: Double(object.timeCreated) / 1000)
    updated = Date(timeIntervalSince1970: Double(object.updated) / 1000)
  }

  /// The last path segment of the object's name; nil for new metadata.
  public var name: String? { path.map { $0.split(separator: "/").last.map(String.init) ?? $0 } }
}

extension StorageMetadata {
  /// The media type of the bytes; nil is stored as `application/octet-stream`.
  public var contentType: String? {
    get { writable.withLock { $0.contentType } }
    set { writable.withLock { $0.contentType = newValue } }
  }

  /// The `Cache-Control` header of the object when it is served.
  public var cacheControl: String? {
    get { writable.withLock { $0.cacheControl } }
    set { writable.withLock { $0.cacheControl = newValue } }
  }

  /// The `Content-Disposition` header of the object when it is served.
  public var contentDisposition: String? {
    get { writable.withLock { $0.contentDisposition } }
    set { writable.withLock { $0.contentDisposition = newValue } }
  }

  /// The `Content-Encoding` header of the object when it is served.
  public var contentEncoding: String? {
    get { writable.withLock { $0.contentEncoding } }
    set { writable.withLock { $0.contentEncoding = newValue } }
  }

  /// The `Content-Language` header of the object when it is served.
  public var contentLanguage: String? {
    get { writable.withLock { $0.contentLanguage } }
    set { writable.withLock { $0.contentLanguage = newValue } }
  }

  /// The custom metadata, if any.
  public var customMetadata: [String: String]? {
    get { writable.withLock { $0.custom } }
    set { writable.withLock { $0.custom = newValue } }
  }

  /// The metadata in the format of the stores.
  var objectMetadata: ObjectMetadata {
    let written = writable.withLock { $0 }
    var metadata = ObjectMetadata(
      cacheControl: written.cacheControl,
      contentDisposition: written.contentDisposition,
      contentEncoding: written.contentEncoding,
      contentLanguage: written.contentLanguage,
      custom: written.custom ?? [:]
    )
    if let contentType = written.contentType { metadata.contentType = contentType }
    return metadata
  }

  /// Returns an object's metadata with the changes made to this instance: values set to nil are
  /// removed, and unchanged values are preserved.
  func changing(_ metadata: ObjectMetadata) -> ObjectMetadata {
    let written = writable.withLock { $0 }
    var changed = metadata
    if written.cacheControl != stored.cacheControl { changed.cacheControl = written.cacheControl }
    if written.contentDisposition != stored.contentDisposition {
      changed.contentDisposition = written.contentDisposition
    }
    if written.contentEncoding != stored.contentEncoding {
      changed.contentEncoding = written.contentEncoding
    }
    if written.contentLanguage != stored.contentLanguage {
      changed.contentLanguage = written.contentLanguage
    }
    if written.contentType != stored.contentType {
      changed.contentType = written.contentType ?? ContentType.unknown
    }
    let (custom, known) = (written.custom ?? [:], stored.custom ?? [:])
    for key in known.keys where custom[key] == nil { changed.custom[key] = nil }
    for (key, value) in custom where known[key] != value { changed.custom[key] = value }
    return changed
  }
}
