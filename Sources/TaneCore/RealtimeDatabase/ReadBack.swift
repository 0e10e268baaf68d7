extension Tree {
  /// The tree as a client reads it back from a Realtime Database that holds it.
  ///
  /// What vanishes is gone (`storedForm()`), and a map whose keys are all whole numbers from zero, more
  /// than half of them there, comes back as a list with nulls in the gaps. This is the rule of the
  /// official clients: every key is `0` or has no leading zero, and the greatest is less than twice the
  /// number of keys.
  public func readBackForm() -> Tree {
    let stored = storedForm()
    guard stored.changesOnReadBack else { return stored }
    var builder = TreeBuilder(changing: stored)
    Self.readBack(stored, into: &builder)
    return builder.finish()
  }

  /// Whether a node of a stored tree is read back as a list.
  private var changesOnReadBack: Bool {
    kind == .map && (isReadBackAsList || children.contains { $0.changesOnReadBack })
  }

  /// Whether a Realtime Database that holds the map gives it back as a list.
  public var isReadBackAsList: Bool { greatestListIndex != nil }

  /// The greatest index of the list as which a Realtime Database gives the map back, if it does so;
  /// children that it would not hold do not count.
  var greatestListIndex: Int? {
    // In key order numbers come first: one look at the last key settles most maps.
    guard kind == .map, let last = children.last, last.withKeyBytes(Self.listIndex) != nil
    else { return nil }
    var count = 0
    var greatest = 0
    for child in children where child.existsInRealtimeDatabase {
      guard let index = child.withKeyBytes(Self.listIndex) else { return nil }
      greatest = max(greatest, index)
      count += 1
    }
    return count > 0 && greatest < 2 * count ? greatest : nil
  }

  private static func listIndex(_ key: UnsafeBufferPointer<UInt8>) -> Int? {
    let hasLeadingZero = key.count > 1 && key[0] == UInt8(ascii: "0")
    guard !hasLeadingZero, let number = KeyOrder.integer(key), number >= 0,
      key[0] != UInt8(ascii: "-")
    else { return nil }
    return Int(number)
  }

  private static func readBack(_ tree: Tree, into builder: inout TreeBuilder) {
    guard tree.kind == .map else { return builder.append(tree) }
    builder.setPlace(of: tree)
    guard tree.greatestListIndex != nil else {
      builder.beginMap()
      for child in tree.children {
        builder.setKey(of: child)
        readBack(child, into: &builder)
      }
      return builder.endContainer()
    }
    builder.beginList()
    var next = 0
    for child in tree.children {
      let index = child.withKeyBytes(listIndex) ?? next
      for _ in next..<index { builder.appendNull() }
      readBack(child, into: &builder)
      next = index + 1
    }
    builder.endContainer()
  }
}
