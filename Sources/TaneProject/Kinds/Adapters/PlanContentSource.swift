package import SystemPackage
package import TaneCore

/// The data that a run writes but a plan does not contain: secrets, and the bytes of objects.
package struct PlanContentSource: Sendable {
  /// A closure that returns the secret at an address, if any.
  package let secret: @Sendable (Address) -> Secret?
  /// A closure that returns the bytes of an object.
  package let bytes: @Sendable (Address) throws -> [UInt8]
  /// A closure that returns the path of the file with an object's bytes, or nil if the bytes are
  /// not in a file on disk.
  package let file: @Sendable (Address) -> FilePath?

  package init(
    secret: @escaping @Sendable (Address) -> Secret?,
    bytes: @escaping @Sendable (Address) throws -> [UInt8]
  ) {
    (self.secret, self.bytes) = (secret, bytes)
    file = { _ in nil }
  }

  package init(_ fixtures: Fixtures, in project: Project) {
    secret = { fixtures.secret(at: $0) }
    bytes = { address in
      try fixtures.content(at: address)
        ?? fixtures.file(at: address).flatMap { try project.files.bytes(of: $0) } ?? []
    }
    file = { project.files.areOnDisk ? fixtures.file(at: $0) : nil }
  }
}
