import SystemPackage
import TaneCore
import TaneProject
import TaneSwiftSource
import Testing

@Suite("Cache of summaries")
struct SourceCacheTests {
  private let shop = SwiftFile("Shop.swift", "struct Shop: Codable { let id: Int; let kind: Kind }")
  private let kind = SwiftFile("Kind.swift", "enum Kind: String, Codable { case cafe, bar }")
  private let noise = SwiftFile("Noise.swift", "struct Noise { let x: Int }")

  @Test("A source file is parsed once, and never if it is irrelevant for decoding")
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

  @Test("Changed source files are parsed, and moved files are recognized")
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

  @Test("The reader is called once per round, with equal files only once")
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

  @Test("Deleted source files are removed from the cache")
  func forgetting() throws {
    var cache = SourceCache()
    _ = SourceIndex(of: [shop, kind], cache: &cache)
    var decoded = SourceCache(decoding: try cache.encoded())
    _ = SourceIndex(of: [shop], cache: &decoded)
    var again = SourceCache(decoding: try decoded.encoded())
    _ = SourceIndex(of: [shop, kind], cache: &again)
    #expect(again.parsedFileCount == 1)
  }

  @Test(
    "A file that is not a cache counts as empty",
    arguments: ["", "{}", "tane sources 0 0-0\n{}", "\n"]
  )
  func foreign(text: String) {
    var cache = SourceCache(decoding: Array(text.utf8))
    _ = SourceIndex(of: [shop], cache: &cache)
    #expect(cache.parsedFileCount == 1)
  }

  @Test("A cache damaged anywhere counts as empty")
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

  @Test("A cache knows if it has changed")
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

  @Test("A changed cache is saved with its folder, and an unchanged one is not")
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
