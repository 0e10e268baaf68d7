import Testing

@testable import TaneProject

@Suite("Service URLs")
struct ServiceLocationTests {
  @Test(
    "Database URLs are parsed and printed",
    arguments: [
      ("https://a.firebaseio.com", ServiceLocation.firebase("https://a.firebaseio.com")),
      ("https://a.firebaseio.com/", .firebase("https://a.firebaseio.com")),
      (
        "http://127.0.0.1:9000?ns=x",
        .emulator(origin: "http://127.0.0.1:9000", resource: "x")
      ),
      (
        "http://127.0.0.1:9000/?ns=x",
        .emulator(origin: "http://127.0.0.1:9000", resource: "x")
      ),
      ("embedded:shops", .embedded(name: "shops")),
    ]
  )
  func databases(text: String, expected: ServiceLocation) throws {
    #expect(try ServiceLocation(parsing: text, of: RealtimeDatabases()) == expected)
    let spelling = expected.spelling(of: RealtimeDatabases())
    #expect(try ServiceLocation(parsing: spelling, of: RealtimeDatabases()) == expected)
  }

  @Test(
    "Bucket URLs are parsed and printed",
    arguments: [
      ("gs://a.appspot.com/", ServiceLocation.firebase("a.appspot.com")),
      (
        "http://127.0.0.1:9199/images",
        .emulator(origin: "http://127.0.0.1:9199", resource: "images")
      ),
      ("embedded:images", .embedded(name: "images")),
    ]
  )
  func buckets(text: String, expected: ServiceLocation) throws {
    #expect(try ServiceLocation(parsing: text, of: StorageBuckets()) == expected)
    let spelling = expected.spelling(of: StorageBuckets())
    #expect(try ServiceLocation(parsing: spelling, of: StorageBuckets()) == expected)
  }

  @Test(
    "Invalid service URLs are rejected",
    arguments: ["", "shops", "https://", "ftp://a", "embedded:", "embedded:a/b", "https://a b"]
  )
  func refused(text: String) {
    #expect(throws: ServiceLocationError.self) {
      try ServiceLocation(parsing: text, of: RealtimeDatabases())
    }
    #expect(throws: ServiceLocationError.self) {
      try ServiceLocation(parsing: text, of: StorageBuckets())
    }
  }

  @Test(
    "Amounts of bytes are parsed with decimal and binary units",
    arguments: [
      ("64", 64), ("64MB", 64_000_000), ("64 MiB", 67_108_864), ("5kb", 5000), ("1GiB", 1 << 30),
      ("MB", nil), ("-1MB", nil), ("1.5MB", nil), ("1TB", nil), ("99999999999GB", nil),
    ] as [(String, Int?)]
  )
  func byteAmounts(text: String, expected: Int?) {
    #expect(ByteAmount.parse(text) == expected)
  }
}
