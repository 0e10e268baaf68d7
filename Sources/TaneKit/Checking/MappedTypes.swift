import TaneCore
package import TaneProject
package import TaneSwiftSource

/// The types that the mappings name, with all that the Swift sources declare.
package struct MappedTypes {
  /// A type and the rule that names it.
  package struct Entry {
    package let rule: MappingRule
    package let type: TypeReference
  }

  package let entries: [Entry]
  package let index: SourceIndex

  /// Reads the mappings and the sources; throws an `OperationFailure` with every finding where something
  /// cannot be used.
  package init(in context: CheckContext) throws {
    let mappings = Mappings.load(from: context.project)
    guard mappings.file != nil else {
      throw OperationFailure(
        .failed,
        "there is no fixtures/mappings.yaml, which says which types read data;"
          + " tane validate --suggest proposes its entries",
        findings: mappings.diagnostics
      )
    }
    let sources: TypesCheck.Sources
    do {
      sources = try TypesCheck.Sources(of: mappings, in: context)
    } catch {
      throw OperationFailure(.failed, "the Swift sources cannot be read: \(error.sentence)")
    }
    try self.init(of: mappings, in: sources)
  }

  /// Finds the types in sources that have been read; throws an `OperationFailure` with every finding where something
  /// cannot be used.
  init(of mappings: Mappings, in sources: TypesCheck.Sources) throws {
    index = sources.index
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
    throw OperationFailure(
      findings.failureReason,
      "the types that fixtures/mappings.yaml names cannot be told",
      findings: findings
    )
  }

  /// Returns the shape of all of them; throws an `OperationFailure` where a source does not parse, as what stands behind
  /// the place would seem to be gone.
  package func lock() throws -> SchemaLock {
    let errors = index.syntaxErrors.map { place in
      var finding = TypesCheck.syntaxError(at: place)
      finding.severity = .error
      return finding
    }
    guard errors.isEmpty else {
      throw OperationFailure(
        .failed,
        "the Swift sources do not parse; the types were not compared",
        findings: errors
      )
    }
    return SchemaLock(of: entries.map(\.type), in: index)
  }
}
