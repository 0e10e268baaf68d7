import SystemPackage
import TaneCore
package import TaneProject
package import TaneSwiftSource

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The file that stores the saved schema of a project's types.
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

  /// Reads the version of the file at a Git commit, branch or tag.
  package func saved(at reference: String) throws -> SchemaLock {
    let bytes = try GitFiles(project.root).bytes(of: Self.name, at: reference)
    return try Self.lock(in: bytes, named: "\(reference):\(Self.name)")
  }

  package func save(_ lock: SchemaLock) throws {
    try project.save(lock.text, to: FilePath(Self.name))
  }

  /// Parses a lock; throws an `OperationFailure` if it is invalid.
  private static func lock(in bytes: [UInt8], named name: String) throws -> SchemaLock {
    let result = SchemaLock.read(bytes, named: name)
    guard let lock = result.lock else {
      throw OperationFailure(
        .failed,
        "\(name) cannot be used; run tane schema to recreate it",
        findings: result.diagnostics
      )
    }
    return lock
  }
}

extension Project {
  /// Writes a text file of the project, and creates its folder if necessary.
  func save(_ text: String, to file: FilePath) throws {
    let path = absolute(file)
    do {
      let folder = path.removingLastComponent().string
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(Array(text.utf8)).write(to: URL(filePath: path.string), options: .atomic)
    } catch {
      throw OperationFailure(.failed, "\(file) cannot be written: \(error.reason)")
    }
  }
}
