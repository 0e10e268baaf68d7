import HTTPTypes
import TaneCore
import TaneEmbedded
import TaneEmulator
import Testing

@Suite("Listings of objects and buckets")
struct ListingTests {
  private func fixture() async throws -> StorageFixture {
    let fixture = try StorageFixture()
    for name in ["a", "b/", "b/1", "b/2", "b/c/3", "d/4", "e", "f//5"] {
      try await fixture.put("x", at: name)
    }
    return fixture
  }

  private func names(_ json: Tree) -> [String] {
    json["items"]?.children.compactMap { $0["name"]?.string } ?? []
  }

  private func prefixes(_ json: Tree) -> [String] {
    json["prefixes"]?.children.compactMap(\.string) ?? []
  }

  @Test("Object listings select by prefix, delimiter and offsets")
  func selections() async throws {
    let fixture = try await fixture()
    let cases: [(String, [String], [String])] = [
      ("", ["a", "b/", "b/1", "b/2", "b/c/3", "d/4", "e", "f//5"], []),
      ("delimiter=/", ["a", "e"], ["b/", "d/", "f/"]),
      ("prefix=b/&delimiter=/", ["b/", "b/1", "b/2"], ["b/c/"]),
      ("prefix=b%2Fc", ["b/c/3"], []), ("prefix=x", [], []),
      ("startOffset=b/2&endOffset=e", ["b/2", "b/c/3", "d/4"], []),
      ("delimiter=/&includeTrailingDelimiter=true", ["a", "b/", "e"], ["b/", "d/", "f/"]),
    ]
    for (query, items, folders) in cases {
      let response = await fixture.send(.get, "/storage/v1/b/images/o?\(query)")
      #expect(response.status == .ok)
      #expect(response.json["kind"]?.string == "storage#objects")
      #expect(names(response.json) == items, "\(query)")
      #expect(prefixes(response.json) == folders, "\(query)")
      #expect((response.json["items"] == nil) == items.isEmpty)
      #expect(response.json["nextPageToken"] == nil)
    }
  }

  @Test("Object listings are paged, counting objects and prefixes")
  func pages() async throws {
    let fixture = try await fixture()
    var token: String?
    var (items, folders, count): ([String], [String], Int) = ([], [], 0)
    repeat {
      let page = token.map { "&pageToken=\($0)" } ?? ""
      let json = await fixture.send(.get, "/b/images/o?delimiter=/&maxResults=2\(page)").json
      #expect(names(json).count + prefixes(json).count <= 2)
      items += names(json)
      folders += prefixes(json)
      token = json["nextPageToken"]?.string
      count += 1
    } while token != nil && count < 10
    #expect(items == ["a", "e"])
    #expect(folders == ["b/", "d/", "f/"])
    #expect(count == 3)
  }

  @Test("An invalid maximum number of listed objects is rejected", arguments: ["0", "-1", "many"])
  func badMaximum(text: String) async throws {
    let response = await (try fixture()).send(.get, "/b/images/o?maxResults=\(text)")
    #expect(response.status == .badRequest)
    #expect(response.json["error"]?["errors"]?[0]["reason"]?.string == "invalidParameter")
  }

  @Test("Object listings for apps contain only names, and omit objects with an empty path segment")
  func firebase() async throws {
    let fixture = try await fixture()
    let all = await fixture.send(.get, "/v0/b/images/o?prefix=&delimiter=/")
    #expect(
      all.json
        == Tree([
          "prefixes": ["b/", "d/", "f/"],
          "items": [["name": "a", "bucket": "images"], ["name": "e", "bucket": "images"]],
        ])
    )
    let below = await fixture.send(.get, "/v0/b/images/o?prefix=b/&delimiter=/&maxResults=3")
    #expect(names(below.json) == ["b/1", "b/2"])
    #expect(below.json["nextPageToken"]?.string == "b/2")
    let none = await fixture.send(.get, "/v0/b/images/o?prefix=none/")
    #expect(none.text == #"{"items":[],"prefixes":[]}"#)
    let wrong = await fixture.send(.get, "/v0/b/images/o?prefix=b")
    #expect(wrong.status == .badRequest)
    #expect(
      wrong.json["error"]?["message"]?.string
        == "Invalid prefix: 'b'; it must be empty or end with '/'."
    )
  }

  @Test("The list of buckets follows use, creation and deletion")
  func buckets() async throws {
    let fixture = try StorageFixture()
    func all() async -> [String] { names(await fixture.send(.get, "/storage/v1/b?project=p").json) }
    #expect(await all() == ["images"])
    #expect(await fixture.send(.get, "/storage/v1/b/new").status == .notFound)
    let made = await fixture.send(.post, "/storage/v1/b?project=p", text: #"{"name": "new"}"#)
    #expect(made.status == .ok)
    #expect(made.json["name"]?.string == "new")
    let again = await fixture.send(.post, "/storage/v1/b?project=p", text: #"{"name": "new"}"#)
    #expect(again.status == .conflict)
    #expect(await fixture.send(.get, "/storage/v1/b/new").json["id"]?.string == "new")
    for path in ["o", "o/a", "storageLayout", "managedFolders"] {
      #expect(await fixture.send(.get, "/storage/v1/b/asked/\(path)").status == .notFound)
    }
    _ = await fixture.send(.get, "/v0/b/asked/o")
    #expect(await all() == ["images", "new"])
    // An object that an earlier run has left.
    let used = fixture.environment.bucket("used")
    _ = try await used.put([1], at: "a", metadata: ObjectMetadata(), if: .none)
    #expect(await fixture.send(.get, "/storage/v1/b/used/storageLayout").status == .ok)
    #expect(await all() == ["images", "new", "used"])
    #expect(await fixture.send(.delete, "/storage/v1/b/new").status == .noContent)
    try await fixture.put("x", at: "a")
    let full = await fixture.send(.delete, "/storage/v1/b/images")
    #expect(full.status == .conflict)
    #expect(await all() == ["images", "used"])
    #expect(await fixture.send(.post, "/internal/reset").status == .ok)
    // A bucket of the profile exists even without objects.
    #expect(await all() == ["images"])
    #expect(await fixture.send(.get, "/storage/v1/b/images/o").status == .ok)
    #expect(try await fixture.text(at: "a") == nil)
  }
}
