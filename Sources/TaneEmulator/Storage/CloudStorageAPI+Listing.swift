import HTTPTypes
import TaneCore
import TaneServices

extension CloudStorageAPI {
  /// Lists the objects of a bucket, or handles an upload that was sent to this path.
  func objects(of bucket: String) async throws -> EmulatorResponse {
    switch request.method {
    case .get: return try await listing(of: bucket)
    case .post, .put: return try await upload(to: bucket)
    default: throw StorageFailure.unsupportedMethod(request.method)
    }
  }

  private func listing(of bucket: String) async throws -> EmulatorResponse {
    let target = request.target
    let store = try service.buckets.store(named: bucket)
    let list = try ObjectListRequest(target)
    let page = try await store.list(list)
    var objects = page.objects
    if objects.isEmpty && page.prefixes.isEmpty {
      try await service.buckets.checkExists(bucket)
    } else {
      service.buckets.addIfNeeded(bucket)
    }
    if target["includeTrailingDelimiter"] == "true" {
      for prefix in page.prefixes {
        if let object = try await store.object(at: prefix) { objects.append(object) }
      }
      objects.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
    let items = objects.map { object in
      ObjectResource(object: object, bucket: bucket).cloud(origin: request.origin)
    }
    return .json(
      .object([
        "kind": "storage#objects", "items": .nonEmpty(items),
        "prefixes": .nonEmpty(page.prefixes.map { .string($0) }),
        "nextPageToken": page.nextPageToken.map { .string($0) },
      ])
    )
  }
}

extension ObjectListRequest {
  /// Parses the parameters of a listing.
  init(_ target: RequestTarget) throws(StorageFailure) {
    let maximum = try target.number("maxResults") ?? 1000
    guard maximum > 0 else {
      throw StorageFailure(
        .badRequest,
        "invalidParameter",
        "Invalid value for maxResults: '0'; expected 1 to 1000."
      )
    }
    self.init(
      prefix: target["prefix"] ?? "",
      delimiter: target["delimiter"].flatMap { $0.isEmpty ? nil : $0 },
      pageToken: target["pageToken"].flatMap { $0.isEmpty ? nil : $0 },
      maximumResults: Int(min(maximum, 1000)),
      startOffset: target["startOffset"],
      endOffset: target["endOffset"]
    )
  }
}
