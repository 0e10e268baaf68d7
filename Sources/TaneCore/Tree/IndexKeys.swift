import Synchronization

/// List indices as strings, shared by all trees.
///
/// The strings are stored in segments, which are created on first use and never freed. The first
/// segment has 1,024 indices, and each later one doubles the total.
enum IndexKeys {
  private typealias Segment = Atomic<UnsafePointer<UInt8>?>

  private static let firstBits = 10
  private static let segmentCount = UInt32.bitWidth - firstBits + 1

  // The pointer is constant; only the atomic elements that it points to change.
  nonisolated(unsafe) private static let segments: UnsafeMutablePointer<Segment> = {
    let segments = UnsafeMutablePointer<Segment>.allocate(capacity: segmentCount)
    for number in 0..<segmentCount { (segments + number).initialize(to: Segment(nil)) }
    return segments
  }()

  /// Returns the number of digits of an index.
  @inline(__always)
  static func length(of index: UInt32) -> Int {
    var (length, bound) = (1, UInt64(10))
    while index >= bound { (length, bound) = (length + 1, bound * 10) }
    return length
  }

  /// Returns the digits of an index; the buffer is valid for the lifetime of the process.
  static func text(of index: UInt32, length: Int) -> UnsafeBufferPointer<UInt8> {
    let number = max(0, UInt32.bitWidth - index.leadingZeroBitCount - firstBits)
    let start = segments[number].load(ordering: .acquiring) ?? makeKeys(inSegment: number)
    let offset = (Int(index) - firstIndex(of: number)) * stride(of: number)
    return UnsafeBufferPointer(start: start + offset, count: length)
  }

  private static func firstIndex(of segment: Int) -> Int {
    segment == 0 ? 0 : 1 << (firstBits + segment - 1)
  }

  /// Returns the bytes per index in a segment: seven digits suffice below 2^23, ten for all 32-bit
  /// numbers.
  private static func stride(of segment: Int) -> Int { segment <= 13 ? 7 : 10 }

  private static func makeKeys(inSegment segment: Int) -> UnsafePointer<UInt8> {
    let (first, stride) = (firstIndex(of: segment), stride(of: segment))
    let indices = first..<firstIndex(of: segment + 1)
    let written = UnsafeMutablePointer<UInt8>.allocate(capacity: indices.count * stride)
    for index in indices {
      var rest = index
      for place in (0..<length(of: UInt32(index))).reversed() {
        written[(index - first) * stride + place] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      }
    }
    let (isOurs, known) = segments[segment].compareExchange(
      expected: nil,
      desired: UnsafePointer(written),
      ordering: .acquiringAndReleasing
    )
    guard !isOurs, let known else { return UnsafePointer(written) }
    written.deallocate()
    return known
  }
}
