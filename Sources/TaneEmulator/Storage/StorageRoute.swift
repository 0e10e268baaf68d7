/// An object's bucket and name.
struct ObjectLocation: Sendable, Hashable {
  let bucket: String
  let name: String
}

/// The target of a request to the storage service.
enum StorageRoute: Equatable {
  /// `/b`: all buckets.
  case buckets
  /// `/b/B`: one bucket.
  case bucket(String)
  /// `/b/B/iam/testPermissions`: the granted permissions.
  case permissions(String)
  /// `/b/B/storageLayout`: the folder layout of a bucket.
  case layout(String)
  /// `/b/B/managedFolders`: the managed folders of a bucket.
  case managedFolders(String)
  /// `/b/B/o`: the objects of a bucket.
  case objects(String)
  /// `/b/B/o/N`: one object; `isMedia` is true for a path that always returns the bytes.
  case object(ObjectLocation, isMedia: Bool)
  /// `/b/S/o/SN/copyTo/b/D/o/DN`, or `rewriteTo` in place of `copyTo`: copies an object.
  case copy(from: ObjectLocation, to: ObjectLocation, isRewrite: Bool)
  /// `/b/B/o/N/compose`: joins objects into one object.
  case compose(ObjectLocation)
  /// `/upload/…/b/B/o`: starts or continues an upload.
  case upload(String)
  /// `/v0/b/B/o`: the objects of a bucket, in Firebase's API.
  case firebaseObjects(String)
  /// `/v0/b/B/o/N`: one object, in Firebase's API.
  case firebaseObject(ObjectLocation)
  /// `/batch/storage/v1`: several calls in one request.
  case batch
  /// `/internal/reset`: removes all objects and uploads.
  case reset
  /// `/internal/setRules`: checks the syntax of security rules, which are not evaluated.
  case rules

  /// Parses the decoded segments of a path, or returns nil if the path is unknown.
  ///
  /// Cloud Storage calls are accepted with and without `/storage/v1`, because Google's clients send
  /// both to emulators.
  init?(_ segments: [String]) {
    let path = segments[...]
    if path == ["internal", "reset"] {
      self = .reset
    } else if path == ["internal", "setRules"] {
      self = .rules
    } else if path == ["batch", "storage", "v1"] || path == ["batch"] {
      self = .batch
    } else if path.first == "v0" {
      self.init(firebase: path.dropFirst())
    } else if path.starts(with: ["upload"]) || path.starts(with: ["resumable", "upload"]) {
      let rest = path.drop { $0 != "b" }
      guard rest.count == 3, rest.last == "o" else { return nil }
      self = .upload(rest[rest.startIndex + 1])
    } else {
      self.init(cloud: path)
    }
  }

  private init?(firebase path: ArraySlice<String>) {
    guard let (bucket, rest) = Self.objects(of: path) else { return nil }
    self =
      rest.isEmpty
      ? .firebaseObjects(bucket)
      : .firebaseObject(ObjectLocation(bucket: bucket, name: rest.joined(separator: "/")))
  }

  private init?(cloud path: ArraySlice<String>) {
    let isMedia = path.starts(with: ["download", "storage", "v1"])
    let prefix = isMedia ? 3 : path.starts(with: ["storage", "v1"]) ? 2 : 0
    let path = path.dropFirst(prefix)
    if path == ["b"] {
      self = .buckets
    } else if path.count == 2, path.first == "b" {
      self = .bucket(path[path.startIndex + 1])
    } else if path.count == 4, path.first == "b", path.suffix(2) == ["iam", "testPermissions"] {
      self = .permissions(path[path.startIndex + 1])
    } else if path.count == 3, path.first == "b", path.last == "storageLayout" {
      self = .layout(path[path.startIndex + 1])
    } else if path.count == 3, path.first == "b", path.last == "managedFolders" {
      self = .managedFolders(path[path.startIndex + 1])
    } else if let (bucket, rest) = Self.objects(of: path) {
      self = Self.route(to: rest, in: bucket, isMedia: isMedia)
    } else if prefix == 0, path.count >= 2, path.first != "b", let bucket = path.first {
      // The path of the XML API, which some clients use for downloads: /BUCKET/OBJECT.
      let name = path.dropFirst().joined(separator: "/")
      self = .object(ObjectLocation(bucket: bucket, name: name), isMedia: true)
    } else {
      return nil
    }
  }

  private static func route(
    to rest: ArraySlice<String>,
    in bucket: String,
    isMedia: Bool
  ) -> StorageRoute {
    guard let first = rest.first else { return .objects(bucket) }
    let verb = rest.count > 1 ? rest[rest.startIndex + 1] : ""
    if rest.count == 2, verb == "compose" {
      return .compose(ObjectLocation(bucket: bucket, name: first))
    }
    if verb == "copyTo" || verb == "rewriteTo",
      let (target, name) = objects(of: rest.dropFirst(2)), !name.isEmpty
    {
      return .copy(
        from: ObjectLocation(bucket: bucket, name: first),
        to: ObjectLocation(bucket: target, name: name.joined(separator: "/")),
        isRewrite: verb == "rewriteTo"
      )
    }
    let name = rest.joined(separator: "/")
    return .object(ObjectLocation(bucket: bucket, name: name), isMedia: isMedia)
  }

  /// Parses the bucket and the remaining segments of a path `b/B/o/…`.
  private static func objects(
    of path: ArraySlice<String>
  ) -> (bucket: String, rest: ArraySlice<String>)? {
    let start = path.startIndex
    guard path.count >= 3, path[start] == "b", path[start + 2] == "o" else { return nil }
    return (path[start + 1], path.dropFirst(3))
  }
}
