import TaneCore
import Testing

@testable import TaneServices

/// The data was compressed by zlib, with Python's `gzip.compress`.
@Suite("Gzip bodies")
struct GzipTests {
  private static let cases: [(name: String, packed: String, text: String)] = [
    ("nothing", "H4sIAAAAAAACAwMAAAAAAAAAAAA=", ""),
    ("a stored block", "H4sIAAAAAAAEAwELAPT/aGVsbG8gd29ybGSFEUoNCwAAAA==", "hello world"),
    (
      "a block of fixed codes after a file's name",
      "H4sICAAAAAAC/2EuanNvbgDLSM3JyVfIQJAAgIj55REAAAA=", "hello hello hello"
    ),
    (
      "a block of its own codes, much of it repeated",
      "H4sIAAAAAAACA+3HMQ0AIAwAsB8V6EARHySTgRre+eHABTpI2q/Rx4xWb+bZq4SZmZmZmZmZmZmZmZmZmZmZmZmZmZ"
        + "mZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmdnXe5vxrI0Q"
        + "pAAA",
      String(repeating: "shops: 麺屋\n", count: 3000)
    ),
    (
      "many codes",
      """
      H4sIAAAAAAACA02VTW4lMQiE93OKdwTzY4wPlEgjRTP33+U1RZHs7HYbPkMBX3//fbzW6//na/35etbyrAVrfdaOtT3ri7XX
      P4HNfja6sYlnY31y6nrfyWcTbew+m2wvUu5lEQAEytOCEO+bYvDdVgUotz0KYEgjATaeFpAm7xaSKS1fsPPtReWk0qJy5ylC
      k31Xi2prW9ai2qf9alEFqbSoYk6L6szdojpjGaGiXyuqSyorqktmQ6wWn2QI1uKLDdESBsQ2Qk0yC+wZTis0MUbbsnNB+wUn
      m7lyZDKI50hlMNMOvkMZOPiSGvHOJgXkSOcinyOfQuk5EqqL94tPbdF+8amv9r8X9EC+XXwac158enh/GwRD+7v49I70i8+G
      b0P+Qv59WmG8D8UZ378hOWd8YkGC5Ivis8P4RvFZMv5RfHaZn3BolvmL4vPJbxSfG/MfqFCnPqL4PKifKD4/1NdBTYz8TvHt
      RXWe4ttC8R6UhVHbB3XhlP4pvj2VcQJ1M+fFt+/cRxNZY/+isOg/F5oM+bL4YpM/FZXH92XxRfL9WXxnMT65UZrky+I7xvgm
      Sncz/onaPcxPFt+5zN9d6Hvku8WXyvxfRbFPmyy+DOrnFl8m9XU3ugH5bvG93fG8+K5TvzfRLqjvW3w313RituJpxku6pfz8
      003GaUVWt5mgn/dhNx6SyEKrkWF9/44vavMP2s27v4wdNByJGF9oOZIzPXp86K8B0hPEZob0ENE9Y6TniJ6ZJD1K9M4wwTQR
      +5knGChiPiNF2CJnqmCsiN0ZLJgs4hLyDaYZsMBvBwAA
      """,
      (0..<120).map { "line \($0) of \($0 * $0)" }.joined(separator: "\n")
    ),
  ]

  @Test("Gzip bodies are decompressed", arguments: cases)
  func unpacked(name: String, packed: String, text: String) throws {
    let bytes = try #require(Base64.bytes(of: packed))
    let unpacked = try Gzip.decompress(bytes)
    #expect(String(decoding: unpacked, as: UTF8.self) == text)
  }

  @Test("Truncated gzip data is rejected, and damaged data never yields other bytes")
  func broken() throws {
    for (_, packed, text) in Self.cases {
      let bytes = try #require(Base64.bytes(of: packed))
      for count in 0..<bytes.count {
        #expect(throws: Gzip.Problem.malformed) { try Gzip.decompress(Array(bytes.prefix(count))) }
      }
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 0x55
        guard let unpacked = try? Gzip.decompress(changed) else { continue }
        #expect(unpacked == Array(text.utf8))
      }
    }
  }

  @Test("Gzip bodies over the limit are rejected", arguments: cases.dropFirst())
  func limit(name: String, packed: String, text: String) throws {
    let bytes = try #require(Base64.bytes(of: packed))
    let count = text.utf8.count
    #expect(try Gzip.decompress(bytes, limit: count).count == count)
    #expect(throws: Gzip.Problem.tooLarge) { try Gzip.decompress(bytes, limit: count - 1) }
  }
}
