/// A check that types of one version can decode data written by types of another version.
struct TypeCompatibility {
  let readers: SchemaLock
  let writers: SchemaLock

  /// Returns true if every value of a type can be decoded as another type.
  func canRead(_ written: TypeReference, as read: TypeReference) -> Bool {
    if written == read { return true }
    switch (written, read) {
    case (.optional(let written), .optional(let read)): return canRead(written, as: read)
    case (_, .optional(let read)): return canRead(written, as: read)
    case (.array(let written), .array(let read)), (.set(let written), .array(let read)),
      (.array(let written), .set(let read)), (.set(let written), .set(let read)):
      return canRead(written, as: read)
    case (.dictionary(let writtenKey, let written), .dictionary(let readKey, let read)):
      return canReadKey(writtenKey, as: readKey) && canRead(written, as: read)
    case (.named, .named):
      guard let written = scalar(written, in: writers), let read = KnownType(read) else {
        return false
      }
      return Self.canRead(written, as: read)
    default: return false
    }
  }

  /// Returns true if dictionary keys can be decoded as another type; in the data, integers are
  /// strings of digits.
  private func canReadKey(_ written: TypeReference, as read: TypeReference) -> Bool {
    written == read
      || KnownType(written) == .integer(.int) && KnownType(read) == .string
  }

  /// Returns the scalar type of a value in the data; for an enumeration, the type of its raw
  /// values.
  private func scalar(_ type: TypeReference, in lock: SchemaLock) -> KnownType? {
    guard case .rawValues(let raw, _) = type.dottedName.flatMap({ lock.types[$0] })?.form else {
      return KnownType(type)
    }
    return KnownType(raw)
  }

  private static func canRead(_ written: KnownType, as read: KnownType) -> Bool {
    if written == read { return true }
    switch (written, read) {
    case (.integer(let written), .integer(let read)): return read.canRepresentAll(of: written)
    case (.integer, .double), (.integer, .decimal), (.float, .double), (.float, .decimal),
      (.double, .decimal), (.url, .string), (.uuid, .string):
      return true
    default: return false
    }
  }
}

extension KnownType {
  fileprivate init?(_ type: TypeReference) {
    guard let name = type.dottedName else { return nil }
    self.init(name: name)
  }
}

extension IntegerWidth {
  /// Returns true if every integer of another width fits in this width.
  fileprivate func canRepresentAll(of other: IntegerWidth) -> Bool {
    let (own, others) = (range, other.range)
    return own.signed == others.signed && own.bits >= others.bits
      || own.signed && own.bits > others.bits
  }

  private var range: (signed: Bool, bits: Int) {
    switch self {
    case .int, .int64: (true, 64)
    case .int8: (true, 8)
    case .int16: (true, 16)
    case .int32: (true, 32)
    case .int128: (true, 128)
    case .uint, .uint64: (false, 64)
    case .uint8: (false, 8)
    case .uint16: (false, 16)
    case .uint32: (false, 32)
    case .uint128: (false, 128)
    }
  }
}
