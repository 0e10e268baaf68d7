/// Two buffers addressed as one, the second following the first.
struct JoinedMemory<Element> {
  private let first: UnsafeBufferPointer<Element>
  private let second: UnsafeBufferPointer<Element>

  init(_ first: UnsafeBufferPointer<Element>, _ second: UnsafeBufferPointer<Element>) {
    (self.first, self.second) = (first, second)
  }

  var count: Int { first.count + second.count }

  @inline(__always)
  func allSatisfy(_ isSo: (Element) -> Bool) -> Bool {
    first.allSatisfy(isSo) && second.allSatisfy(isSo)
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    index < first.count ? first[index] : second[index - first.count]
  }

  /// The elements in a range, which must lie within one of the buffers.
  @inline(__always)
  subscript(range: Range<Int>) -> UnsafeBufferPointer<Element> {
    let (buffer, range) = buffer(of: range)
    return UnsafeBufferPointer(rebasing: buffer[range])
  }

  /// Returns the buffer that contains a range, and the corresponding range in it.
  @inline(__always)
  func buffer(of range: Range<Int>) -> (UnsafeBufferPointer<Element>, Range<Int>) {
    if range.lowerBound < first.count { return (first, range) }
    return (second, range.lowerBound - first.count..<range.upperBound - first.count)
  }
}
