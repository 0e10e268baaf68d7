import HTTPTypes
package import TaneCore

extension CloudStorageBucket {
  /// The maximum number of results on a page.
  private static let maximumResults = 1000

  /// Returns one page of the objects whose names begin with a prefix, in the byte order of their
  /// names.
  ///
  /// The service may end a page early, even before its first object: as long as there is a token,
  /// more objects may follow.
  package func list(_ request: ObjectListRequest) async throws -> ObjectListPage {
    try Task.checkCancellation()
    guard request.maximumResults > 0 else {
      throw StoreError(
        .invalidData,
        service: client.service,
        "a page cannot have \(request.maximumResults) results; request 1 to 1,000"
      )
    }
    var call = ServiceCall(
      method: .get,
      url: location.url(nil, parameters(of: request)),
      retry: .idempotent
    )
    let answer = try await send(&call)
    // An emulator creates a bucket with its first object.
    if location.isEmulator, answer.isMissingBucket { return ObjectListPage(objects: []) }
    guard answer.isSuccess else { throw error(for: answer, of: call, named: nil) }
    let json = try json(answer, call)
    let items = json["items"]?.children ?? Tree.null.children
    let objects = items.compactMap { item in
      location.api == .cloud
        ? ObjectResource(item, isEmulated: location.isEmulator)?.object
        : StoredObject(namedIn: item)
    }
    guard objects.count == items.count else {
      throw client.error(
        .invalidResponse,
        call,
        "the response lacks the metadata of some objects; try again"
      )
    }
    return ObjectListPage(
      objects: objects,
      prefixes: (json["prefixes"]?.children ?? Tree.null.children).compactMap(\.string),
      nextPageToken: json["nextPageToken"]?.string
    )
  }

  /// Returns all objects whose names begin with a prefix, reading page by page.
  package func allObjects(prefix: String = "") async throws -> [StoredObject] {
    var request = ObjectListRequest(prefix: prefix)
    var objects: [StoredObject] = []
    repeat {
      let page = try await list(request)
      objects += page.objects
      request.pageToken = page.nextPageToken
    } while request.pageToken != nil
    return objects
  }

  private func parameters(of request: ObjectListRequest) -> [(name: String, value: String)] {
    let results = min(request.maximumResults, Self.maximumResults)
    let all: [(name: String, value: String?)] = [
      ("prefix", request.prefix.isEmpty ? nil : request.prefix), ("delimiter", request.delimiter),
      ("pageToken", request.pageToken), ("startOffset", request.startOffset),
      ("endOffset", request.endOffset), ("maxResults", "\(results)"),
    ]
    return all.compactMap { entry in entry.value.map { (name: entry.name, value: $0) } }
  }
}

extension StoredObject {
  /// Creates an object from a Firebase API listing, which contains only names.
  fileprivate init?(namedIn json: Tree) {
    guard let name = json["name"]?.string else { return nil }
    self.init(
      name: name,
      size: 0,
      md5Hash: nil,
      crc32c: 0,
      generation: 0,
      metageneration: 0,
      timeCreated: 0,
      updated: 0,
      metadata: ObjectMetadata()
    )
  }
}
