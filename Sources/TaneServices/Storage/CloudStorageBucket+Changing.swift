import HTTPTypes
package import TaneCore
import TaneFormats

extension CloudStorageBucket {
  /// The maximum number of attempts to write metadata while others change it.
  private static let attempts = 25

  /// Replaces an object's metadata, but not its bytes; the metageneration increases by one.
  ///
  /// The service merges metadata, so the current metadata is read first; concurrent writes are
  /// detected, except with Firebase's API.
  package func updateMetadata(
    _ metadata: ObjectMetadata,
    at name: String,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    for _ in 0..<Self.attempts {
      guard let found = try await resource(at: name)?.object else { throw missingObjectError(name) }
      try check(precondition, found, name)
      var call = try patchCall(
        for: metadata.patchFields(replacing: found.metadata),
        of: name,
        ifUnchanged: found
      )
      let answer = try await send(&call)
      guard answer.status == 412 else { return try resource(of: answer, call, name).object }
      if answer.mayHaveBeenApplied, let now = try await resource(at: name)?.object,
        now.generation == found.generation, now.metadata == metadata
      {
        return now
      }
    }
    throw StoreError(
      .busy,
      service: client.service,
      "\(name) was changed by others during each of \(Self.attempts) attempts; try again"
    )
  }

  /// Copies an object, including its metadata, within the bucket; the service copies the bytes.
  ///
  /// - Parameters:
  ///   - source: The name of the object.
  ///   - target: The name of the copy.
  ///   - precondition: The condition for any object that the copy would replace.
  /// - Returns: The copy.
  /// - Throws: A `StoreError`: `notFound` if the object does not exist, or `conflict` if the
  ///   precondition is not met.
  package func copy(
    _ source: String,
    to target: String,
    if precondition: ObjectPrecondition = .none
  ) async throws -> StoredObject {
    try check(source)
    try check(target)
    var token: String?
    while true {
      let next = token.map { [(name: "rewriteToken", value: $0)] } ?? []
      var call = ServiceCall(
        method: .post,
        url: location.copyURL(source, to: target, precondition.parameters + next),
        retry: precondition.generation == nil ? .notAttempted : .idempotent
      )
      let answer = try await send(&call)
      guard answer.isSuccess else { throw error(for: answer, of: call, named: source) }
      let json = try json(answer, call)
      if let resource = json["resource"] ?? (json["name"] == nil ? nil : json),
        let object = ObjectResource(resource, isEmulated: location.isEmulator)?.object
      {
        return object
      }
      guard let rewriteToken = json["rewriteToken"]?.string else {
        throw client.error(
          .invalidResponse,
          call,
          "the response has no token to continue the copy; try again"
        )
      }
      token = rewriteToken
    }
  }

  /// Returns a call that changes metadata only if `object` is still the current version; Firebase's
  /// API does not check this.
  func patchCall(
    for fields: [(String, TreeLiteral)],
    of name: String,
    ifUnchanged object: StoredObject
  ) throws -> ServiceCall {
    let precondition = ObjectPrecondition(
      generation: object.generation,
      metageneration: object.metageneration
    )
    var call = ServiceCall(
      method: .patch,
      url: location.url(name, location.api == .firebase ? [] : precondition.parameters),
      retry: .idempotent
    )
    call.fields[.contentType] = "application/json; charset=utf-8"
    call.body = Array(try JSONWriter(.compact).write(Tree(.map(fields))).utf8)
    return call
  }
}
