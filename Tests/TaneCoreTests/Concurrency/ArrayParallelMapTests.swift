import TaneCore
import Testing

@Suite("Transforming on all cores")
struct ArrayParallelMapTests {
  @Test("keeps the order, however many elements there are", arguments: [0, 1, 2, 1000])
  func order(count: Int) {
    let numbers = Array(0..<count)
    #expect(numbers.parallelMap { "\($0)" } == numbers.map { "\($0)" })
  }

  @Test("keeps what is nil")
  func optionals() {
    #expect([1, 2, 3].parallelMap { $0 == 2 ? nil : $0 } == [1, nil, 3])
  }
}
