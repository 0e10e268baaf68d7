import TaneCore
import TaneKit
import TaneProject
import TaneSeeding
import TaneServices

/// Support for buckets in folders copied by gsutil or gcloud.
struct ExportedBuckets: ExportedKind {
  let kind = ServiceKind.buckets

  /// Reads a copy of a bucket.
  ///
  /// The copy has no metadata, so the fixtures' metadata is used for objects that fixtures
  /// describe.
  func source(ofFolder export: PullExport, _ service: ServiceProfile) async throws -> PullSource {
    let described = export.fixtures.resources.filter { $0.address.service == service.name }
    let known = Dictionary(
      described.map { ($0.address, ObjectMetadata($0.content)) },
      uniquingKeysWith: { $1 }
    )
    let reader = try FolderObjectReader(export.path, named: export.name) { object in
      known[Address(bucket: service.name, object: object)]
    }
    var readers = EnvironmentReaders()
    readers.add(reader, named: service.name, as: .buckets)
    var source = PullSource(readers)
    if reader.guessedTypeCount > 0 {
      source.notes.append(
        "note: a copy of a bucket has no metadata: for \(counted(reader.guessedTypeCount, "object")), "
          + "the content type is guessed from the name, and cache control and custom metadata "
          + "are unknown; add them in .meta.yaml files next to the fixtures"
      )
    }
    return source
  }

  /// Removes download tokens, since anyone who has a token can download its object.
  func postprocess(_ stores: EnvironmentStores, from files: ExportFiles, for export: PullExport)
    async throws -> [String]
  {
    for service in export.services where service.kind == kind {
      try await removeTokens(from: stores.store(.buckets, named: service.name))
    }
    return []
  }

  private func removeTokens(from bucket: any ObjectStore) async throws {
    var request = ObjectListRequest()
    repeat {
      let page = try await bucket.list(request)
      for object in page.objects {
        var metadata = object.metadata
        guard metadata.custom.removeValue(forKey: ObjectMetadata.downloadTokensKey) != nil else {
          continue
        }
        _ = try await bucket.updateMetadata(metadata, at: object.name, if: .none)
      }
      request.pageToken = page.nextPageToken
    } while request.pageToken != nil
  }
}
