import TaneCore

/// An observer of object metadata in a bucket.
struct ObjectObserver: ResourceObserver {
  let bucket: String
  let store: any ObjectReader
  /// The address of the shared state's object, which is not part of the environment's data.
  let state: Address?

  func observe(
    _ desired: [DesiredResource],
    expectingAgreement: Bool
  ) async throws -> [Observation] {
    let names = desired.map(\.address.objectName)
    let found = try await ObjectLookup(store: store).objects(named: names)
    return zip(desired, found).map { .found(Self.resource($1, at: $0.address, beside: $0.content)) }
  }

  func resources(in scope: ComparisonScope) async throws -> [Resource] {
    var resources: [Resource] = []
    var request = ObjectListRequest()
    repeat {
      let page = try await store.list(request)
      for object in page.objects {
        let address = Address(bucket: bucket, object: object.name)
        if scope.contains(address), address != state {
          resources.append(Self.resource(object, at: address, beside: .null))
        }
      }
      request.pageToken = page.nextPageToken
    } while request.pageToken != nil
    return resources
  }

  /// Returns an object as a resource, without the tokens that Firebase adds for download URLs,
  /// unless the wanted content contains tokens.
  static func resource(
    _ object: StoredObject?,
    at address: Address,
    beside wanted: Tree
  ) -> Resource {
    guard let object else { return Resource(address, .null) }
    let tokens = ObjectMetadata.downloadTokensKey
    var metadata = object.metadata
    if wanted["metadata"]?[tokens] == nil { metadata.custom[tokens] = nil }
    return Resource(
      address,
      metadata.tree,
      blob: BlobDigest(size: object.size, crc32c: object.crc32c),
      version: .tag("\(object.generation)")
    )
  }
}
