import HTTPTypes
import TaneCore
import TaneServices

/// A request to the Cloud Storage JSON API.
struct CloudStorageAPI {
  let service: StorageService
  let request: EmulatorRequest

  private var target: RequestTarget { request.target }

  /// Lists the buckets or creates one.
  func buckets() async throws -> EmulatorResponse {
    switch request.method {
    case .get:
      let items = service.buckets.currentNames.map { resource(ofBucket: $0) }
      return .json(
        .object([
          "kind": "storage#buckets", "items": .nonEmpty(items),
        ])
      )
    case .post:
      guard let name = try StorageFailure.object(in: request.body)["name"]?.string else {
        throw StorageFailure.required("name")
      }
      guard try service.buckets.add(name) else {
        throw StorageFailure(
          .conflict,
          "conflict",
          "Your previous request to create the named bucket succeeded and you already own it."
        )
      }
      return .json(resource(ofBucket: name))
    default: throw StorageFailure.unsupportedMethod(request.method)
    }
  }

  /// Returns or deletes a bucket; requests to change it have no effect.
  func bucket(_ name: String) async throws -> EmulatorResponse {
    try await service.buckets.checkExists(name)
    switch request.method {
    case .get, .head, .patch, .put: return .json(resource(ofBucket: name))
    case .delete:
      let store = try service.buckets.store(named: name)
      guard try await store.list(ObjectListRequest(maximumResults: 1)).objects.isEmpty else {
        throw StorageFailure(
          .conflict,
          "conflict",
          "The bucket you tried to delete is not empty."
        )
      }
      service.buckets.remove(name)
      return EmulatorResponse(.noContent)
    default: throw StorageFailure.unsupportedMethod(request.method)
    }
  }

  /// Returns the layout of a bucket, in which folders are only prefixes of object names.
  func layout(of bucket: String) async throws -> EmulatorResponse {
    guard request.method == .get else { throw StorageFailure.unsupportedMethod(request.method) }
    try await service.buckets.checkExists(bucket)
    return .json([
      "kind": "storage#storageLayout", "bucket": .string(bucket), "location": "US",
      "locationType": "multi-region", "hierarchicalNamespace": ["enabled": false],
    ])
  }

  /// Returns an empty list, because no bucket has managed folders.
  func managedFolders(of bucket: String) async throws -> EmulatorResponse {
    guard request.method == .get else { throw StorageFailure.unsupportedMethod(request.method) }
    try await service.buckets.checkExists(bucket)
    return .json(["kind": "storage#managedFolders"])
  }

  /// Returns the granted permissions, which are all permissions that the request lists.
  func permissions(on bucket: String) throws -> EmulatorResponse {
    guard request.method == .get else { throw StorageFailure.unsupportedMethod(request.method) }
    _ = try service.buckets.store(named: bucket)
    let names = target.parameters.filter { $0.name == "permissions" }.map(\.value)
    return .json(
      .object([
        "kind": "storage#testIamPermissionsResponse",
        "permissions": .nonEmpty(names.map { .string($0) }),
      ])
    )
  }

  /// Returns an object's metadata or bytes, changes it, or deletes it.
  func object(_ place: ObjectLocation, isMedia: Bool) async throws -> EmulatorResponse {
    switch request.method {
    case .get, .head:
      return try await read(place, isMedia: isMedia || target["alt"] == "media")
    case .patch: return try await change(place, keepsOthers: true)
    case .put: return try await change(place, keepsOthers: false)
    case .delete: return try await delete(place)
    default: throw StorageFailure.unsupportedMethod(request.method)
    }
  }

  private func read(_ place: ObjectLocation, isMedia: Bool) async throws -> EmulatorResponse {
    let generation = try target.number("generation")
    let precondition = try ObjectPrecondition(reading: request)
    guard isMedia else {
      let object = try await service.existingObject(at: place, generation: generation)
      try precondition.check(object)
      return response(object, in: place.bucket)
    }
    let (object, data) = try await service.content(of: place, generation: generation)
    try precondition.check(object)
    return ObjectDownload(object: object, bucket: place.bucket, data: data).response(to: request)
  }

  private func change(
    _ place: ObjectLocation,
    keepsOthers: Bool
  ) async throws -> EmulatorResponse {
    let change = MetadataChange(try StorageFailure.object(in: request.body))
    let generation = try target.number("generation")
    let precondition = try ObjectPrecondition(target)
    let object = try await service.changeMetadata(of: place, generation: generation) { object in
      try precondition.check(object)
      return try change.applied(to: keepsOthers ? object.metadata : ObjectMetadata())
    }
    return response(object, in: place.bucket)
  }

  private func delete(_ place: ObjectLocation) async throws -> EmulatorResponse {
    let generation = try target.number("generation")
    var precondition = try ObjectPrecondition(target)
    let object = try await service.existingObject(at: place, generation: generation)
    try precondition.check(object)
    precondition.generation = precondition.generation ?? generation
    let store = try service.buckets.store(named: place.bucket)
    do {
      try await store.delete(at: place.name, if: precondition)
    } catch let error as StoreError where error.code == .notFound {
      throw StorageFailure.objectNotFound(place)
    }
    return EmulatorResponse(.noContent)
  }
}

extension CloudStorageAPI {
  /// Creates a response that describes an object.
  func response(_ object: StoredObject, in bucket: String) -> EmulatorResponse {
    let resource = ObjectResource(object: object, bucket: bucket)
    return .json(
      resource.cloud(origin: request.origin),
      headerFields: [.eTag: "\"\(resource.etag)\""]
    )
  }

  private func resource(ofBucket name: String) -> TreeLiteral {
    [
      "kind": "storage#bucket", "id": .string(name), "name": .string(name),
      "selfLink": .string("\(request.origin)/storage/v1/b/\(name)"),
      "location": "US", "storageClass": "STANDARD", "metageneration": "1", "etag": "CAE=",
      "projectNumber": "12345", "timeCreated": "1970-01-01T00:00:00.000Z",
      "updated": "1970-01-01T00:00:00.000Z",
    ]
  }
}

extension StorageService {
  /// Changes the metadata of an object, and retries if it was changed concurrently.
  func changeMetadata(
    of place: ObjectLocation,
    generation: Int64?,
    _ change: (StoredObject) throws -> ObjectMetadata
  ) async throws -> StoredObject {
    let store = try buckets.store(named: place.bucket)
    while true {
      let object = try await existingObject(at: place, generation: generation)
      let unchanged = ObjectPrecondition(
        generation: object.generation,
        metageneration: object.metageneration
      )
      do {
        return try await store.updateMetadata(try change(object), at: place.name, if: unchanged)
      } catch let error as StoreError where error.code == .conflict || error.code == .notFound {
        try Task.checkCancellation()
      }
    }
  }
}
