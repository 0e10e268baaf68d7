import TaneCore
import Testing

@Suite("Parallel transformation of arrays")
struct ArrayParallelMapTests {
  @Test("A parallel map keeps the order of any number of elements", arguments: [0, 1, 2, 1000])
  func order(count: Int) {
    let numbers = Array(0..<count)
    #expect(numbers.parallelMap { "\($0)" } == numbers.map { "\($0)" })
  }

  @Test("A parallel map keeps nil results")
  func optionals() {
    #expect([1, 2, 3].parallelMap { $0 == 2 ? nil : $0 } == [1, nil, 3])
  }
}
