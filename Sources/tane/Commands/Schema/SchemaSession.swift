import TaneCore
import TaneKit
import TaneRendering

/// One run of `tane schema`, which saves the schema or compares the types with it.
struct SchemaSession {
  let command: SchemaCommand
  let context: CommandContext

  func run() throws -> ExitStatus {
    let operation = try SchemaOperation(in: context.checkContext)
    guard command.check || command.against != nil else {
      show(written: try operation.save())
      return .clean
    }
    let report = try operation.compare(at: command.against)
    show(compared: report)
    let changes = report.changes
    let breaks = changes.contains { $0.severity != .note }
    return breaks || command.strict && !changes.isEmpty ? .found : .clean
  }

  private func show(compared report: SchemaOperation.Report) {
    guard !context.isJSON else { return context.console.printJSON(document(report)) }
    let (changes, name) = (report.changes, report.name)
    printChanges(changes)
    let types = counted(report.typeCount, "type")
    context.console.print(
      changes.isEmpty
        ? "\(types) compared with \(name): no changes."
        : "\(types) compared with \(name): \(counts(of: report))."
    )
    if !changes.isEmpty, command.check {
      context.console.print("If this is intended, update \(name) with tane schema.")
    }
  }

  private func show(written report: SchemaOperation.Report) {
    guard !context.isJSON else { return context.console.printJSON(document(report)) }
    printChanges(report.changes)
    let types = counted(report.typeCount, "type")
    context.console.print(
      report.hasSaved && report.changes.isEmpty
        ? "\(report.name) is unchanged: \(types)." : "Wrote \(types) to \(report.name)."
    )
  }

  /// Returns the number of changes of each severity, such as `1 error and 0 warnings, 2 harmless
  /// changes`.
  private func counts(of report: SchemaOperation.Report) -> String {
    let (harmless, unchecked) = (report.harmlessCount, report.uncheckedCount)
    return "\(DiagnosticText.counts(of: report.changes)), \(counted(harmless, "harmless change"))"
      + (unchecked == 0 ? "" : ", \(counted(unchecked, "unchecked change"))")
  }

  private func printChanges(_ changes: [Diagnostic]) {
    for change in changes {
      context.console.print(block: DiagnosticText.render(change, style: context.console.style))
    }
    if !changes.isEmpty { context.console.print() }
  }

  private func document(_ report: SchemaOperation.Report) -> TreeLiteral {
    let changes = report.changes
    return [
      "against": .string(report.name),
      "changes": .list(changes.map(DiagnosticJSON.literal)),
      "errors": .integer(Int64(changes.count { $0.severity == .error })),
      "warnings": .integer(Int64(changes.count { $0.severity == .warning })),
      "harmless": .integer(Int64(report.harmlessCount)),
      "unchecked": .integer(Int64(report.uncheckedCount)),
    ]
  }
}
