extension NodeMemory {
  /// Returns a hash that is equal for equal scalars.
  ///
  /// Integers and floating-point numbers hash by value, regardless of kind, and decimals by their
  /// text.
  func scalarHash(_ node: Int) -> UInt64 {
    let record = nodes[node]
    switch record.kind {
    case .string, .decimal:
      return Self.hash(textBytes(node), seed: UInt64(record.tag.rawValue) + 1)
    case .double:
      return Self.mix(Self.numberBits(Double(bitPattern: record.payload)), 3)
    case .integer:
      return Self.mix(record.payload, 3)
    default:
      return Self.mix(
        record.payload,
        UInt64(record.kind.rawValue) << 8 | UInt64(record.tag.rawValue)
      )
    }
  }

  /// Returns the bits of a floating-point number, or of the equal integer if it is whole; all NaNs
  /// have the same bits.
  private static func numberBits(_ number: Double) -> UInt64 {
    if let whole = Int64(exactly: number) { return UInt64(bitPattern: whole) }
    return number.isNaN ? Double.nan.bitPattern : number.bitPattern
  }

  static func hash(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
    var hash = mix(UInt64(bytes.count), seed)
    let raw = UnsafeRawBufferPointer(bytes)
    var offset = 0
    while offset + 8 <= raw.count {
      hash = mix(hash ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self), seed)
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < raw.count {
      rest = rest << 8 | UInt64(raw[offset])
      offset += 1
    }
    return mix(hash ^ rest, seed)
  }

  /// Mixes two numbers into a hash: the exclusive or of both halves of their 128-bit product, as in
  /// wyhash (<https://github.com/wangyi-fudan/wyhash>).
  @inline(__always)
  static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = (left ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(
      by: right ^ 0xE703_7ED1_A0B4_28DB
    )
    return product.high ^ product.low
  }
}
