import Foundation
import Synchronization
import TaneFirebase
import TaneTesting
import Testing

@Suite("A group of files is uploaded in order, with a result for each file")
struct GroupUploadTests {
  private let root = FirebaseStorageManager(buckets: ["images": InMemoryObjectStore()])
    .storageReference

  private func uploads(_ names: [String]) -> [StorageUpload] {
    names.map { StorageUpload($0, data: Data($0.utf8)) }
  }

  @Test("A group upload uploads all files and reports its progress")
  func complete() async throws {
    let steps = Mutex<[StorageUploadProgress]>([])
    let report = await root.child("day").putAllAsync(uploads(["1.jpg", "2.jpg"])) { step in
      steps.withLock { $0.append(step) }
    }
    #expect(report.isComplete)
    #expect(report.outcomes.map(\.reference.fullPath) == ["day/1.jpg", "day/2.jpg"])
    #expect(try report.outcomes.map { try $0.result.get().size } == [5, 5])
    #expect(try await root.child("day/2.jpg").data(maxSize: 9) == Data("2.jpg".utf8))
    #expect(
      steps.withLock { $0.map { "\($0.finishedCount)/\($0.totalCount) \($0.fractionOfCurrent)" } }
        == ["0/2 0.0", "0/2 1.0", "1/2 0.0", "1/2 1.0", "2/2 0.0"]
    )
    #expect("\(report)" == "uploaded 2 of 2")
  }

  @Test("A group upload continues after a failure and returns the failed files")
  func partial() async throws {
    let missing = URL(fileURLWithPath: "/no/such/file.jpg")
    let report = await root.putAllAsync([
      StorageUpload("a", data: Data([1])), StorageUpload("b", file: missing),
      StorageUpload("", data: Data()), StorageUpload("c", data: Data([1])),
    ])
    #expect(!report.isComplete)
    #expect(report.uploadedCount == 2)
    #expect(report.unfinished.map(\.path) == ["b", ""])
    let lines = report.description.split(separator: "\n")
    #expect(lines[0] == "uploaded 2 of 4")
    #expect(lines[1].hasPrefix("images:/b: images:/b: the file /no/such/file.jpg cannot be read"))
    #expect(lines[2] == "images:/: images:/ is the whole bucket; name an object with child(_:)")
    let retried = await root.putAllAsync([StorageUpload("b", data: Data([2]))])
    #expect(retried.isComplete)
  }

  @Test("Cancelling a group upload reports files that have not started as cancelled")
  func cancellation() async {
    let root = root
    let report = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await root.putAllAsync([
        StorageUpload("a", data: Data()), StorageUpload("b", data: Data()),
      ])
    }.value
    #expect(report.uploadedCount == 0)
    #expect(
      "\(report)" == """
        uploaded 0 of 2
        images:/a: the operation was canceled
        images:/b: the operation was canceled
        """
    )
  }
}
