import TaneCore
import TaneProject

// The objects of a plan.
extension SeedRun {
  /// Uploads an object, or changes its metadata where its bytes are there.
  ///
  /// Somebody else who has written the same meanwhile has done this run's work.
  func put(_ upload: SeedPlan.Upload) async throws {
    let store = try stores.store(.buckets, named: upload.fixture.bucket)
    do {
      try await write(upload, to: store)
    } catch let error as StoreError where error.code == .conflict {
      let found = try? await store.object(at: upload.fixture.name)
      guard let found, ObjectState(found) == ObjectState(upload.fixture) else { throw error }
    }
  }

  private func write(_ upload: SeedPlan.Upload, to store: any ObjectStore) async throws {
    let fixture = upload.fixture
    let condition = upload.replacedGeneration.map { ObjectPrecondition.generation($0) } ?? .absent
    guard !upload.hasSameContent else {
      _ = try await store.updateMetadata(fixture.metadata, at: fixture.name, if: condition)
      return
    }
    guard let data = try project.files.bytes(of: fixture.file),
      data.count == fixture.size, CRC32C.checksum(of: data) == fixture.crc32c
    else {
      throw StoreError(
        .conflict,
        service: fixture.bucket,
        "\(fixture.position.file) changed while it was being seeded; run the command again"
      )
    }
    _ = try await store.put(data, at: fixture.name, metadata: fixture.metadata, if: condition)
  }
}
