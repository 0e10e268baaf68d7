import HTTPTypes
import TaneCore
import TaneServices

extension CloudStorageAPI {
  /// The maximum number of objects that one call can concatenate
  /// (<https://cloud.google.com/storage/docs/json_api/v1/objects/compose>).
  private static let maximumComponents = 32

  /// Copies an object with the metadata in the request, if any, otherwise with its own metadata.
  func copy(
    _ source: ObjectLocation,
    to target: ObjectLocation,
    isRewrite: Bool
  ) async throws -> EmulatorResponse {
    guard request.method == .post else { throw StorageFailure.unsupportedMethod(request.method) }
    let change = MetadataChange(try StorageFailure.object(in: request.body))
    let generation = try request.target.number("sourceGeneration")
    let (original, data) = try await service.content(of: source, generation: generation)
    try ObjectPrecondition(request.target, isSource: true).check(original)
    var pending = try PendingObject(
      place: target,
      change: change,
      contentType: original.metadata.contentType,
      precondition: ObjectPrecondition(request.target)
    )
    if change.isEmpty { pending.metadata = original.metadata }
    let object = try await service.store(data, as: pending)
    guard isRewrite else { return response(object, in: target.bucket) }
    let resource = ObjectResource(object: object, bucket: target.bucket)
    return .json([
      "kind": "storage#rewriteResponse", "totalBytesRewritten": .digits(object.size),
      "objectSize": .digits(object.size), "done": true,
      "resource": resource.cloud(origin: request.origin),
    ])
  }

  /// Concatenates objects of a bucket into one object.
  func compose(_ place: ObjectLocation) async throws -> EmulatorResponse {
    guard request.method == .post else { throw StorageFailure.unsupportedMethod(request.method) }
    let body = try StorageFailure.object(in: request.body)
    let sources = body["sourceObjects"]?.children ?? Tree.null.children
    guard !sources.isEmpty else {
      throw StorageFailure(
        .badRequest,
        "required",
        "You must provide at least one source component."
      )
    }
    guard sources.count <= Self.maximumComponents else {
      throw StorageFailure.invalid(
        "The number of source components provided (\(sources.count)) exceeds the maximum"
          + " (\(Self.maximumComponents))"
      )
    }
    var data: [UInt8] = []
    var contentType: String?
    for source in sources {
      let (object, bytes) = try await component(source, of: place.bucket)
      data.append(contentsOf: bytes)
      contentType = contentType ?? object.metadata.contentType
    }
    let pending = try PendingObject(
      place: place,
      change: MetadataChange(body["destination"] ?? Tree(.map([]))),
      contentType: contentType,
      precondition: ObjectPrecondition(request.target)
    )
    return response(try await service.store(data, as: pending), in: place.bucket)
  }

  private func component(
    _ source: Tree,
    of bucket: String
  ) async throws -> (StoredObject, [UInt8]) {
    guard let name = source["name"]?.string else { throw StorageFailure.required("name") }
    let place = ObjectLocation(bucket: bucket, name: name)
    let generation = source["generation"]?.wholeNumber
    let (object, data) = try await service.content(of: place, generation: generation)
    let wanted = source["objectPreconditions"]?["ifGenerationMatch"]?.wholeNumber
    try ObjectPrecondition(generation: wanted).check(object)
    return (object, data)
  }
}
