public import TaneCore
public import TaneProject

/// How an object of a bucket differs between two sides.
public struct ObjectDifference: Sendable {
  /// What differs about an object that is on both sides.
  public enum Aspect: String, Sendable, Hashable {
    /// Its bytes.
    case content
    /// Its media type, the other headers or its custom metadata.
    case metadata
  }

  /// The object's address.
  public let address: Address
  /// The object on the old side, or nil where there is none.
  public let old: ObjectState?
  /// The object on the new side, or nil where there is none.
  public let new: ObjectState?
  /// The fixture that the new side is, if it is one.
  public let fixture: Fixtures.Object?
  /// The generation of the object on the old side, if that is a bucket.
  public let generation: Int64?

  /// Compares two sides; nil where nothing differs.
  init?(
    _ address: Address,
    old: StoredObject?,
    new: ObjectState?,
    fixture: Fixtures.Object? = nil
  ) {
    guard old.map(ObjectState.init) != new else { return nil }
    self.address = address
    self.old = old.map(ObjectState.init)
    self.new = new
    self.fixture = fixture
    generation = old?.generation
  }

  /// What became of the object.
  public var kind: Change.Kind { old == nil ? .added : new == nil ? .removed : .changed }

  /// What differs about an object that is on both sides.
  public var aspects: [Aspect] {
    guard let old, let new else { return [] }
    let isSameContent = old.size == new.size && old.crc32c == new.crc32c
    return (isSameContent ? [] : [.content]) + (old.metadata == new.metadata ? [] : [.metadata])
  }
}

/// What is compared of an object: its bytes, by size and checksum, and its metadata.
public struct ObjectState: Sendable, Hashable {
  /// The number of bytes.
  public let size: Int
  /// The CRC-32C checksum of the bytes.
  public let crc32c: UInt32
  /// The media type, the other headers and the custom metadata.
  public let metadata: ObjectMetadata

  init(_ object: StoredObject) {
    (size, crc32c, metadata) = (object.size, object.crc32c, object.metadata)
  }

  init(_ fixture: Fixtures.Object) {
    (size, crc32c, metadata) = (fixture.size, fixture.crc32c, fixture.metadata)
  }
}
