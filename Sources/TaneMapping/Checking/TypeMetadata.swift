/// The runtime metadata of types: the cases of enumerations and the properties of structures.
///
/// Only this file reads runtime metadata. Every function may return nil or an empty result, in a
/// build without reflection metadata or for an unknown layout; callers then rely on the keys that
/// types request. The layouts are defined by the stable ABI
/// (<https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst>), and `Mirror` calls
/// the same runtime functions; both were verified on Linux.
enum TypeMetadata {
  /// A case of an enumeration in which no case has a payload.
  struct Case<Value> {
    let name: String
    let value: Value
  }

  /// A stored property.
  struct Property {
    let name: String
    let type: any Any.Type
  }

  /// Returns the cases of an enumeration without payloads in declaration order, or an empty array
  /// for any other type.
  static func cases<Value>(of type: Value.Type) -> [Case<Value>] {
    guard let description = EnumerationDescription(type), description.payloadCaseCount == 0
    else { return [] }
    return description.caseNames.enumerated().compactMap { tag, name in
      value(of: type, tag: tag, among: description.caseNames.count).map {
        Case(name: name, value: $0)
      }
    }
  }

  /// Returns the name of a value's case, or nil if the case has a payload or no known name.
  static func caseName<Value>(of value: Value) -> String? {
    let count = EnumerationDescription(Value.self)?.caseNames.count ?? 0
    guard count > 1 || MemoryLayout<Value>.size == 0 else { return nil }
    return cases(of: Value.self).first { tag(of: $0.value) == tag(of: value) }?.name
  }

  /// Returns the names of all cases of an enumeration, those with payloads first, or an empty array
  /// for any other type.
  static func caseNames(of type: any Any.Type) -> [String] {
    EnumerationDescription(type)?.caseNames ?? []
  }

  /// Returns the stored properties of a structure or class in declaration order, those of
  /// superclasses first, or an empty array for any other type.
  static func properties(of type: any Any.Type) -> [Property] {
    guard metadataKind(of: type) == structureKind || type is AnyObject.Type else { return [] }
    return (0..<propertyCount(type)).map { index in
      var field = FieldMetadata(name: nil, freeName: nil, isStrong: false, isVariable: false)
      let fieldType = propertyMetadata(type, index: index, field: &field)
      defer { field.freeName?(field.name) }
      return Property(name: field.name.map { String(cString: $0) } ?? "", type: fieldType)
    }
  }

  /// Returns true if a type is an enumeration other than `Optional`.
  static func isEnumeration(_ type: any Any.Type) -> Bool {
    metadataKind(of: type) == enumerationKind
  }

  private static let structureKind: UInt = 0x200
  private static let enumerationKind: UInt = 0x201

  private static func metadataKind(of type: any Any.Type) -> UInt {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
  }

  /// Returns the value of a case without a payload; such a value is stored as the number of the
  /// case, in as few bytes as possible.
  private static func value<Value>(of type: Value.Type, tag: Int, among count: Int) -> Value? {
    switch MemoryLayout<Value>.size {
    case 0 where count == 1: unsafeBitCast((), to: type)
    case 1 where count <= 256: unsafeBitCast(UInt8(tag), to: type)
    case 2 where count <= 65536: unsafeBitCast(UInt16(tag), to: type)
    default: nil
    }
  }

  private static func tag<Value>(of value: Value) -> Int {
    switch MemoryLayout<Value>.size {
    case 1: Int(unsafeBitCast(value, to: UInt8.self))
    case 2: Int(unsafeBitCast(value, to: UInt16.self))
    default: 0
    }
  }
}

/// The runtime's descriptor of an enumeration.
private struct EnumerationDescription {
  let payloadCaseCount: Int
  let caseNames: [String]

  init?(_ type: any Any.Type) {
    let metadata = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    guard TypeMetadata.isEnumeration(type),
      let descriptor = UnsafeRawPointer(bitPattern: metadata[1])
    else { return nil }
    // The fields, 32 bits each, are flags, parent, name, access function, fields, payload cases and
    // other cases.
    payloadCaseCount = Int(descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF)
    let count = payloadCaseCount + Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
    guard let fields = Self.target(of: descriptor + 16) else { return nil }
    // The fields, 32 bits each, are type name, superclass, kind and record size, and number of
    // records. The records follow.
    let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    guard Int(fields.load(fromByteOffset: 12, as: UInt32.self)) == count, recordSize == 12
    else { return nil }
    caseNames = (0..<count).map { index in
      let record = fields + 16 + index * recordSize
      guard let name = Self.target(of: record + 8) else { return "" }
      return String(cString: name.assumingMemoryBound(to: CChar.self))
    }
  }

  /// Returns the target of a relative pointer.
  private static func target(of place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = place.load(as: Int32.self)
    return distance == 0 ? nil : place + Int(distance)
  }
}

/// The description of a property in the runtime's memory layout, without its type.
private struct FieldMetadata {
  let name: UnsafePointer<CChar>?
  let freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  let isStrong: Bool
  let isVariable: Bool
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func propertyCount(_ type: any Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func propertyMetadata(
  _ type: any Any.Type,
  index: Int,
  field: UnsafeMutablePointer<FieldMetadata>
) -> any Any.Type
