import TaneCore

/// A hash of a value's location, from which random choices are derived.
///
/// It is an FNV-1a hash of the set's seed and the keys on the path to the node, so it does not
/// depend on other nodes, the order of evaluation or the machine.
struct LocationHash {
  private(set) var hash: UInt64
  /// The hash of the enclosing location.
  private var parent: UInt64

  init(seed: String, address: Address) {
    (hash, parent) = (0xCBF2_9CE4_8422_2325, 0)
    mix(seed.utf8, 0xFF)
    mix(address.service.utf8, 0xFF)
    for key in address.path.components { self = child(key) }
  }

  init(hash: UInt64) { (self.hash, parent) = (hash, 0) }

  /// Returns the hash of a child location, given its key or its index in a list.
  func child(_ key: String) -> LocationHash {
    var place = self
    place.parent = hash
    place.mix(key.utf8, 0xFF)
    return place
  }

  /// Returns the hash of another key in the same map.
  func sibling(_ key: String) -> LocationHash {
    var place = self
    place.hash = parent
    return place.child(key)
  }

  /// Returns a separate hash for a labeled choice at this location.
  func part(_ label: String) -> LocationHash {
    var place = self
    // Keys end with 0xFF and labels with 0xFE. Neither byte occurs in UTF-8, so the hashed bytes of
    // a key and a label always differ.
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
