import HTTPTypes
package import TaneCore

/// A JSON API client for a Cloud Storage bucket in production or in an emulator.
///
/// Every upload contains a checksum of the bytes, and every download is verified, so corrupted data
/// causes an error. If a connection breaks, the transfer is resumed. The tokens of Firebase
/// download URLs are not part of an object's custom metadata: they are hidden, and are preserved
/// when the metadata is replaced or a new generation replaces the expected one.
///
/// See <https://cloud.google.com/storage/docs/json_api/v1>.
package struct CloudStorageBucket: ObjectStore {
  /// Settings for requests.
  package struct Settings: Sendable, Hashable {
    /// The minimum size, in bytes, of objects that are uploaded in chunks.
    package var minimumResumableBytes = 8 << 20
    /// The size of a chunk in bytes, rounded down to a multiple of 262,144, which the service
    /// requires.
    package var chunkBytes = 8 << 20

    /// Creates the settings for Cloud Storage.
    package init() {}

    /// The settings for emulators, with a single chunk per object, since Firebase's emulator treats
    /// the first chunk as the whole object.
    package static let emulator: Settings = {
      var settings = Settings()
      settings.chunkBytes = .max
      return settings
    }()
  }

  /// The bucket's name in its environment.
  package let name: String
  /// The address of the bucket.
  package let location: BucketLocation
  let settings: Settings
  let client: ServiceClient
  let emulatorPathSupport = EmulatorPathSupport()

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - name: The bucket's name in its environment, for messages.
  ///   - location: The location of the bucket.
  ///   - connection: The transport, the credential and the limits.
  ///   - settings: The settings for requests, or nil for the location's defaults.
  package init(
    name: String,
    location: BucketLocation,
    connection: ServiceConnection,
    settings: Settings? = nil
  ) {
    self.name = name
    self.location = location
    self.settings = settings ?? (location.isEmulator ? .emulator : Settings())
    client = ServiceClient(
      service: "\(name) (\(location))",
      connection: connection,
      userTokens: .firebase
    )
  }

  /// Returns the object with its metadata, or nil if it does not exist.
  package func object(at name: String) async throws -> StoredObject? {
    try await resource(at: name)?.object
  }

  /// Removes an object, or throws an error with code `notFound` if it does not exist.
  package func delete(at name: String, if precondition: ObjectPrecondition) async throws {
    try check(name)
    let precondition = try await supportedPrecondition(precondition, of: name)
    var call = ServiceCall(
      method: .delete,
      url: location.url(name, precondition.parameters),
      retry: precondition.generation == nil ? .notAttempted : .idempotent
    )
    let answer = try await send(&call)
    if answer.isSuccess {
      guard !answer.isHTMLPage || answer.body.isEmpty else {
        throw client.invalidResponseError(answer, of: call)
      }
      return
    }
    // If the response to a deletion was lost, the retry does not find the object.
    if reportsMissing(answer), answer.mayHaveBeenApplied, !answer.isMissingBucket { return }
    if answer.isUnmetPrecondition, try await object(at: name) == nil {
      throw missingObjectError(name)
    }
    throw error(for: answer, of: call, named: name)
  }
}

extension CloudStorageBucket {
  /// Throws an error if an object name is invalid or the task is canceled.
  func check(_ name: String) throws {
    try Task.checkCancellation()
    guard let violation = ObjectName.violation(in: name) else { return }
    throw StoreError(
      .invalidData,
      service: client.service,
      "the object's name \"\(name.prefix(80).description.escapingControls)\" \(violation)"
    )
  }

  /// Returns the precondition to send; if the API does not support preconditions, checks it instead
  /// and returns `none`.
  ///
  /// With Firebase's API, the precondition is checked against the current object, so later writes
  /// are not detected.
  func supportedPrecondition(
    _ precondition: ObjectPrecondition,
    of name: String
  ) async throws -> ObjectPrecondition {
    guard location.api == .firebase, precondition != .none else { return precondition }
    try check(precondition, try await object(at: name), name)
    return .none
  }

  /// Throws an error if a precondition is not met.
  func check(
    _ precondition: ObjectPrecondition,
    _ found: StoredObject?,
    _ name: String
  ) throws {
    guard let unmet = precondition.unmetExpectation(of: found) else { return }
    let message =
      if let found {
        "\(name) has generation \(found.generation) and metageneration \(found.metageneration): \(unmet)"
      } else {
        "the object \(name) does not exist: \(unmet)"
      }
    throw StoreError(.conflict, service: client.service, message)
  }

  /// Returns the resource of an object, or nil if it does not exist.
  func resource(at name: String) async throws -> ObjectResource? {
    try check(name)
    var call = ServiceCall(method: .get, url: location.url(name), retry: .idempotent)
    let answer = try await send(&call)
    guard !reportsMissing(answer) || answer.isMissingBucket else { return nil }
    return try resource(of: answer, call, name)
  }

  /// Returns the object in a response.
  func resource(
    of answer: ServiceResponse,
    _ call: ServiceCall,
    _ name: String
  ) throws -> ObjectResource {
    guard answer.isSuccess else { throw error(for: answer, of: call, named: name) }
    guard let resource = ObjectResource(try json(answer, call), isEmulated: location.isEmulator)
    else {
      throw client.error(
        .invalidResponse,
        call,
        "the response does not contain a valid object; try again",
        after: answer
      )
    }
    return resource
  }

  /// Returns the JSON of a successful response.
  func json(_ answer: ServiceResponse, _ call: ServiceCall) throws -> Tree {
    guard !answer.isHTMLPage,
      let tree = answer.json
    else { throw client.invalidResponseError(answer, of: call) }
    return tree
  }

  func missingObjectError(_ name: String) -> StoreError {
    StoreError(.notFound, service: client.service, "the object \(name) does not exist")
  }

  func tooLarge(_ name: String, _ maximumSize: Int) -> StoreError {
    StoreError(
      .tooLarge,
      service: client.service,
      "\(name) is larger than \(counted(maximumSize, "byte")), the requested maximum"
    )
  }
}

extension ServiceResponse {
  /// A Boolean value indicating whether a precondition failed.
  var isUnmetPrecondition: Bool { status == 412 || status == 304 }

  /// A Boolean value indicating whether the bucket, rather than the object, does not exist.
  var isMissingBucket: Bool { status == 404 && text.contains("bucket does not exist") }
}
