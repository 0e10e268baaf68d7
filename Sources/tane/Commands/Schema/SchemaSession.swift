import SystemPackage
import TaneCore
import TaneKit
import TaneProject
import TaneRendering
import TaneSwiftSource

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One run of `tane schema` that writes the lock or compares the types with it.
struct SchemaSession {
  private let command: SchemaCommand
  private let context: CommandContext
  private let project: Project

  private static let file = SchemaLockFile.name

  init(_ command: SchemaCommand, context: CommandContext) throws {
    self.command = command
    self.context = context
    project = try context.project
  }

  func run() throws -> ExitStatus {
    let current = try MappedTypes(in: context.checking).lock()
    if let reference = command.against {
      return try compare(current, with: lock(at: reference), named: "\(reference):\(Self.file)")
    }
    let saved = try SchemaLockFile(of: project).saved()
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
          : "\(types) compared with \(name): \(counts(of: changes))."
      )
      if !changes.isEmpty, command.check {
        context.console.print("If this is intended, update \(Self.file) with tane schema.")
      }
    }
    let breaks = changes.contains { $0.severity != .note }
    return breaks || command.strict && !changes.isEmpty ? .found : .clean
  }

  /// Returns the numbers of changes by the clients that they break.
  private func counts(of changes: [Diagnostic]) -> String {
    let unchecked = changes.count { $0.code == .uncheckedSchema }
    let harmless = changes.count { $0.code == .changedSchema }
    return "\(DiagnosticText.counts(of: changes)), \(counted(harmless, "harmless change"))"
      + (unchecked == 0 ? "" : ", \(counted(unchecked, "unchecked change"))")
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
      "harmless": .integer(Int64(changes.count { $0.code == .changedSchema })),
      "unchecked": .integer(Int64(changes.count { $0.code == .uncheckedSchema })),
    ]
  }

  // MARK: Files

  private func lock(at reference: String) throws -> SchemaLock {
    let bytes = try GitFiles(project.root).bytes(of: Self.file, at: reference)
    return try SchemaLockFile.lock(in: bytes, named: "\(reference):\(Self.file)")
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
        ? "\(Self.file) is unchanged: \(types)." : "Wrote \(types) into \(Self.file)."
    )
  }
}
