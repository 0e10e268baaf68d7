/// The recorded state of a resource, including writes from interrupted runs whose outcome is
/// unknown.
package struct RecordedResource: Sendable {
  /// The resource as last written, or nil if Tane never wrote it.
  package let last: Resource?
  /// The states of the resource before each unconfirmed write.
  let found: [Resource]
  /// The states of the resource after each unconfirmed write.
  let written: [Resource]

  /// Creates a record; `unconfirmed` contains the resource before and after each write that was
  /// sent but not acknowledged.
  package init(
    last: Resource? = nil,
    unconfirmed: [(found: Resource, written: Resource)] = []
  ) {
    self.last = last
    found = unconfirmed.map(\.found)
    written = unconfirmed.map(\.written)
  }

  /// A Boolean value indicating whether the outcome of every write is known.
  package var isConfirmed: Bool { written.isEmpty }

  /// The resource as Tane presumably wrote it last, or nil if Tane never wrote it.
  package var presumed: Resource? { written.last ?? last }

  /// A Boolean value indicating whether Tane never wrote the resource.
  var isEmpty: Bool { last == nil && written.isEmpty }

  /// Returns the possible states of the resource after Tane's writes: as last written (or absent),
  /// and after each unconfirmed write.
  package func candidates(at address: Address) -> [Resource] {
    isEmpty ? [] : [last ?? Resource(address, .null)] + written
  }
}

/// The value that Tane last wrote at an address.
package struct RecordedValue: Sendable {
  /// The value, or nil if none was written.
  package let value: Tree?
  /// The digest of an object's bytes, or nil if the resource is not an object.
  package let blob: BlobDigest?

  package init(value: Tree?, blob: BlobDigest? = nil) {
    self.value = value
    self.blob = blob
  }
}
