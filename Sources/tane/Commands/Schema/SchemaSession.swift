import SystemPackage
import TaneCore
import TaneProject
import TaneRendering
import TaneSwiftSource

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One run of `tane schema` that writes the lock or compares with it.
struct SchemaSession {
  private let command: SchemaCommand
  private let context: CommandContext
  private let project: Project

  /// The lock's file, relative to the project.
  private static let maximumBytes = 1 << 26
  private static let file = "\(Project.fixtures)/schema.yaml"

  init(_ command: SchemaCommand, context: CommandContext) throws {
    self.command = command
    self.context = context
    project = try context.project
  }

  func run() throws -> ExitStatus {
    let current = try MappedTypes(in: context).lock
    if let reference = command.against {
      return try compare(current, with: lock(at: reference), named: "\(reference):\(Self.file)")
    }
    let saved = try savedLock()
    if command.check {
      guard let saved else {
        throw CommandFailure(.failed, "there is no \(Self.file); tane schema writes it")
      }
      return try compare(current, with: saved, named: Self.file)
    }
    try write(current, over: saved)
    return .clean
  }

  // MARK: Comparing

  private func compare(
    _ current: SchemaLock,
    with old: SchemaLock,
    named name: String
  ) throws -> ExitStatus {
    let changes = current.changes(since: old)
    if context.isJSON {
      context.console.printJSON(document(changes, against: name))
    } else {
      printChanges(changes)
      let types = counted(current.types.count, "type")
      context.console.print(
        changes.isEmpty
          ? "\(types) as in \(name)."
          : "\(types) compared with \(name): \(DiagnosticText.counts(of: changes))"
            + ", \(counted(changes.count { $0.severity == .note }, "harmless change"))."
      )
      if !changes.isEmpty, command.check {
        context.console.print("If this is intended, tane schema writes \(Self.file) anew.")
      }
    }
    return changes.isEmpty ? .clean : .found
  }

  private func printChanges(_ changes: [Diagnostic]) {
    for change in changes {
      context.console.print(block: DiagnosticText.render(change, style: context.console.style))
    }
    if !changes.isEmpty { context.console.print() }
  }

  private func document(_ changes: [Diagnostic], against name: String) -> TreeLiteral {
    [
      "against": .string(name),
      "changes": .list(changes.map(DiagnosticJSON.literal)),
      "errors": .integer(Int64(changes.count { $0.severity == .error })),
      "warnings": .integer(Int64(changes.count { $0.severity == .warning })),
    ]
  }

  // MARK: Files

  private func savedLock() throws -> SchemaLock? {
    do {
      let file = FilePath(Self.file)
      guard let bytes = try project.bytes(of: file, upTo: Self.maximumBytes) else { return nil }
      return try lock(in: bytes, named: Self.file)
    } catch let error as FileError {
      throw CommandFailure(.failed, "\(Self.file) cannot be read: \(error.reason)")
    }
  }

  private func lock(at reference: String) throws -> SchemaLock {
    let bytes = try GitFiles(project.root).bytes(of: Self.file, at: reference)
    return try lock(in: bytes, named: "\(reference):\(Self.file)")
  }

  private func lock(in bytes: [UInt8], named name: String) throws -> SchemaLock {
    let result = SchemaLock.read(bytes, named: name)
    guard let lock = result.lock else {
      throw CommandFailure(
        .failed,
        "\(name) cannot be used; tane schema writes it anew",
        findings: result.diagnostics
      )
    }
    return lock
  }

  private func write(_ lock: SchemaLock, over old: SchemaLock?) throws {
    let changes = old.map { lock.changes(since: $0) } ?? []
    let path = project.absolute(FilePath(Self.file))
    do {
      try Data(Array(lock.text.utf8)).write(to: URL(filePath: path.string), options: .atomic)
    } catch {
      throw CommandFailure(.failed, "\(Self.file) cannot be written: \(error.reason)")
    }
    if context.isJSON {
      return context.console.printJSON(document(changes, against: Self.file))
    }
    printChanges(changes)
    let types = counted(lock.types.count, "type")
    context.console.print(
      old != nil && changes.isEmpty
        ? "\(Self.file) is as it was: \(types)." : "Wrote \(types) into \(Self.file)."
    )
  }
}
