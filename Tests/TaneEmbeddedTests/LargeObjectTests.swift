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
}
