import Synchronization
public import TaneCore

/// The way from an app to the storage buckets of the environment that is active.
///
/// As with databases, a reference is bound to the bucket it was made for, and a later change of the
/// environment does not move it.
///
/// ```swift
/// let manager = FirebaseStorageManager(buckets: ["images": store], environment: "local")
/// let data = try await manager.storageReference.child("shops/0.jpg").data(maxSize: 1 << 20)
/// ```
@dynamicMemberLookup
public final class FirebaseStorageManager: EnvironmentManager {
  private let active: Mutex<ActiveServices<OpenedService<any ObjectReader, any ObjectStore>>?>

  /// Creates a manager of no environment; its references throw until one is activated.
  public init() {
    active = Mutex(nil)
  }

  /// Creates a manager of the buckets of an environment, by their names in its profile.
  public convenience init(buckets: [String: any ObjectStore], environment: String = "local") {
    self.init()
    use(buckets: buckets, environment: environment)
  }

  /// Activates an environment: references made from now on belong to its buckets.
  ///
  /// ```swift
  /// manager.use(buckets: ["images": store], environment: "staging")
  /// ```
  public func use(buckets: [String: any ObjectStore], environment: String) {
    use(OpenedEnvironment(EnvironmentStores(buckets, as: .buckets)), environment: environment)
  }

  /// Activates an environment with the buckets that were opened, which may be for reading only.
  public func use(_ services: OpenedEnvironment, environment: String) {
    let active = ActiveServices(environment: environment, services: services[.buckets])
    self.active.withLock { $0 = active }
  }

  /// The name of the environment that is active, if one is.
  public var environment: String? { active.withLock { $0?.environment } }

  /// The names of the buckets in the environment that is active, sorted.
  public var bucketNames: [String] { active.withLock { $0?.names ?? [] } }

  /// The root of the environment's only bucket; of several, of the one whose name sorts first.
  ///
  /// Where there is none, the first use of the reference throws a `FirebaseError` that says so.
  public var storageReference: StorageReference {
    guard let active = active.withLock({ $0 }) else {
      return StorageReference(bucket: "", path: [], service: .failure(.noActiveEnvironment))
    }
    guard let name = active.names.first else {
      let message = "environment \"\(active.environment)\" has no bucket; name one in its profile"
      let error = FirebaseError(.unknownBucket, message)
      return StorageReference(bucket: "", path: [], service: .failure(error))
    }
    return reference(to: name)
  }

  /// The root of a bucket of the environment that is active.
  ///
  /// Throws a `FirebaseError` where there is none of the name.
  ///
  /// ```swift
  /// let images = try manager.storageReference(bucket: "images")
  /// ```
  public func storageReference(bucket name: String) throws -> StorageReference {
    let reference = reference(to: name)
    _ = try reference.service.get()
    return reference
  }

  /// The root of the bucket that a member names: `imagesReference` is that of *images*.
  ///
  /// Where the environment has none of the name, or none is active, the first use of the reference
  /// throws a `FirebaseError` that says so.
  public subscript(dynamicMember member: String) -> StorageReference {
    reference(to: StoreKind.name(ofMember: member))
  }

  private func reference(to name: String) -> StorageReference {
    let active = active.withLock { $0 }
    let service = active?.service(named: name, .bucket) ?? .failure(.noActiveEnvironment)
    return StorageReference(bucket: name, path: [], service: service)
  }
}
