import TaneCore

extension ObjectStoreConformance {
  /// Checks of bytes and metadata.
  static let contentChecks: [Check] = [
    Check("an empty bucket has no objects") { store in
      try expect("the object", try await store.object(at: "a"), equals: nil)
      try await expect(.notFound, from: "reading") { try await store.data(at: "a", maximumSize: 1) }
      try await expect(.notFound, from: "deleting") { try await store.delete(at: "a", if: .none) }
      let page = try await store.list(ObjectListRequest())
      try expect("the listing", page, equals: ObjectListPage(objects: []))
    },
    Check("bytes and metadata are read back unchanged") { store in
      let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let metadata = ObjectMetadata(
        contentType: "image/jpeg",
        cacheControl: "no-cache",
        contentDisposition: "attachment; filename=\"麺.jpg\"",
        contentEncoding: "identity",
        contentLanguage: "ja",
        custom: ["shop": "麺屋", "": "empty key", "quote\"": "\n"]
      )
      let put = try await store.put(bytes, at: "a/b.jpg", metadata: metadata, if: .none)
      try expect("the name", put.name, equals: "a/b.jpg")
      try expect("the size", put.size, equals: bytes.count)
      try expect("the metageneration", put.metageneration, equals: 1)
      try expect("the metadata", put.metadata, equals: metadata)
      try expect("the object", try await store.object(at: "a/b.jpg"), equals: put)
      let data = try await store.data(at: "a/b.jpg", maximumSize: bytes.count)
      try expect("the bytes", data == bytes)
    },
    Check("an object has only default metadata unless more is given") { store in
      try await store.put("x", at: "a")
      let metadata = try await store.object(at: "a")?.metadata
      try expect("the metadata", metadata, equals: ObjectMetadata())
    },
    Check("checksums match the bytes") { store in
      // The vectors come from <https://cloud.google.com/storage/docs/data-validation> and RFC 1321.
      let vectors: [(String, UInt32, String)] = [
        ("", 0, "1B2M2Y8AsgTpgAmY7PhCfg=="),
        ("123456789", 0xE306_9283, "JfnnlDI7RTiF9RgfG2JNCw=="),
        ("hello world", 0xC994_65AA, "XrY7u+Ae7tCTyyK7j1rNww=="),
      ]
      for (text, crc32c, md5) in vectors {
        let object = try await store.put(text, at: "a")
        try expect("the CRC-32C of \"\(text)\"", object.crc32c, equals: crc32c)
        try expect("the MD5 of \"\(text)\"", object.md5Hash ?? md5, equals: md5)
      }
    },
    Check("an object may be empty") { store in
      let object = try await store.put("", at: "empty")
      try expect("the size", object.size, equals: 0)
      try expect("the bytes", try await store.data(at: "empty", maximumSize: 0), equals: [])
      try expect("the object", try await store.object(at: "empty"), equals: object)
    },
    Check("an object over the caller's maximum size is rejected") { store in
      try await store.put("12345", at: "a")
      try await expect(.tooLarge, from: "4 bytes at most") {
        try await store.data(at: "a", maximumSize: 4)
      }
      let data = try await store.data(at: "a", maximumSize: 5)
      try expect("the bytes", data, equals: Array("12345".utf8))
    },
    Check("a put replaces bytes and metadata and creates a new generation") { store in
      let first = try await store.put(
        [1, 2],
        at: "a",
        metadata: ObjectMetadata(contentType: "a/b", custom: ["k": "v"]),
        if: .none
      )
      let second = try await store.put("new", at: "a")
      try expect("the generation grows", second.generation > first.generation)
      try expect("the metageneration", second.metageneration, equals: 1)
      try expect("the object", try await store.object(at: "a"), equals: second)
      try expect("the custom metadata", second.metadata.custom, equals: [:])
      let data = try await store.data(at: "a", maximumSize: 99)
      try expect("the bytes", data, equals: Array("new".utf8))
    },
    Check("a deleted object does not exist, and its generation is not reused") { store in
      let first = try await store.put("x", at: "a")
      try await store.put("y", at: "b")
      try await store.delete(at: "a", if: .none)
      try expect("the object", try await store.object(at: "a"), equals: nil)
      try await expect(.notFound, from: "reading") { try await store.data(at: "a", maximumSize: 9) }
      try await expect(.notFound, from: "deleting") { try await store.delete(at: "a", if: .none) }
      let again = try await store.put("x", at: "a")
      try expect("the generation grows", again.generation > first.generation)
      try expect("b", try await store.data(at: "b", maximumSize: 9), equals: [UInt8(ascii: "y")])
    },
    Check("new metadata replaces the old and keeps the bytes") { store in
      try await expect(.notFound, from: "describing what is not there") {
        try await store.updateMetadata(ObjectMetadata(), at: "a", if: .none)
      }
      let first = try await store.put(
        [1, 2],
        at: "a",
        metadata: ObjectMetadata(contentType: "a/b", cacheControl: "no-cache", custom: ["k": "v"]),
        if: .none
      )
      let metadata = ObjectMetadata(contentLanguage: "ja", custom: ["店": "麺屋"])
      let second = try await store.updateMetadata(metadata, at: "a", if: .none)
      try expect("the metadata", second.metadata, equals: metadata)
      try expect("the generation", second.generation, equals: first.generation)
      try expect("the metageneration", second.metageneration, equals: 2)
      try expect("the time of creation", second.timeCreated, equals: first.timeCreated)
      try expect("the checksum", second.crc32c, equals: first.crc32c)
      try expect("the object", try await store.object(at: "a"), equals: second)
      try expect("the bytes", try await store.data(at: "a", maximumSize: 2), equals: [1, 2])
      let third = try await store.put("x", at: "a")
      try expect("the metageneration of new bytes", third.metageneration, equals: 1)
    },
    Check("a cancelled task puts nothing") { store in
      try await expectCancellation(of: "the put") { try await store.put("x", at: "a") }
      try expect("the object", try await store.object(at: "a"), equals: nil)
    },
  ]

  /// Checks of object names.
  static let nameChecks: [Check] = [
    Check("names in any script and form are kept unchanged") { store in
      let names = [
        "a", "a/b", "/a", "a//b", "a/", "麺屋/写真 1.jpg", "🍜", "é", "e\u{301}", "a b", "%2F", "a?b#c",
        "..a", String(repeating: "n", count: 1024),
      ]
      for name in names { try await store.put(name, at: name) }
      for name in names {
        let data = try await store.data(at: name, maximumSize: 2000)
        try expect("the bytes of \(name)", data, equals: Array(name.utf8))
      }
      let count = try await store.list(ObjectListRequest()).objects.count
      try expect("the number of objects", count, equals: names.count)
    },
    Check("invalid names are rejected") { store in
      let names = [
        "", ".", "..", "a\nb", "a\r", ".well-known/acme-challenge/x",
        String(repeating: "n", count: 1025), String(repeating: "店", count: 342),
      ]
      for name in names {
        try await expect(.invalidData, from: "putting \"\(name.escapingControls)\"") {
          try await store.put("x", at: name)
        }
      }
      try expect("the objects", try await store.list(ObjectListRequest()).objects, equals: [])
    },
  ]
}
