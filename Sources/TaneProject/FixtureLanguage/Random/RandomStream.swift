/// A stream of pseudorandom numbers derived from a location alone (SplitMix64).
///
/// See <https://prng.di.unimi.it/splitmix64.c>.
struct RandomStream {
  private var state: UInt64

  init(_ place: LocationHash) { state = place.hash }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Returns a number from zero up to, but not including, a positive count.
  mutating func index(below count: UInt64) -> UInt64 {
    next().multipliedFullWidth(by: count).high
  }

  /// Returns an element of a non-empty list.
  mutating func element<Element>(of elements: [Element]) -> Element {
    elements[Int(index(below: UInt64(elements.count)))]
  }
}
