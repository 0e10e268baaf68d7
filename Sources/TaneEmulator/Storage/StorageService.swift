import HTTPTypes
package import TaneCore
import TaneServices

/// An emulator of Cloud Storage for Firebase, with the Cloud Storage JSON API and, below `/v0`,
/// Firebase's own API.
///
/// Anyone can read and write everything: security rules are parsed but not evaluated. See
/// <https://cloud.google.com/storage/docs/json_api/v1>.
package struct StorageService: EmulatorService {
  /// The buckets that are served.
  package let buckets: StorageBuckets
  /// The maximum size of an object, in bytes.
  let maximumObjectSize: Int
  let sessions = UploadSessions()
  /// A closure that returns a new, unguessable upload identifier or download token.
  let makeIdentifier: @Sendable () -> String

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - buckets: The buckets to serve.
  ///   - maximumObjectSize: The maximum size of an object, in bytes.
  ///   - makeIdentifier: Returns a new, unguessable upload identifier or download token.
  package init(
    buckets: StorageBuckets,
    maximumObjectSize: Int = 1_000_000_000,
    makeIdentifier: @escaping @Sendable () -> String = { RandomText.identifier() }
  ) {
    self.buckets = buckets
    self.maximumObjectSize = maximumObjectSize
    self.makeIdentifier = makeIdentifier
  }

  /// Responds to a request.
  ///
  /// A HEAD request is handled like a GET request, and the server omits the body.
  package func respond(to request: EmulatorRequest) async -> EmulatorResponse {
    if let preflight = CrossOriginSharing.preflight(request) { return preflight }
    return CrossOriginSharing.addingHeaders(to: await handle(request), for: request)
  }

  private func handle(_ request: EmulatorRequest) async -> EmulatorResponse {
    let route = StorageRoute(request.target.segments)
    do {
      return try await handle(request, route)
    } catch {
      let failure =
        switch error {
        case let failure as StorageFailure: failure
        case let problem as WireError: StorageFailure.invalid(problem.message)
        case let error as StoreError: StorageFailure(error)
        default: StorageFailure(.serviceUnavailable, "backendError", "The request was canceled.")
        }
      return route?.isFirebase == true
        ? failure.firebaseResponse
        : failure.cloudResponse(isMedia: request.wantsMedia(route))
    }
  }

  private func handle(
    _ request: EmulatorRequest,
    _ route: StorageRoute?
  ) async throws -> EmulatorResponse {
    let cloud = CloudStorageAPI(service: self, request: request)
    let firebase = FirebaseStorageAPI(service: self, request: request)
    switch route {
    case nil: throw StorageFailure.unknownPath
    case .buckets: return try await cloud.buckets()
    case .bucket(let name): return try await cloud.bucket(name)
    case .permissions(let name): return try cloud.permissions(on: name)
    case .layout(let name): return try await cloud.layout(of: name)
    case .managedFolders(let name): return try await cloud.managedFolders(of: name)
    case .objects(let bucket): return try await cloud.objects(of: bucket)
    case .object(let place, let isMedia): return try await cloud.object(place, isMedia: isMedia)
    case .copy(let source, let target, let isRewrite):
      return try await cloud.copy(source, to: target, isRewrite: isRewrite)
    case .compose(let place): return try await cloud.compose(place)
    case .upload(let bucket): return try await cloud.upload(to: bucket)
    case .firebaseObjects(let bucket): return try await firebase.objects(of: bucket)
    case .firebaseObject(let place): return try await firebase.object(place)
    case .batch: return try await cloud.batch()
    case .reset: return try await reset(request)
    case .rules: return try rules(request)
    }
  }

  /// Removes all objects and uploads, and the buckets that clients added.
  private func reset(_ request: EmulatorRequest) async throws -> EmulatorResponse {
    guard request.method == .post else { throw StorageFailure.unsupportedMethod(request.method) }
    for name in buckets.currentNames {
      let store = try buckets.store(named: name)
      var page: ObjectListPage
      repeat {
        page = try await store.list(ObjectListRequest())
        for object in page.objects { try await store.delete(at: object.name, if: .none) }
      } while page.nextPageToken != nil
    }
    buckets.removeAddedBuckets()
    sessions.removeAll()
    return EmulatorResponse(.ok)
  }

  private func rules(_ request: EmulatorRequest) throws -> EmulatorResponse {
    guard request.method == .put else { throw StorageFailure.unsupportedMethod(request.method) }
    do {
      let body = try JSONText.object(of: request.body)
      try RulesSyntaxChecker.check(filesOf: body, for: "firebase.storage")
    } catch {
      let reason = (error as? RulesProblem)?.description ?? (error as? JSONText.Problem)?.message
      return .json(
        ["message": .string("There was an error updating rules: \(reason ?? "")")],
        status: .badRequest
      )
    }
    return .json([
      "message":
        "Rules updated successfully. They are not evaluated: everyone can read and write."
    ])
  }
}

extension StorageService {
  /// Stores an object from an export, replacing any object with the same name.
  ///
  /// The object retains its generation and times, so that it appears unchanged to clients. If the
  /// description has no generation, new values are generated.
  ///
  /// - Parameters:
  ///   - description: The object in the format of the Cloud Storage JSON API.
  ///   - data: The object's bytes.
  ///   - name: The object's name.
  ///   - bucket: The bucket's name.
  /// - Throws: A `StoreError` for an invalid name or description, or from the store.
  package func restore(
    _ description: Tree,
    _ data: [UInt8],
    named name: String,
    to bucket: String
  ) async throws {
    do {
      let store = try buckets.storeForWriting(named: bucket)
      let metadata = try MetadataChange(description).applied(to: ObjectMetadata())
      guard let generation = description["generation"]?.wholeNumber, generation > 0 else {
        _ = try await store.put(data, at: name, metadata: metadata, if: .none)
        return
      }
      let object = StoredObject(
        name: name,
        size: data.count,
        md5Hash: nil,
        crc32c: 0,
        generation: generation,
        metageneration: description["metageneration"]?.wholeNumber ?? 1,
        timeCreated: description.time("timeCreated"),
        updated: description.time("updated"),
        metadata: metadata
      )
      _ = try await store.restore(object, data)
    } catch let failure as StorageFailure {
      throw StoreError(.invalidData, service: bucket.escapingControls, failure.message)
    } catch let problem as WireError {
      throw StoreError(.invalidData, service: bucket.escapingControls, problem.message)
    }
  }

  /// Stores an object after checking its digests and precondition.
  func store(_ data: [UInt8], as pending: PendingObject) async throws -> StoredObject {
    guard data.count <= maximumObjectSize else {
      throw StorageFailure(
        .contentTooLarge,
        "uploadTooLarge",
        "The object is \(data.count.grouped) bytes in size; up to \(maximumObjectSize.grouped) are "
          + "allowed."
      )
    }
    try pending.check(data)
    let store = try buckets.storeForWriting(named: pending.place.bucket)
    let name = pending.place.name
    if pending.precondition != .none {
      try pending.precondition.check(try await store.object(at: name))
    }
    return try await store.put(data, at: name, metadata: pending.metadata, if: pending.precondition)
  }

  /// Returns the object at a location; throws if it does not exist or does not have the required
  /// generation.
  func existingObject(at place: ObjectLocation, generation: Int64?) async throws -> StoredObject {
    let object = try await buckets.store(named: place.bucket).object(at: place.name)
    guard let object, generation.map({ $0 == object.generation }) ?? true else {
      throw StorageFailure.objectNotFound(place)
    }
    buckets.addIfNeeded(place.bucket)
    return object
  }

  /// Returns an object and its bytes, both of the same version even if the object changes
  /// concurrently.
  func content(
    of place: ObjectLocation,
    generation: Int64?
  ) async throws -> (StoredObject, [UInt8]) {
    let store = try buckets.store(named: place.bucket)
    while true {
      let object = try await existingObject(at: place, generation: generation)
      let data = try await store.data(at: place.name, maximumSize: .max)
      let after = try await store.object(at: place.name)
      if after?.generation == object.generation { return (object, data) }
    }
  }
}

extension StorageRoute {
  fileprivate var isFirebase: Bool {
    switch self {
    case .firebaseObject, .firebaseObjects: true
    default: false
    }
  }
}

extension EmulatorRequest {
  fileprivate func wantsMedia(_ route: StorageRoute?) -> Bool {
    guard case .object(_, let isMedia) = route else { return false }
    return isMedia || target["alt"] == "media"
  }
}
