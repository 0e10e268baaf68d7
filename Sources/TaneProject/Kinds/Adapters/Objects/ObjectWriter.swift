import SystemPackage
import TaneCore

/// A writer that uploads, updates and deletes objects, one per batch; if an object's bytes are
/// unchanged, only its metadata is updated.
struct ObjectWriter: ResourceWriter {
  /// The minimum size, in bytes, of objects that are streamed from their files.
  private static let minimumStreamedBytes = 8 << 20

  let store: any ObjectStore
  /// The name and the URL of the bucket, for messages.
  let service: String
  let contentSource: PlanContentSource
  let isSequential = false

  func batches(of steps: [PlanStep]) -> [PlanBatch] {
    let verb = steps.allSatisfy(\.removesResource) ? "removing" : "uploading"
    let title = "\(verb) \(counted(steps.count, "object"))"
    return steps.enumerated().map { index, step in
      PlanBatch(steps: [step], progress: .count(title, index: index + 1, of: steps.count))
    }
  }

  /// Applies a batch; an object that another client has already written or deleted in the same way
  /// counts as applied.
  func apply(_ batch: PlanBatch) async throws -> BatchReceipt {
    var receipt = BatchReceipt()
    for step in batch.steps {
      do {
        let generation = try await write(step)?.generation
        receipt.versions[step.address] = generation.map { .tag("\($0)") }
      } catch let error as StoreError where [.conflict, .notFound].contains(error.code) {
        let object = try? await store.object(at: step.address.objectName)
        let wanted = step.after
        let found = ObjectObserver.resource(
          object ?? nil,
          at: step.address,
          beside: wanted.content
        )
        guard found.blob == wanted.blob, found.content == wanted.content else { throw error }
      }
    }
    return receipt
  }

  func bytes(replacedBy step: PlanStep) async throws -> [UInt8]? {
    guard let blob = step.before.blob else { return nil }
    let name = step.address.objectName
    do {
      let data = try await store.data(at: name, maximumSize: blob.size)
      if data.count == blob.size, CRC32C.checksum(of: data) == blob.crc32c { return data }
    } catch let error as StoreError where error.code == .notFound || error.code == .tooLarge {
      // The object is checked below.
    }
    // If the object was deleted or replaced in the meantime, the conditional write fails.
    guard let object = try await store.object(at: name),
      BlobDigest(size: object.size, crc32c: object.crc32c) == blob
    else { return nil }
    throw StoreError(
      .invalidResponse,
      service: service,
      "the previous content of \(name), which undo needs, was downloaded but does not match the "
        + "service's metadata: run the command again"
    )
  }

  /// Writes an object and returns it, or deletes it and returns nil.
  private func write(_ step: PlanStep) async throws -> StoredObject? {
    let name = step.address.objectName
    let condition = precondition(of: step)
    guard let blob = step.difference.new.blob else {
      try await store.delete(at: name, if: condition)
      return nil
    }
    let metadata = try await metadata(of: step)
    guard step.before.blob != blob else {
      return try await store.updateMetadata(metadata, at: name, if: condition)
    }
    if blob.size >= Self.minimumStreamedBytes, let files = store.fileStore,
      let file = contentSource.file(step.address)
    {
      return try await write(step, blob, metadata, from: file, to: files)
    }
    let data = try contentSource.bytes(step.address)
    guard data.count == blob.size, CRC32C.checksum(of: data) == blob.crc32c else {
      throw changedError(for: step)
    }
    WorkCounter.expect(data.count, .bytes)
    return try await store.put(data, at: name, metadata: metadata, if: condition)
  }

  /// Returns the metadata to write, with the existing tokens of the object's download URLs, so that
  /// these URLs remain valid.
  private func metadata(of step: PlanStep) async throws -> ObjectMetadata {
    var metadata = ObjectMetadata(step.after.content)
    let tokens = ObjectMetadata.downloadTokensKey
    guard step.before.exists, metadata.custom[tokens] == nil else { return metadata }
    let object = try await store.object(at: step.address.objectName)
    metadata.custom[tokens] = object?.metadata.custom[tokens]
    return metadata
  }

  private func write(
    _ step: PlanStep,
    _ blob: BlobDigest,
    _ metadata: ObjectMetadata,
    from file: FilePath,
    to store: any FileObjectStore
  ) async throws -> StoredObject {
    guard try DiskFiles().digest(of: file) == blob else { throw changedError(for: step) }
    WorkCounter.expect(blob.size, .bytes)
    let object = try await store.put(
      fileAt: file.string,
      at: step.address.objectName,
      metadata: metadata,
      if: precondition(of: step)
    ) { _ in }
    guard object.size == blob.size, object.crc32c == blob.crc32c else {
      throw changedError(for: step)
    }
    return object
  }

  private func changedError(for step: PlanStep) -> StoreError {
    StoreError(
      .conflict,
      service: step.address.service,
      "\(step.difference.position?.file ?? "\(step.address)") changed while it was being seeded; run the"
        + " command again"
    )
  }

  private func precondition(of step: PlanStep) -> ObjectPrecondition {
    guard step.before.exists else { return .absent }
    guard case .tag(let text) = step.before.version, let generation = Int64(text) else {
      return .none
    }
    return .generation(generation)
  }
}
