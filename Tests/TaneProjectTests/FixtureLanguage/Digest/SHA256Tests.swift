import Testing

@testable import TaneProject

@Suite("SHA-256")
struct SHA256Tests {
  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    SHA256.hash(bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test("SHA-256 matches the vectors of FIPS 180-4")
  func standard() {
    #expect(
      Self.hexadecimal(Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
    #expect(
      Self.hexadecimal(Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8))
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    )
  }

  /// Digests of the bytes 0, 7, 14 and so on, computed by Python's `hashlib`.
  @Test(
    "SHA-256 pads the last block for any length",
    arguments: [
      (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      (1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
      (55, "576a1bf8d4478657e6dc4af9398544765c2a92cde28478b019235cfed315fc09"),
      (56, "9b20501dfd1d99161c257950f3444f3e49230c351c5c8e0943ef369f85f5205d"),
      (63, "30b345906b493f06f69444b6521113511c242f30e29840462950035043682f1e"),
      (64, "d8bc63b4fc1156e5e7d95a418b9bf54cd3174bedbc2db40f74895349b229b3c0"),
      (65, "1ee23b0fbcaecc1aff4a9e8f1645f35ab2c8e13609cd73b68df8b5e3f63ce073"),
      (119, "7a6589821178918ca8d9edaba5abfc1e9b2669564f4469b66885379c1530b2c8"),
      (120, "655250427d56b1b0eeb8497d21428704273458a01772d6881b65c0abac0f8a98"),
      (1000, "89f4ff56a25dd1db06a4ce6033603775d705fb96f30f8693733fef602a1ca532"),
    ]
  )
  func lengths(count: Int, digest: String) {
    #expect(Self.hexadecimal((0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }) == digest)
  }
}
