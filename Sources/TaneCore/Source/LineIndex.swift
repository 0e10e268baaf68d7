/// Where the lines of a file begin, in Unicode scalars from its start.
///
/// A reader may leave out lines on which no node begins.
public struct LineIndex: Sendable {
  private var starts: [UInt32]
  private var numbers: [UInt32]

  /// Creates the index of a file whose first line begins at 0.
  public init() {
    starts = [0]
    numbers = [1]
  }

  /// The number of the last line noted, from 1.
  public var lastLine: Int { Int(numbers[numbers.count - 1]) }

  /// Notes where a line begins; lines that are not after the last one noted are known already.
  public mutating func note(line: Int, start: UInt32) {
    guard line > lastLine else { return }
    starts.append(start)
    numbers.append(UInt32(line))
  }

  /// The line and column of an offset, both from 1.
  func locate(_ offset: UInt32) -> (line: Int, column: Int) {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return (Int(numbers[low]), Int(offset - starts[low]) + 1)
  }
}
