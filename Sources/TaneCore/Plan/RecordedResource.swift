/// A resource as Tane wrote it last, with the writes of interrupted runs whose outcome is unknown.
public struct RecordedResource: Sendable {
  /// The resource as it was written last; nil if Tane never wrote it.
  public let last: Resource?
  /// The resource as each unconfirmed write found it.
  let found: [Resource]
  /// The resource as each unconfirmed write may have left it.
  let written: [Resource]

  /// Creates a record; `unconfirmed` has both sides of each write that was sent and not acknowledged.
  public init(
    last: Resource? = nil,
    unconfirmed: [(found: Resource, written: Resource)] = []
  ) {
    self.last = last
    found = unconfirmed.map(\.found)
    written = unconfirmed.map(\.written)
  }

  /// A Boolean value indicating whether the outcome of every write is known.
  package var isConfirmed: Bool { written.isEmpty }

  /// The resource as Tane may have written it last; nil if it never did.
  package var presumed: Resource? { written.last ?? last }

  /// A Boolean value indicating whether Tane never wrote the resource.
  var isEmpty: Bool { last == nil && written.isEmpty }

  /// The resources that Tane may have left: what was written last, or nothing, and each unconfirmed write.
  func candidates(at address: Address) -> [Resource] {
    isEmpty ? [] : [last ?? Resource(address, .null)] + written
  }
}

/// What Tane wrote last at a place.
package struct RecordedValue: Sendable {
  /// The value; nil if it wrote none.
  package let value: Tree?
  /// The bytes of an object; nil for everything else.
  package let blob: BlobDigest?

  package init(value: Tree?, blob: BlobDigest? = nil) {
    self.value = value
    self.blob = blob
  }
}
