import Foundation
import Synchronization
public import TaneCore

/// A manager that gives an app access to the storage buckets of the active environment.
///
/// Activating another environment does not change the bucket of an existing reference.
///
/// ```swift
/// let manager = FirebaseStorageManager(buckets: ["images": store], environment: "local")
/// let data = try await manager.storageReference.child("shops/0.jpg").data(maxSize: 1 << 20)
/// ```
@dynamicMemberLookup
public final class FirebaseStorageManager: EnvironmentManager {
  private typealias Buckets = ActiveServices<ActiveService<any ObjectReader, any ObjectStore>>

  private let active: Mutex<AppInstances<Buckets>?>

  /// Creates a manager without an environment; its references throw errors until one is activated.
  public init() {
    active = Mutex(nil)
  }

  /// Creates a manager for an environment's buckets, keyed by their names in the profile.
  public convenience init(buckets: [String: any ObjectStore], environment: String = "local") {
    self.init()
    use(buckets: buckets, environment: environment)
  }

  /// Activates an environment; new references belong to its buckets.
  ///
  /// ```swift
  /// manager.use(buckets: ["images": store], environment: "staging")
  /// ```
  public func use(buckets: [String: any ObjectStore], environment: String) {
    use(OpenedEnvironment(EnvironmentStores(buckets, as: .buckets)), environment: environment)
  }

  /// Activates an environment with opened buckets, which may be read-only.
  ///
  /// - Parameters:
  ///   - services: The services of the environment.
  ///   - environment: The environment's name.
  ///   - urls: The URLs of the buckets, including their URLs in other environments.
  ///   - defaultBucket: The name of the default bucket, or nil to use the only bucket.
  ///   - opener: The function that opens a bucket at an emulator or as another app's user, or nil
  ///     if this is not supported.
  public func use(
    _ services: OpenedEnvironment,
    environment: String,
    urls: ServiceURLs = ServiceURLs(),
    defaultBucket: String? = nil,
    opener: ServiceOpener? = nil
  ) {
    let buckets = services[.buckets].map { name, service in
      (name, ActiveService(.success(service), .buckets, named: name, opener))
    }
    let active = ActiveServices(
      environment: environment,
      services: Dictionary(uniqueKeysWithValues: buckets),
      urls: urls,
      defaultName: defaultBucket
    )
    self.active.withLock { $0 = AppInstances(active) }
  }

  /// The name of the active environment, if any.
  public var environment: String? { active.withLock { $0?.main.environment } }

  /// The names of the buckets in the active environment, sorted.
  public var bucketNames: [String] { active.withLock { $0?.main.names ?? [] } }

  /// The root of the environment's default bucket, or of its only bucket.
  ///
  /// If the environment has neither, the first use of the reference throws a `FirebaseError`.
  public var storageReference: StorageReference { defaultReference(for: nil) }

  /// Returns the root of the default bucket for an app, or for the default app if `app` is nil.
  func defaultReference(for app: FirebaseApp?) -> StorageReference {
    switch active.withLock({ $0?.main.defaultName(.bucket) }) ?? .failure(.noActiveEnvironment) {
    case .success(let name): reference(to: name, for: app)
    case .failure(let error):
      StorageReference(bucket: "", path: [], service: .failure(error), of: self, app)
    }
  }

  /// Returns the root of a bucket of the active environment.
  ///
  /// Throws a `FirebaseError` if there is no bucket with the given name.
  ///
  /// ```swift
  /// let images = try manager.storageReference(bucket: "images")
  /// ```
  public func storageReference(bucket name: String) throws -> StorageReference {
    let reference = reference(to: name)
    _ = try reference.service.get()
    return reference
  }

  /// The root of the bucket that a member names: `imagesReference` is the root of *images*.
  ///
  /// If no environment is active, or the active environment has no bucket of this name, the first
  /// use of the reference throws a `FirebaseError`.
  public subscript(dynamicMember member: String) -> StorageReference {
    reference(to: NamedServiceKind.name(ofMember: member))
  }

  /// Returns the object at a URL (`gs://BUCKET/PATH`, or a Firebase download URL).
  ///
  /// The URL may name a bucket in any environment of the project; it refers to the bucket with the
  /// same name in the active environment.
  ///
  /// If no environment contains the bucket, using the reference throws a `FirebaseError`.
  public func reference(forURL url: String) -> StorageReference { reference(forURL: url, for: nil) }

  /// Returns the object at a URL for an app, or for the default app if `app` is nil.
  func reference(forURL url: String, for app: FirebaseApp?) -> StorageReference {
    let place = active.withLock { $0?.main.place(at: Self.bucketURL(of: url), .bucket) }
    switch place ?? .failure(.noActiveEnvironment) {
    case .success(let (name, path)): return reference(to: name, for: app).child(path)
    case .failure(let error):
      return StorageReference(bucket: url, path: [], service: .failure(error), of: self, app)
    }
  }

  /// Converts a download URL to the `gs:` URL of its object; returns any other URL unchanged.
  private static func bucketURL(of url: String) -> String {
    guard let parts = URLComponents(string: url), parts.scheme?.hasPrefix("http") == true else {
      return url
    }
    // `/v0/b/BUCKET/o/NAME`, where slashes in the name are encoded.
    let path = parts.percentEncodedPath.split(separator: "/")
    guard path.count == 5, path[0] == "v0", path[1] == "b", path[3] == "o" else { return url }
    return "gs://\(path[2])/\(path[4])".removingPercentEncoding ?? url
  }

  private func reference(to name: String, for app: FirebaseApp? = nil) -> StorageReference {
    let active = active.withLock { active in
      active?.instance(for: app) { $0.mapServices { $0.opened(for: app) } }
    }
    let service: ActiveService<any ObjectReader, any ObjectStore>
    switch active?.service(named: name, .bucket) ?? .failure(.noActiveEnvironment) {
    case .success(let found): service = found
    case .failure(let error): service = .failure(error)
    }
    return StorageReference(bucket: name, path: [], service: service, of: self, app)
  }
}
