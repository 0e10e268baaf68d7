import SystemPackage
import TaneCore
import TaneProject
import TaneSwiftSource
import Testing

@Suite("The cache of summaries")
struct SourceCacheTests {
  private let shop = SwiftFile("Shop.swift", "struct Shop: Codable { let id: Int; let kind: Kind }")
  private let kind = SwiftFile("Kind.swift", "enum Kind: String, Codable { case cafe, bar }")
  private let noise = SwiftFile("Noise.swift", "struct Noise { let x: Int }")

  @Test("parses a file once, and not at all where it does not bear on decoding")
  func parsing() throws {
    var cache = SourceCache()
    _ = SourceIndex(of: [shop, kind, noise], cache: &cache)
    #expect(cache.parsedFileCount == 2)
    var decoded = SourceCache(decoding: try cache.encoded())
    let index = SourceIndex(of: [shop, kind, noise], cache: &decoded)
    #expect(decoded.parsedFileCount == 0)
    #expect(index.readFileCount == 2)
    #expect(index.schema(named: "Shop") == SourceIndex(of: [shop, kind]).schema(named: "Shop"))
  }

  @Test("parses what has changed, and follows a file that has moved")
  func changes() throws {
    var cache = SourceCache()
    _ = SourceIndex(of: [shop, kind], cache: &cache)
    var decoded = SourceCache(decoding: try cache.encoded())
    let moved = SwiftFile(name: "Models/Shop.swift", bytes: shop.bytes)
    let changed = SwiftFile("Kind.swift", "enum Kind: String, Codable { case cafe }")
    let index = SourceIndex(of: [moved, changed], cache: &decoded)
    #expect(decoded.parsedFileCount == 1)
    #expect(index.schema(named: "Shop")?.place.description == "Models/Shop.swift:1:8")
  }

  @Test("asks the reader once for all files of a round, and once for equal ones")
  func rounds() {
    let copy = SwiftFile(name: "Copy.swift", bytes: shop.bytes)
    let reader = CountingReader()
    var cache = SourceCache()
    _ = SourceIndex(of: [shop, copy, kind, noise], cache: &cache, reader: reader)
    #expect(reader.questions == [2])
    let other = SwiftFile("Page.swift", "struct Page: Codable { let shop: Shop; let tag: Tag }")
    let tag = SwiftFile("Tag.swift", "struct Tag { let x: Int }")
    _ = SourceIndex(of: [shop, kind, other, tag], cache: &cache, reader: reader)
    #expect(reader.questions == [2, 1, 1])
  }

  @Test("forgets files that are gone")
  func forgetting() throws {
    var cache = SourceCache()
    _ = SourceIndex(of: [shop, kind], cache: &cache)
    var decoded = SourceCache(decoding: try cache.encoded())
    _ = SourceIndex(of: [shop], cache: &decoded)
    var again = SourceCache(decoding: try decoded.encoded())
    _ = SourceIndex(of: [shop, kind], cache: &again)
    #expect(again.parsedFileCount == 1)
  }

  @Test("that is none is empty", arguments: ["", "{}", "tane sources 0 0-0\n{}", "\n"])
  func foreign(text: String) {
    var cache = SourceCache(decoding: Array(text.utf8))
    _ = SourceIndex(of: [shop], cache: &cache)
    #expect(cache.parsedFileCount == 1)
  }

  @Test("that is damaged anywhere is empty")
  func damaged() throws {
    var cache = SourceCache()
    _ = SourceIndex(of: [shop], cache: &cache)
    let bytes = try cache.encoded()
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1
      var decoded = SourceCache(decoding: damaged)
      let found = SourceIndex(of: [shop], cache: &decoded)
      #expect(decoded.parsedFileCount == 1, "byte \(index)")
      #expect(found.decodableTypeNames == ["Shop"])
    }
    var cut = SourceCache(decoding: Array(bytes.dropLast()))
    _ = SourceIndex(of: [shop], cache: &cut)
    #expect(cut.parsedFileCount == 1)
  }

  @Test("tells whether it is to be saved again")
  func changing() throws {
    var cache = SourceCache()
    #expect(!cache.hasChanged)
    _ = SourceIndex(of: [shop, kind], cache: &cache)
    #expect(cache.hasChanged)
    var decoded = SourceCache(decoding: try cache.encoded())
    _ = SourceIndex(of: [shop, kind], cache: &decoded)
    #expect(!decoded.hasChanged)
    var shrunk = SourceCache(decoding: try cache.encoded())
    _ = SourceIndex(of: [shop], cache: &shrunk)
    #expect(shrunk.hasChanged)
  }

  @Test("is kept in a file, whose folder is made, and none is written where nothing changed")
  func file() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(".tane").appending("sources")
      let file = SourceCacheFile(path)
      try file.save(SourceCache())
      #expect(try DiskFiles().kind(of: path) == nil)
      var cache = file.load()
      _ = SourceIndex(of: [shop, kind], cache: &cache)
      try file.save(cache)
      var loaded = file.load()
      _ = SourceIndex(of: [shop, kind], cache: &loaded)
      #expect(loaded.parsedFileCount == 0)
    }
  }
}
