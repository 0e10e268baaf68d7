import TaneCore

/// Where a value stands, as a number: what random choices follow from, besides the set's seed.
///
/// It is a hash (FNV-1a) of the seed and of the keys on the way to the node, so that it depends on no other
/// node, on no order of evaluation and on no machine.
struct FixturePlace {
  private(set) var hash: UInt64
  /// The place around this one.
  private var parent: UInt64

  init(seed: String, address: Address) {
    (hash, parent) = (0xCBF2_9CE4_8422_2325, 0)
    mix(seed.utf8, 0xFF)
    mix(address.service.utf8, 0xFF)
    for key in address.path.components { self = child(key) }
  }

  /// Creates the place that another one had.
  init(hash: UInt64) { (self.hash, parent) = (hash, 0) }

  /// The place of a key, or of an element's index, below this one.
  func child(_ key: String) -> FixturePlace {
    var place = self
    place.parent = hash
    place.mix(key.utf8, 0xFF)
    return place
  }

  /// The place of another key in the map that holds this one.
  func sibling(_ key: String) -> FixturePlace {
    var place = self
    place.hash = parent
    return place.child(key)
  }

  /// A place of its own for a part of what is chosen here.
  func part(_ label: String) -> FixturePlace {
    var place = self
    // No text in UTF-8 holds the byte, so no key can be a part.
    place.mix(label.utf8, 0xFE)
    return place
  }

  private mutating func mix(_ bytes: some Sequence<UInt8>, _ end: UInt8) {
    for byte in bytes { mix(byte) }
    mix(end)
  }

  private mutating func mix(_ byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
