package import TaneCore
import TaneSwiftSource

/// An operation that saves the schema of the types in the mappings, and compares the types with a
/// saved schema.
package struct SchemaOperation {
  /// A comparison of the types with a saved schema.
  package struct Report {
    /// The name of the saved schema: its file, preceded by the Git reference if it was read from
    /// Git.
    package let name: String
    /// The number of types in the mappings.
    package let typeCount: Int
    /// The changes since the schema was saved.
    package let changes: [Diagnostic]
    /// A Boolean value indicating whether a saved schema exists.
    package let hasSaved: Bool

    /// The number of changes that break no client.
    package var harmlessCount: Int { changes.count { $0.code == .changedSchema } }
    /// The number of changes whose effect is unknown.
    package var uncheckedCount: Int { changes.count { $0.code == .uncheckedSchema } }
  }

  private let current: SchemaLock
  private let file: SchemaLockFile

  /// Parses the sources; throws an `OperationFailure` if the schema of a type cannot be determined.
  package init(in context: CheckContext) throws {
    current = try MappedTypes(in: context).schemaLock()
    file = SchemaLockFile(of: context.project)
  }

  /// A Boolean value indicating whether the mappings contain types.
  var hasTypes: Bool { !current.types.isEmpty }

  /// Compares the types with the saved schema, or with its version at a Git commit, branch or tag.
  package func compare(at reference: String? = nil) throws -> Report {
    if let reference {
      let name = "\(reference):\(SchemaLockFile.name)"
      return report(since: try file.saved(at: reference), named: name)
    }
    guard let saved = try file.saved() else {
      throw OperationFailure(
        .failed,
        "\(SchemaLockFile.name) does not exist; run tane schema to create it"
      )
    }
    return report(since: saved)
  }

  /// Saves the current schema, and compares it with the previous one.
  package func save() throws -> Report {
    let saved = try file.saved()
    try file.save(current)
    return report(since: saved)
  }

  private func report(since saved: SchemaLock?, named name: String = SchemaLockFile.name) -> Report
  {
    Report(
      name: name,
      typeCount: current.types.count,
      changes: saved.map { current.changes(since: $0) } ?? [],
      hasSaved: saved != nil
    )
  }
}
