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

  @Test("that cannot be read is empty", arguments: ["", "{}", #"{"version":0,"summaries":{}}"#])
  func damaged(text: String) {
    var cache = SourceCache(decoding: Array(text.utf8))
    _ = SourceIndex(of: [shop], cache: &cache)
    #expect(cache.parsedFileCount == 1)
  }
}
