import Foundation
import SystemPackage
import TaneCore
import TaneProject
import Testing

@Suite("Object fixtures")
struct FixtureObjectsTests {
  private static func contentTypes(of fixtures: Fixtures) -> [String?] {
    fixtures.resources(of: .buckets).map { $0.content["contentType"]?.string }
  }

  @Test("A fixture file of a bucket is an object with the metadata beside it")
  func objects() throws {
    let fixtures = DemoFiles([
      "fixtures/base/buckets/images/user/1.jpg": "123456789",
      "fixtures/base/buckets/images/user/1.jpg.meta.yaml": """
      contentType: image/png
      cacheControl: public, max-age=3600
      contentDisposition: inline
      contentEncoding: identity
      contentLanguage: ja
      metadata: { photographer: 柴田 }
      """,
      "fixtures/base/buckets/images/plain.html": "",
      "fixtures/base/buckets/images/%52EADME.md": "an object too",
      "fixtures/base/buckets/images/README.md": "not an object",
    ]).fixtures()
    #expect(fixtures.messages == [])
    #expect(fixtures.fileCount == 4)
    #expect(
      fixtures.addresses(of: .buckets)
        == ["images:/README.md", "images:/plain.html", "images:/user/1.jpg"]
    )
    #expect(Self.contentTypes(of: fixtures) == ["text/markdown", "text/html", "image/png"])
    let object = fixtures.resources(of: .buckets)[2]
    #expect(
      fixtures.file(at: object.address) == "/demo/fixtures/base/buckets/images/user/1.jpg"
    )
    #expect(object.position?.description == "fixtures/base/buckets/images/user/1.jpg")
    #expect(object.blob == BlobDigest(size: 9, crc32c: 0xE306_9283))
    #expect(
      object.content
        == ObjectMetadata(
          contentType: "image/png",
          cacheControl: "public, max-age=3600",
          contentDisposition: "inline",
          contentEncoding: "identity",
          contentLanguage: "ja",
          custom: ["photographer": "柴田"]
        ).tree
    )
  }

  @Test("An object in two sets is taken completely from the later one")
  func layering() {
    let fixtures = DemoFiles(
      [
        "fixtures/base/buckets/images/a.png": "old",
        "fixtures/base/buckets/images/a.png.meta.yaml": "cacheControl: no-store",
        "fixtures/staging/buckets/images/a.png": "newer",
      ],
      sets: ["base", "staging"]
    ).fixtures(["base", "staging"])
    #expect(fixtures.messages == [])
    let objects = fixtures.resources(of: .buckets)
    #expect(objects.map(\.blob?.size) == [5])
    #expect(objects.map(\.content) == [ObjectMetadata(contentType: "image/png").tree])
  }

  @Test("Object names are percent-decoded and composed, and duplicates are errors")
  func names() {
    let fixtures = DemoFiles([
      "fixtures/base/buckets/images/e\u{301}.png": "a",
      "fixtures/base/buckets/images/%C3%A9.png": "b",
      "fixtures/base/buckets/images/%2Ehidden.png": "c",
    ]).fixtures()
    #expect(
      fixtures.messages == [
        """
        fixtures/base/buckets/images/e\u{301}.png: error: two files of the set "base" define the \
        object "é.png"; remove one [described-twice]
        fixtures/base/buckets/images/%C3%A9.png: note: the other one
        """
      ]
    )
    #expect(
      fixtures.addresses(of: .buckets).map { Array($0.utf8) }
        == ["images:/.hidden.png", "images:/\u{E9}.png"].map { Array($0.utf8) }
    )
  }

  @Test("Object names that a bucket forbids are errors")
  func illegalNames() {
    let long = String(repeating: "long-name-", count: 103)
    let fixtures = DemoFiles([
      "fixtures/base/buckets/images/%2E%2E": "", "fixtures/base/buckets/images/a%0Ab": "",
      "fixtures/base/buckets/images/%2Ewell-known/acme-challenge/x": "",
      "fixtures/base/buckets/images/\(long)": "",
    ]).fixtures()
    #expect(
      fixtures.messages == [
        "fixtures/base/buckets/images/%2E%2E: error: the object's name \"..\" denotes a folder: "
          + "choose another name [illegal-object-name]",
        "fixtures/base/buckets/images/%2Ewell-known/acme-challenge/x: error: the object's name"
          + " \".well-known/acme-challenge/x\" begins with the reserved prefix"
          + " .well-known/acme-challenge/: choose another name [illegal-object-name]",
        "fixtures/base/buckets/images/a%0Ab: error: the object's name \"a\\nb\" contains a line "
          + "break, which is not allowed [illegal-object-name]",
        "fixtures/base/buckets/images/\(long): error: the object's name \"\(long)\" is 1,030 bytes"
          + " long; up to 1,024 are allowed [illegal-object-name]",
      ]
    )
    #expect(fixtures.services.isEmpty)
  }

  @Test("Invalid object metadata is an error")
  func metadataProblems() {
    let folder = "fixtures/base/buckets/images"
    let fixtures = DemoFiles([
      "\(folder)/a.png": "", "\(folder)/a.png.meta.yaml": "contenttype: image/png\nmetadata: [x]\n",
      "\(folder)/b.png": "", "\(folder)/b.png.meta.yaml": "contentType: png\ncacheControl: 5\n",
      "\(folder)/c.png": "", "\(folder)/c.png.meta.yaml": "metadata: { n: 1, e: null }\n",
      "\(folder)/d.png": "", "\(folder)/d.png.meta.yaml": "- x\n",
      "\(folder)/e.png": "", "\(folder)/e.png.meta.yaml": "", "\(folder)/e.png.meta.yml": "",
      "\(folder)/gone.png.meta.yaml": "contentType: image/png",
    ]).fixtures()
    #expect(
      fixtures.messages == [
        "\(folder)/a.png.meta.yaml:1:1: error: unknown key \"contenttype\" (known: contentType,"
          + " cacheControl, contentDisposition, contentEncoding, contentLanguage, metadata, content);"
          + " did you mean \"contentType\"? [unknown-key]",
        "\(folder)/a.png.meta.yaml:2:11: error: expected a map of strings for \"metadata\", found a"
          + " list [wrong-type]",
        "\(folder)/b.png.meta.yaml:1:14: error: \"png\" is not a valid content type; expected a type and a"
          + " subtype, such as image/jpeg [invalid-value]",
        "\(folder)/b.png.meta.yaml:2:15: error: expected a string for \"cacheControl\", found an"
          + " integer; quote it to make it a string [wrong-type]",
        "\(folder)/c.png.meta.yaml:1:16: error: expected a string for \"metadata.n\", found an"
          + " integer; quote it to make it a string [wrong-type]",
        "\(folder)/d.png.meta.yaml:1:1: error: expected a map of metadata, found a list [wrong-type]",
        """
        \(folder)/e.png.meta.yml: error: two files define the metadata of \"\(folder)/e.png\"; \
        remove one \
        [described-twice]
        \(folder)/e.png.meta.yaml: note: the other one
        """,
        "\(folder)/gone.png.meta.yaml: error: there is no object for this metadata: expected the "
          + "file \"gone.png\" next to it [missing-object]",
      ]
    )
    #expect(fixtures.addresses(of: .buckets) == ["images:/e.png"])
  }

  @Test(
    "The content type of an object is derived from its file name",
    arguments: [
      ("a.jpg", "image/jpeg"), ("a.b.JPEG", "image/jpeg"), ("a.webp", "image/webp"),
      ("a.heic", "image/heic"), ("a.svg", "image/svg+xml"), ("a.woff2", "font/woff2"),
      ("a.mp4", "video/mp4"), ("a", "application/octet-stream"),
      ("a.x", "application/octet-stream"),
    ]
  )
  func contentType(name: String, expected: String) {
    let fixtures = DemoFiles(["fixtures/base/buckets/images/\(name)": ""]).fixtures()
    #expect(Self.contentTypes(of: fixtures) == [expected])
  }

  @Test("Custom metadata that Cloud Storage rejects is an error")
  func metadataSize() {
    let folder = "fixtures/base/buckets/images"
    let fits = String(repeating: "é", count: 4095)
    let fixtures = DemoFiles([
      "\(folder)/a.png": "", "\(folder)/a.png.meta.yaml": "metadata: { n1: \"\(fits)\" }\n",
      "\(folder)/b.png": "", "\(folder)/b.png.meta.yaml": "metadata: { n12: \"\(fits)\" }\n",
    ]).fixtures()
    #expect(
      fixtures.messages == [
        "\(folder)/b.png.meta.yaml:1:11: error: the keys and values of this metadata take up "
          + "8,193 bytes; Cloud Storage allows up to 8,192 [invalid-value]"
      ]
    )
    #expect(fixtures.addresses(of: .buckets) == ["images:/a.png"])
  }

  @Test("An object that exceeds the size limit is an error before it is read")
  func objectSize() throws {
    try withTemporaryFolder { root in
      let folder = root.appending("fixtures/base/buckets/images")
      try makeFolder(folder)
      let file = folder.appending("large.bin").string
      // A sparse file, which occupies no disk space.
      #expect(FileManager.default.createFile(atPath: file, contents: nil))
      try #require(FileHandle(forWritingAtPath: file)).truncate(atOffset: (5 << 40) + 1)
      let fixtures = Fixtures.load(["base"], from: Project(root: root), buckets: ["images"])
      #expect(
        fixtures.messages == [
          "fixtures/base/buckets/images/large.bin: error: this object is 5,497,558,138,881 bytes in "
            + "size; Cloud Storage allows objects of up to 5,497,558,138,880 [object-too-large]"
        ]
      )
    }
    #expect(ObjectSize.violation(in: 5 << 40) == nil)
  }
}
