/// The start of each line in a file, in Unicode scalars from the start of the file.
///
/// Lines on which no node begins may be missing.
package struct LineIndex: Sendable {
  /// A run of consecutive lines, for which only the number of the first line is stored.
  private struct Run {
    /// The index in `starts` of the run's first line.
    let index: Int
    /// The number of the run's first line.
    let line: Int
  }

  /// The number of the last recorded line, counted from 1.
  package private(set) var lastLine: Int

  private var starts: [UInt32]
  private var runs: [Run]

  /// Creates the index of a file, with a first line at offset 0.
  package init() {
    lastLine = 1
    starts = [0]
    runs = [Run(index: 0, line: 1)]
  }

  /// Reserves capacity for a number of lines.
  package mutating func reserve(lines count: Int) {
    starts.reserveCapacity(count)
  }

  /// Records the start of a line if it comes after the last recorded line.
  package mutating func note(line: Int, start: UInt32) {
    guard line > lastLine else { return }
    if line > lastLine + 1 { runs.append(Run(index: starts.count, line: line)) }
    starts.append(start)
    lastLine = line
  }

  /// Returns the line and column of an offset, both counted from 1.
  func locate(_ offset: UInt32) -> (line: Int, column: Int) {
    let index = Self.lastIndex(in: starts) { $0 <= offset }
    let run = runs[Self.lastIndex(in: runs) { $0.index <= index }]
    return (run.line + index - run.index, Int(offset - starts[index]) + 1)
  }

  /// Returns the index of the last element that satisfies a predicate; all elements that satisfy it
  /// must come first.
  private static func lastIndex<Element>(
    in elements: [Element],
    where holds: (Element) -> Bool
  ) -> Int {
    var low = 0
    var high = elements.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if holds(elements[middle]) { low = middle } else { high = middle }
    }
    return low
  }
}
