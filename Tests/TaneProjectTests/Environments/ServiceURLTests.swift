import Testing

@testable import TaneProject

@Suite("URLs of services")
struct ServiceURLTests {
  @Test(
    "say what a database is",
    arguments: [
      ("https://a.firebaseio.com", ServiceURL.firebase(origin: "https://a.firebaseio.com")),
      ("https://a.firebaseio.com/", .firebase(origin: "https://a.firebaseio.com")),
      (
        "http://127.0.0.1:9000?ns=x",
        .emulator(origin: "http://127.0.0.1:9000", name: "x", service: .database)
      ),
      (
        "http://127.0.0.1:9000/?ns=x",
        .emulator(origin: "http://127.0.0.1:9000", name: "x", service: .database)
      ),
      ("embedded:shops", .embedded(name: "shops")),
    ]
  )
  func databases(text: String, expected: ServiceURL) throws {
    #expect(try ServiceURL(parsing: text, of: .database) == expected)
    #expect(try ServiceURL(parsing: expected.description, of: .database) == expected)
  }

  @Test(
    "say what a bucket is",
    arguments: [
      ("gs://a.appspot.com/", ServiceURL.bucket(name: "a.appspot.com")),
      (
        "http://127.0.0.1:9199/images",
        .emulator(origin: "http://127.0.0.1:9199", name: "images", service: .bucket)
      ),
      ("embedded:images", .embedded(name: "images")),
    ]
  )
  func buckets(text: String, expected: ServiceURL) throws {
    #expect(try ServiceURL(parsing: text, of: .bucket) == expected)
    #expect(try ServiceURL(parsing: expected.description, of: .bucket) == expected)
  }

  @Test(
    "are refused where they mean nothing",
    arguments: ["", "shops", "https://", "ftp://a", "embedded:", "embedded:a/b", "https://a b"]
  )
  func refused(text: String) {
    #expect(throws: ServiceURLError.self) { try ServiceURL(parsing: text, of: .database) }
    #expect(throws: ServiceURLError.self) { try ServiceURL(parsing: text, of: .bucket) }
  }

  @Test(
    "are limited by amounts of bytes",
    arguments: [
      ("64", 64), ("64MB", 64_000_000), ("64 MiB", 67_108_864), ("5kb", 5000), ("1GiB", 1 << 30),
      ("MB", nil), ("-1MB", nil), ("1.5MB", nil), ("1TB", nil), ("99999999999GB", nil),
    ] as [(String, Int?)]
  )
  func byteAmounts(text: String, expected: Int?) {
    #expect(ByteAmount.parse(text) == expected)
  }
}
