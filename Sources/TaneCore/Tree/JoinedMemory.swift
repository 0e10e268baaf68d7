/// Two stretches of memory, the second one counted from where the first one ends.
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

  /// A part of one of the two.
  @inline(__always)
  subscript(range: Range<Int>) -> UnsafeBufferPointer<Element> {
    let (stretch, range) = stretch(of: range)
    return UnsafeBufferPointer(rebasing: stretch[range])
  }

  /// The stretch that a part lies in, and where in it.
  @inline(__always)
  func stretch(of range: Range<Int>) -> (UnsafeBufferPointer<Element>, Range<Int>) {
    if range.lowerBound < first.count { return (first, range) }
    return (second, range.lowerBound - first.count..<range.upperBound - first.count)
  }
}
