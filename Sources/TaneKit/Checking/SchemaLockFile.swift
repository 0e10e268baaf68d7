import SystemPackage
import TaneCore
package import TaneProject
package import TaneSwiftSource

/// The file with the saved schema of a project's types.
package struct SchemaLockFile {
  /// The path of the file, relative to the project.
  package static let name = "\(Project.fixtures)/schema.yaml"
  private static let maximumBytes = 1 << 26

  private let project: Project

  package init(of project: Project) { self.project = project }

  /// Reads the file, or returns nil if it does not exist; throws an `OperationFailure` if it is
  /// invalid.
  package func saved() throws -> SchemaLock? {
    do {
      let file = FilePath(Self.name)
      guard let bytes = try project.bytes(of: file, upTo: Self.maximumBytes) else { return nil }
      return try Self.lock(in: bytes, named: Self.name)
    } catch let error as FileError {
      throw OperationFailure(.failed, "\(Self.name) cannot be read: \(error.reason)")
    }
  }

  /// Parses a lock; throws an `OperationFailure` if it is invalid.
  package static func lock(in bytes: [UInt8], named name: String) throws -> SchemaLock {
    let result = SchemaLock.read(bytes, named: name)
    guard let lock = result.lock else {
      throw OperationFailure(
        .failed,
        "\(name) cannot be used; tane schema writes it again",
        findings: result.diagnostics
      )
    }
    return lock
  }
}
