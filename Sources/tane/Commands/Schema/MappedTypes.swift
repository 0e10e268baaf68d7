import TaneCore
import TaneProject
import TaneSwiftSource

/// The types that the mappings name, with all that the Swift sources declare.
struct MappedTypes {
  /// A type and the rule that names it.
  struct Entry {
    let rule: MappingRule
    let type: TypeReference
  }

  let entries: [Entry]
  let index: SourceIndex

  /// Reads the mappings and the sources; throws a `CommandFailure` with every finding where something
  /// cannot be used.
  init(in context: CommandContext) throws {
    let mappings = Mappings.load(from: try context.project)
    guard mappings.file != nil else {
      throw CommandFailure(
        .failed,
        "there is no fixtures/mappings.yaml, which says which types read data;"
          + " tane validate --suggest proposes its entries",
        findings: mappings.diagnostics
      )
    }
    let sources = SourceFiles(of: mappings, in: try context.project)
    do {
      index = try TypesCheck.index(of: sources.files, in: context)
    } catch {
      throw CommandFailure(.failed, "the Swift sources cannot be read: \(error.sentence)")
    }
    var findings = mappings.diagnostics + sources.diagnostics
    var entries: [Entry] = []
    for rule in mappings.rules {
      guard let type = TypeReference(parsing: rule.type) else {
        findings.append(TypesCheck.noType(rule))
        continue
      }
      findings += TypesCheck.problems(of: type, in: index, rule)
      entries.append(Entry(rule: rule, type: type))
    }
    self.entries = entries
    guard findings.containsError else { return }
    throw CommandFailure(
      findings.failureStatus,
      "the types that fixtures/mappings.yaml names cannot be told",
      findings: findings
    )
  }

  /// The shape of all of them.
  var lock: SchemaLock { SchemaLock(of: entries.map(\.type), in: index) }
}
