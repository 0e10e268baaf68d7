import TaneCore

/// Uploads objects one by one, or changes their metadata where their bytes are there.
struct ObjectWriter: ResourceWriter {
  let store: any ObjectStore
  let materials: PlanMaterials

  func batches(of steps: [PlanStep]) -> [PlanBatch] {
    let title = "uploading \(counted(steps.count, "object"))"
    return steps.enumerated().map { index, step in
      PlanBatch(steps: [step], progress: .count(title, index: index + 1, of: steps.count))
    }
  }

  /// Somebody else who has written, or deleted, the same meanwhile has done this run's work.
  func apply(_ batch: PlanBatch) async throws -> [PlanRefusal] {
    for step in batch.steps {
      do {
        try await write(step)
      } catch let error as StoreError where [.conflict, .notFound].contains(error.code) {
        let object = try? await store.object(at: step.address.objectName)
        let found = ObjectObserver.resource(object ?? nil, at: step.address)
        let wanted = step.after
        guard found.blob == wanted.blob, found.content == wanted.content else { throw error }
      }
    }
    return []
  }

  func bytes(replacedBy step: PlanStep) async throws -> [UInt8]? {
    guard let blob = step.before.blob else { return nil }
    do {
      let data = try await store.data(at: step.address.objectName, maximumSize: blob.size)
      return data.count == blob.size && CRC32C.checksum(of: data) == blob.crc32c ? data : nil
    } catch let error as StoreError where error.code == .notFound || error.code == .tooLarge {
      // Somebody else deleted or replaced it: the write finds that out.
      return nil
    }
  }

  private func write(_ step: PlanStep) async throws {
    let name = step.address.objectName
    let condition = precondition(of: step)
    guard let blob = step.after.blob else {
      return try await store.delete(at: name, if: condition)
    }
    let metadata = ObjectMetadata(step.after.content)
    guard step.before.blob != blob else {
      _ = try await store.updateMetadata(metadata, at: name, if: condition)
      return
    }
    let data = try materials.bytes(step.address)
    guard data.count == blob.size, CRC32C.checksum(of: data) == blob.crc32c else {
      throw StoreError(
        .conflict,
        service: step.address.service,
        "\(step.difference.position?.file ?? "\(step.address)") changed while it was being seeded; run the"
          + " command again"
      )
    }
    _ = try await store.put(data, at: name, metadata: metadata, if: condition)
  }

  private func precondition(of step: PlanStep) -> ObjectPrecondition {
    guard step.before.exists else { return .absent }
    guard case .tag(let text) = step.before.version, let generation = Int64(text) else {
      return .none
    }
    return .generation(generation)
  }
}
