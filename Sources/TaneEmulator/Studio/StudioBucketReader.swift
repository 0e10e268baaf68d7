import TaneCore

/// A reader for buckets that shows the prefixes of object names as folders.
struct StudioBucketReader: StudioReader {
  let kind = ServiceKind.buckets
  let title = "Cloud Storage"

  func listing(
    of address: Address,
    after cursor: String?,
    in readers: EnvironmentReaders
  ) async throws -> StudioListing? {
    let bucket = try readers.reader(.buckets, named: address.service)
    var name = address.objectName
    if !name.isEmpty, !name.hasSuffix("/") {
      if let object = try await bucket.object(at: name) {
        return StudioListing(rows: [row(of: object, in: address.service, below: "")])
      }
      // The address of a folder may lack the trailing slash.
      name += "/"
    }
    let page = try await bucket.list(
      ObjectListRequest(
        prefix: name,
        delimiter: "/",
        pageToken: cursor,
        maximumResults: StudioReaders.pageSize
      )
    )
    let folders = page.prefixes.map { prefix in
      StudioListing.Row(
        key: Self.rest(of: prefix, after: name),
        address: Address(bucket: address.service, object: prefix),
        content: .branch("folder")
      )
    }
    let objects = page.objects.map { row(of: $0, in: address.service, below: name) }
    guard !name.isEmpty, folders.isEmpty, objects.isEmpty, cursor == nil else {
      return StudioListing(rows: folders + objects, next: page.nextPageToken)
    }
    return nil
  }

  private func row(
    of object: StoredObject,
    in bucket: String,
    below prefix: String
  ) -> StudioListing.Row {
    StudioListing.Row(
      key: Self.rest(of: object.name, after: prefix),
      address: Address(bucket: bucket, object: object.name),
      content: .object(object)
    )
  }

  private static func rest(of name: String, after prefix: String) -> String {
    String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }
}
