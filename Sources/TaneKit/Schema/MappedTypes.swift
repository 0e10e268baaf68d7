import TaneCore
package import TaneProject
package import TaneSwiftSource

/// The types in the mappings, resolved to their declarations in the Swift sources.
package struct MappedTypes {
  /// A type and its mapping rule.
  package struct Entry {
    package let rule: MappingRule
    package let type: TypeReference
  }

  package let entries: [Entry]
  package let index: SourceIndex

  /// Loads the mappings and parses the sources; throws an `OperationFailure` with all findings if
  /// one is an error.
  package init(in context: CheckContext) throws {
    let mappings = Mappings.load(from: context.project)
    guard mappings.file != nil else {
      throw OperationFailure(
        .failed,
        "fixtures/mappings.yaml, which maps data to types, does not exist; tane validate --suggest "
          + "proposes its entries",
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

  /// Resolves the types in parsed sources; throws an `OperationFailure` with all findings if one is
  /// an error.
  init(of mappings: Mappings, in sources: TypesCheck.Sources) throws {
    index = sources.index
    var findings = mappings.diagnostics + sources.diagnostics
    var entries: [Entry] = []
    for rule in mappings.rules {
      guard let type = TypeReference(parsing: rule.type) else {
        findings.append(TypesCheck.invalidTypeFinding(rule))
        continue
      }
      findings += TypesCheck.problems(of: type, in: index, rule)
      entries.append(Entry(rule: rule, type: type))
    }
    self.entries = entries
    guard findings.containsError else { return }
    throw OperationFailure(
      findings.failureReason,
      "the types named in fixtures/mappings.yaml cannot be resolved; correct the reported errors",
      findings: findings + index.syntaxErrors.map(TypesCheck.syntaxError)
    )
  }

  /// Returns the schema of all types; throws an `OperationFailure` if a source has syntax errors,
  /// since the declarations after an error would appear to be removed.
  package func schemaLock() throws -> SchemaLock {
    let errors = index.syntaxErrors.map { place in
      var finding = TypesCheck.syntaxError(at: place)
      finding.severity = .error
      return finding
    }
    guard errors.isEmpty else {
      throw OperationFailure(
        .failed,
        "the Swift sources have syntax errors; the types were not compared",
        findings: errors
      )
    }
    return SchemaLock(of: entries.map(\.type), in: index)
  }
}
