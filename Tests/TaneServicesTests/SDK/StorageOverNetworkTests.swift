import Foundation
import HTTPTypes
import Synchronization
import TaneCore
import TaneFirebase
import TaneServices
import Testing

@Suite("SDK-style storage over the network")
struct StorageOverNetworkTests {
  /// A log of a transfer's progress: completed and total units.
  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func note(_ progress: Progress?) {
      let line = "\(progress?.completedUnitCount ?? -1)/\(progress?.totalUnitCount ?? -1)"
      lines.withLock { $0.append(line) }
    }
  }

  private static func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  @Test("The SDK-style storage transfers data and files with progress")
  func transfers() async throws {
    try await ServedEnvironment.run { served in
      try await Self.withFolder { folder in
        let image = served.bucket.child("店/1.jpg")
        let metadata = StorageMetadata()
        metadata.contentType = "image/jpeg"
        metadata.customMetadata = ["user": "1"]
        let sent = Log()
        let stored = try await image.putDataAsync(
          Data("麺屋".utf8),
          metadata: metadata,
          onProgress: sent.note
        )
        #expect(stored.size == 6 && stored.customMetadata == ["user": "1"])
        #expect(sent.all == ["0/6", "6/6"])
        #expect(try await image.data(maxSize: 6) == Data("麺屋".utf8))
        let file = folder.appendingPathComponent("copy.png")
        let received = Log()
        #expect(try await image.writeAsync(toFile: file, onProgress: received.note) == file)
        #expect(try Data(contentsOf: file) == Data("麺屋".utf8))
        #expect(received.all == ["0/6", "6/6"])
        let other = served.bucket.child("2.png")
        #expect(try await other.putFileAsync(from: file).contentType == "image/png")
        #expect(try await served.bucket.listAll().items.map(\.fullPath) == ["2.png"])
        try await other.delete()
        #expect(
          await Self.message { try await other.writeAsync(toFile: file) }
            == #"the object "2.png" does not exist"#
        )
        #expect(try Data(contentsOf: file) == Data("麺屋".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["copy.png"])
      }
    }
  }

  @Test("An object can be loaded with its download URL")
  func downloadURL() async throws {
    try await ServedEnvironment.run { served in
      let image = served.bucket.child("a b/1.jpg")
      _ = try await image.putDataAsync(Data([1, 2, 3]))
      let url = try await image.downloadURL()
      #expect(try await image.downloadURL() == url)
      let answer = try await AsyncHTTPTransport.patient().send(
        TransportRequest(.get, url.absoluteString)
      )
      var bytes: [UInt8] = []
      for try await chunk in answer.body { bytes += chunk }
      #expect(answer.status == 200 && bytes == [1, 2, 3])
      #expect(try await image.getMetadata().customMetadata == nil)
    }
  }

  @Test("A cancelled upload ends at once with an error")
  func cancellation() async throws {
    try await ServedEnvironment.run { served in
      served.held.hold()
      let image = served.bucket.child("a")
      let task = Task { try await image.putDataAsync(Data(count: 1000)) }
      for await _ in served.held.arrivals { break }
      task.cancel()
      let error = await #expect(throws: StorageError.self) { try await task.value }
      #expect(error?.code == .cancelled)
      let report = await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await served.bucket.putAllAsync([StorageUpload("b", data: Data([1]))])
      }.value
      #expect("\(report)" == "uploaded 0 of 1\nimages:/b: the operation was canceled")
    }
  }

  @Test("A group of uploads keeps its order and reports each outcome")
  func group() async throws {
    try await ServedEnvironment.run { served in
      let report = await served.bucket.child("day").putAllAsync([
        StorageUpload("1", data: Data([1])), StorageUpload("a\nb", data: Data()),
        StorageUpload("2", data: Data([2, 2])),
      ])
      #expect(report.outcomes.map(\.reference.name) == ["1", "a\nb", "2"])
      #expect(report.uploadedCount == 2 && report.unfinished.map(\.path) == ["a\nb"])
      let last = try report.outcomes[2].result.get()
      #expect(last.size == 2)
      let listed = try await served.bucket.child("day").listAll()
      #expect(listed.items.map(\.name) == ["1", "2"])
    }
  }

  @Test("A missing source file and an unwritable destination are errors")
  func files() async throws {
    try await ServedEnvironment.run { served in
      let image = served.bucket.child("a")
      let missing = URL(fileURLWithPath: "/no/such/file.jpg")
      #expect(
        await Self.message { try await image.putFileAsync(from: missing) }
          .hasPrefix("images:/a: the file /no/such/file.jpg cannot be read: ")
      )
      _ = try await image.putDataAsync(Data([1]))
      #expect(
        await Self.message { try await image.writeAsync(toFile: missing) }
          .hasSuffix("a cannot be downloaded to /no/such/file.jpg: No such file or directory")
      )
    }
  }

  private static func message(_ body: () async throws -> some Any) async -> String {
    do {
      _ = try await body()
      return "nothing was thrown"
    } catch {
      return "\(error)"
    }
  }
}
