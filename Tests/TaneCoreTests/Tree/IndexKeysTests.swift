import Testing

@testable import TaneCore

@Suite("Keys of list elements")
struct IndexKeysTests {
  private func text(_ index: UInt32) -> String {
    String(
      decoding: IndexKeys.text(of: index, length: IndexKeys.length(of: index)),
      as: UTF8.self
    )
  }

  @Test("Index keys are decimal at all boundaries of digits and segments")
  func texts() {
    var indices: Set<UInt32> = [0, 9]
    for digits: UInt32 in [10, 100, 1000, 10_000, 100_000] {
      indices.formUnion([digits - 1, digits])
    }
    for bits in 1...17 { indices.formUnion([UInt32(1) << bits - 1, UInt32(1) << bits]) }
    for index in indices { #expect(text(index) == String(index)) }
  }

  @Test("Index keys are written once under concurrent access")
  func atOnce() async {
    let addresses = await withTaskGroup(of: UInt.self) { group in
      for _ in 0..<16 {
        group.addTask { UInt(bitPattern: IndexKeys.text(of: 300_000, length: 6).baseAddress) }
      }
      return await group.reduce(into: Set<UInt>()) { $0.insert($1) }
    }
    #expect(addresses.count == 1)
    #expect(text(300_000) == "300000")
  }
}
