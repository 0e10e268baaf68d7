import TaneSwiftSource

/// A table of the offsets at which the lines of a source file start.
struct LineTable {
  private let bytes: [UInt8]
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(index + 1)
    }
    self.bytes = bytes
    self.starts = starts
  }

  /// Returns the line and the column, in Unicode scalars, at a byte offset.
  func place(at offset: Int) -> Place {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let end = min(offset, bytes.count)
    // Bytes of the form 10xxxxxx continue a scalar.
    let column = bytes[starts[low]..<end].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    return Place(line: low + 1, column: column)
  }
}
