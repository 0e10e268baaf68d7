import Foundation
import Synchronization
import TestSupport
import TaneCore
import TaneTesting
import Testing

@testable import TaneProject
@testable import TaneSeeding

@Suite("Writing objects")
struct ObjectWriterTests {
  private static let png = ObjectMetadata(contentType: "image/png")

  private func put(_ text: String, at name: String, in project: SeedingProject) async throws {
    _ = try await project.images.put(Array(text.utf8), at: name, metadata: Self.png, if: .none)
  }

  @Test("The inverse of a plan deletes the uploaded objects")
  func inverse() async throws {
    let project = try SeedingProject(["buckets/images/a/1.png": "x", "buckets/images/2.png": "y"])
    try await put("mine", at: "kept.png", in: project)
    let plan = try await project.plan()
    try await project.run(plan).apply()
    #expect(try await project.images.data(at: "a/1.png", maximumSize: 10) == Array("x".utf8))
    #expect(plan.inverse.steps.map(\.removesResource) == [true, true])
    try await project.run(plan.inverse).apply()
    let page = try await project.images.list(ObjectListRequest())
    #expect(page.objects.map(\.name) == ["kept.png"])
  }

  @Test(
    "Objects whose names differ only in Unicode normalization are separate",
    arguments: [0, 2]
  )
  func equalText(others: Int) async throws {
    var files = ["buckets/images/\u{e9}": "composed", "buckets/images/e%CC%81": "decomposed"]
    for number in 0..<others { files["buckets/images/\(number)"] = "x" }
    let project = try SeedingProject(files)
    try await project.seed()
    #expect(try await project.difference().isEmpty)
    for (name, text) in [("\u{e9}", "composed"), ("e\u{301}", "decomposed")] {
      let data = try await project.images.data(at: name, maximumSize: 10)
      #expect(data == Array(text.utf8))
    }
  }

  @Test("Reverting treats an object that somebody deleted as already deleted")
  func deletedMeanwhile() async throws {
    let project = try SeedingProject(["buckets/images/1.png": "x", "buckets/images/2.png": "y"])
    let plan = try await project.plan()
    try await project.run(plan).apply()
    try await project.images.delete(at: "2.png", if: .none)
    try await project.run(plan.inverse).apply()
    #expect(try await project.images.list(ObjectListRequest()).objects.isEmpty)
  }

  @Test("Applying does not change an object that somebody deleted")
  func deletedBeforeChange() async throws {
    let project = try SeedingProject([
      "buckets/images/1.png": "x", "buckets/images/1.png.meta.yaml": "cacheControl: no-store",
    ])
    try await put("x", at: "1.png", in: project)
    let plan = try await project.plan()
    #expect(plan.counts.resources.map(\.changed) == [1])
    try await project.images.delete(at: "1.png", if: .none)
    let failure = await #expect(throws: SeedFailure.self) {
      try await project.run(plan).apply()
    }
    #expect(failure?.remaining == ["images"])
    #expect(failure?.wroteAnything == false)
    #expect(try await project.images.object(at: "1.png") == nil)
  }

  @Test("Metadata changes without an upload, and the inverse restores it")
  func metadata() async throws {
    let project = try SeedingProject([
      "buckets/images/1.png": "x",
      "buckets/images/1.png.meta.yaml": "{ cacheControl: no-store, metadata: { owner: a } }",
    ])
    try await put("x", at: "1.png", in: project)
    let before = try #require(try await project.images.object(at: "1.png"))
    let plan = try await project.plan()
    try await project.run(plan).apply()
    let seeded = try #require(try await project.images.object(at: "1.png"))
    #expect(seeded.metadata.cacheControl == "no-store")
    #expect(seeded.metadata.custom == ["owner": "a"])
    #expect(seeded.generation == before.generation)
    try await project.run(plan.inverse).apply()
    let after = try #require(try await project.images.object(at: "1.png"))
    #expect(after.metadata == before.metadata)
    #expect(after.generation == before.generation)
  }

  @Test("Applying treats an identical upload by somebody else as done")
  func sameUpload() async throws {
    let project = try SeedingProject(["buckets/images/1.png": "x"])
    let plan = try await project.plan()
    try await put("x", at: "1.png", in: project)
    try await project.run(plan).apply()
    #expect(try await project.difference().isEmpty)
  }

  @Test("A large object is uploaded from its file, unless the file changed after the plan")
  func fromFile() async throws {
    let large = String(repeating: "ab", count: 5 << 20)
    let project = try SeedingProject(["buckets/images/1.png": large])
    let (plan, store) = (try await project.plan(), FileStore(base: project.images))
    let contentSource = PlanContentSource(try project.fixtures(), in: project.project)
    let writer = ObjectWriter(store: store, service: "images", contentSource: contentSource)
    let batch = try #require(writer.batches(of: plan.steps).first)
    try project.write(large.dropLast() + "c", to: "fixtures/base/buckets/images/1.png")
    let error = await #expect(throws: StoreError.self) { try await writer.apply(batch) }
    #expect(
      error?.message
        == "fixtures/base/buckets/images/1.png changed while it was being seeded; run the command again"
    )
    #expect(try await project.images.object(at: "1.png") == nil)
    try project.write(large, to: "fixtures/base/buckets/images/1.png")
    _ = try await writer.apply(batch)
    #expect(try await project.images.data(at: "1.png", maximumSize: .max) == Array(large.utf8))
    #expect(store.uploads.withLock { $0 } == 1)
  }

  @Test("Each object is a separate batch with counted progress")
  func batches() async throws {
    let project = try SeedingProject(["buckets/images/1.png": "x", "buckets/images/2.png": "y"])
    let contentSource = PlanContentSource(
      Fixtures.load(for: try project.profile(), from: project.project),
      in: project.project
    )
    let writer = ObjectWriter(
      store: project.images,
      service: "images",
      contentSource: contentSource
    )
    let batches = writer.batches(of: try await project.plan().steps)
    #expect(
      batches.map { $0.steps.map(\.address.description) } == [["images:/1.png"], ["images:/2.png"]]
    )
    #expect(
      batches.map(\.progress) == [
        .count("uploading 2 objects", index: 1, of: 2),
        .count("uploading 2 objects", index: 2, of: 2),
      ]
    )
  }
}

/// A bucket that accepts files and counts them.
private final class FileStore: ForwardingObjectStore, FileObjectStore {
  let base: any ObjectStore
  let uploads = Mutex(0)

  init(base: any ObjectStore) { self.base = base }

  func put(
    fileAt path: String,
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> StoredObject {
    uploads.withLock { $0 += 1 }
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    return try await base.put(bytes, at: name, metadata: metadata, if: precondition)
  }

  func download(
    _ name: String,
    toFileAt path: String,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void
  ) async throws {
    try Data(try await base.data(at: name, maximumSize: .max)).write(to: URL(filePath: path))
  }
}
