import HTTPTypes
import TaneCore
import TaneServices

/// A request to the Firebase Storage API, which app SDKs use.
struct FirebaseStorageAPI {
  let service: StorageService
  let request: EmulatorRequest

  private var target: RequestTarget { request.target }

  /// Lists the objects of a bucket, or handles an upload.
  func objects(of bucket: String) async throws -> EmulatorResponse {
    switch request.method {
    case .get: return try await listing(of: bucket)
    case .post, .put: return try await upload(to: bucket, name: target["name"])
    default: throw StorageFailure.unsupportedMethod(request.method)
    }
  }

  /// Returns, changes or deletes an object.
  func object(_ place: ObjectLocation) async throws -> EmulatorResponse {
    do {
      return try await perform(place)
    } catch var failure as StorageFailure where failure.status == .notFound {
      failure.operation = operation
      throw failure
    } catch let error as StoreError where error.code == .notFound {
      var failure = StorageFailure(error)
      failure.operation = operation
      throw failure
    }
  }

  /// The method; Apple SDKs send a PATCH as PUT with the method's name in a header field.
  private var method: HTTPRequest.Method {
    request.header("X-HTTP-Method-Override")?.uppercased() == "PATCH" ? .patch : request.method
  }

  private func perform(_ place: ObjectLocation) async throws -> EmulatorResponse {
    switch method {
    case .get where target["alt"] == "media", .head where target["alt"] == "media":
      return try await download(place)
    case .get, .head: return response(try await objectWithToken(place), in: place.bucket)
    case .patch: return try await changeMetadata(ofObjectAt: place)
    case .delete:
      try await service.buckets.store(named: place.bucket).delete(at: place.name, if: .none)
      return EmulatorResponse(.noContent)
    case .post where target["create_token"] != nil || target["delete_token"] != nil:
      return try await changeTokens(place)
    case .post, .put: return try await upload(to: place.bucket, name: place.name)
    default: throw StorageFailure.unsupportedMethod(request.method)
    }
  }

  private var operation: String {
    switch method {
    case .delete: "DELETE_OBJECT"
    case .patch: "UPDATE_OBJECT"
    default: "GET_OBJECT"
    }
  }

  private func download(_ place: ObjectLocation) async throws -> EmulatorResponse {
    let (object, data) = try await service.content(of: place, generation: nil)
    let resource = ObjectResource(object: object, bucket: place.bucket)
    if let token = target["token"], !resource.tokens.contains(token) {
      var failure = StorageFailure(
        .forbidden,
        "forbidden",
        "Permission denied: the token does not match this object."
      )
      failure.operation = "GET_OBJECT"
      throw failure
    }
    return ObjectDownload(object: object, bucket: place.bucket, data: data).response(to: request)
  }

  /// Returns an object, after adding a download token if the object has no token: the client may
  /// need the download URL.
  private func objectWithToken(_ place: ObjectLocation) async throws -> StoredObject {
    let object = try await service.existingObject(at: place, generation: nil)
    guard ObjectResource(object: object, bucket: place.bucket).tokens.isEmpty else { return object }
    return try await service.changeMetadata(of: place, generation: nil) { object in
      object.metadata.withToken(service.makeIdentifier)
    }
  }

  private func changeMetadata(ofObjectAt place: ObjectLocation) async throws -> EmulatorResponse {
    let change = MetadataChange(try StorageFailure.object(in: request.body))
    let object = try await service.changeMetadata(of: place, generation: nil) { object in
      var metadata = try change.applied(to: object.metadata)
      metadata.custom[ObjectMetadata.downloadTokensKey] =
        object.metadata.custom[ObjectMetadata.downloadTokensKey]
      return metadata
    }
    return response(object, in: place.bucket)
  }

  private func changeTokens(_ place: ObjectLocation) async throws -> EmulatorResponse {
    try requireAdministrator()
    let removed = target["delete_token"]
    let creates = target["create_token"] == "true"
    guard creates || removed != nil else {
      throw StorageFailure.invalid(
        "create_token must be 'true', or delete_token must contain a token."
      )
    }
    let object = try await service.changeMetadata(of: place, generation: nil) { object in
      let resource = ObjectResource(object: object, bucket: place.bucket)
      var tokens = resource.tokens.filter { $0 != removed }
      // An object always has a token, and therefore a download URL.
      if creates || tokens.isEmpty { tokens.append(service.makeIdentifier()) }
      var metadata = object.metadata
      metadata.custom[ObjectMetadata.downloadTokensKey] = tokens.joined(separator: ",")
      return metadata
    }
    return response(object, in: place.bucket)
  }

  /// Throws unless the request has an administrator's credentials: `Bearer owner` or `Firebase
  /// owner`, as in Firebase's emulator.
  private func requireAdministrator() throws(StorageFailure) {
    let authorization = request.head.headerFields[.authorization]
    guard authorization == "Bearer owner" || authorization == "Firebase owner" else {
      throw StorageFailure(
        .forbidden,
        "forbidden",
        "Permission denied: changing download tokens requires 'Authorization: Bearer owner'."
      )
    }
  }
}

extension FirebaseStorageAPI {
  /// Creates a response that describes an object.
  func response(_ object: StoredObject, in bucket: String) -> EmulatorResponse {
    .json(ObjectResource(object: object, bucket: bucket).firebase)
  }

  private func listing(of bucket: String) async throws -> EmulatorResponse {
    let list = try ObjectListRequest(target)
    guard list.prefix.isEmpty || list.prefix.hasSuffix("/") else {
      throw StorageFailure.invalid(
        "Invalid prefix: '\(list.prefix.escapingControls)'; it must be empty or end with '/'."
      )
    }
    let page = try await service.buckets.store(named: bucket).list(list)
    if !page.objects.isEmpty || !page.prefixes.isEmpty { service.buckets.addIfNeeded(bucket) }
    let items: [TreeLiteral] = page.objects.filter { !$0.name.hasEmptySegment }.map { object in
      ["name": .string(object.name), "bucket": .string(bucket)]
    }
    let prefixes = page.prefixes.filter { !$0.dropLast().hasEmptySegment }
    return .json(
      .object([
        "prefixes": .list(prefixes.map { .string($0) }), "items": .list(items),
        "nextPageToken": page.nextPageToken.map { .string($0) },
      ])
    )
  }
}

extension StringProtocol {
  /// A Boolean value indicating whether the name has an empty segment between, before or after
  /// slashes.
  fileprivate var hasEmptySegment: Bool {
    split(separator: "/", omittingEmptySubsequences: false).contains { $0.isEmpty }
  }
}

extension ObjectMetadata {
  /// Returns the metadata with a download token, creating one if it is missing.
  func withToken(_ makeToken: () -> String) -> ObjectMetadata {
    guard custom[ObjectMetadata.downloadTokensKey] ?? "" == "" else { return self }
    var metadata = self
    metadata.custom[ObjectMetadata.downloadTokensKey] = makeToken()
    return metadata
  }
}
