import Foundation
import SystemPackage
import TaneCore
import TaneEmbedded
import Testing

@Suite("Objects with several rows")
struct LargeObjectTests {
  private static let part = 8 * 1024 * 1024

  @Test(
    "Large objects are read back unchanged after replacing larger and smaller ones",
    arguments: [[part, part + 1, part - 1], [2 * part, 1, 2 * part + 1], [0, 3 * part, 0]]
  )
  func sizes(sizes: [Int]) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      let bucket = try EmbeddedEnvironment(path: path, access: .readWrite).bucket("images")
      for size in sizes {
        // Each part has different bytes.
        let data = (0..<4 as Range<UInt8>).flatMap { [UInt8](repeating: $0, count: Self.part) }
          .prefix(size)
        _ = try await bucket.put(Array(data), at: "a", metadata: ObjectMetadata(), if: .none)
        #expect(try await bucket.data(at: "a", maximumSize: size)[...] == data)
        let rows = try RawConnection(path).text("SELECT count(*) FROM moreContent")
        #expect(rows == "\(max(0, (size + Self.part - 1) / Self.part - 1))")
        #expect(
          try RawConnection(path).text("SELECT max(length(bytes)) FROM content")
            == "\(min(size, Self.part))"
        )
      }
      try await bucket.delete(at: "a", if: .none)
      #expect(try RawConnection(path).text("SELECT count(*) FROM moreContent") == "0")
    }
  }

  @Test(
    "Files are stored and written unchanged, in parts",
    arguments: [0, part - 1, part, 2 * part + 1]
  )
  func files(size: Int) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      let bucket = try EmbeddedEnvironment(path: path, access: .readWrite).bucket("images")
      let data = (0..<size).map { UInt8(truncatingIfNeeded: $0 >> 3) }
      let (source, target) = (folder.appending("source"), folder.appending("target"))
      try write(data, to: source)
      try write([1, 2, 3], to: target)
      let object = try await bucket.put(
        fileAt: source.string,
        at: "a",
        metadata: ObjectMetadata(),
        if: .absent
      ) { #expect($0 == size) }
      let same = try await bucket.put(data, at: "b", metadata: ObjectMetadata(), if: .none)
      #expect(object.size == size && object.md5Hash == same.md5Hash)
      #expect(try await bucket.data(at: "a", maximumSize: size) == data)
      let rows = try RawConnection(path).text("SELECT count(*) FROM moreContent WHERE object = 1")
      #expect(rows == "\(max(0, (size + Self.part - 1) / Self.part - 1))")
      try await bucket.download("a", toFileAt: target.string) { #expect($0 == $1) }
      #expect(try bytes(of: target) == data)
    }
  }

  @Test("Damaged and missing objects do not replace a file, and a missing file stores nothing")
  func failures() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("local.sqlite")
      let bucket = try EmbeddedEnvironment(path: path, access: .readWrite).bucket("images")
      _ = try await bucket.put([1, 2, 3], at: "a", metadata: ObjectMetadata(), if: .none)
      try RawConnection(path).execute("UPDATE content SET bytes = x'0102'")
      let target = folder.appending("target")
      try write([9], to: target)
      for (name, code) in [("a", StoreError.Code.unreadable), ("b", .notFound)] {
        let error = await #expect(throws: StoreError.self) {
          try await bucket.download(name, toFileAt: target.string) { _, _ in }
        }
        #expect(error?.code == code)
      }
      #expect(try bytes(of: target) == [9])
      let missing = folder.appending("missing").string
      let error = await #expect(throws: StoreError.self) {
        try await bucket.put(fileAt: missing, at: "c", metadata: ObjectMetadata(), if: .none) { _ in
        }
      }
      #expect(
        error?.message == "\(missing) cannot be read to upload c: No such file or directory"
      )
      #expect(try await bucket.object(at: "c") == nil)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.string)
      #expect(!names.contains { $0.hasPrefix(".tane-") })
    }
  }

  private func write(_ bytes: [UInt8], to path: FilePath) throws {
    try Data(bytes).write(to: URL(filePath: path.string))
  }

  private func bytes(of path: FilePath) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path.string)))
  }
}
