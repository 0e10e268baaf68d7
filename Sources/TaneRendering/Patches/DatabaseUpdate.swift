package import TaneCore

/// A multi-path update of one database that applies the differences found by a comparison.
package struct DatabaseUpdate {
  package private(set) var writes: [TreeWrite] = []
  /// Notes on differences that the update does not apply.
  package private(set) var notes: [String] = []

  /// Collects the writes; throws a `RenderingFailure` if one update cannot apply them all.
  package init(of document: DifferenceDocument) throws {
    try Self.checkServices(of: document)
    for part in document.writtenParts where Self.isWritten(part) {
      try Self.check(part)
      let update = RealtimeDatabaseUpdate(
        from: part.form.old,
        to: document.subject == .files ? part.form.new : part.written,
        options: ComparisonOptions(ignored: part.resource.rules.options.ignored)
      )
      writes += update.writes.map { write in
        TreeWrite(path: part.address.path.appending(write.path), value: write.value)
      }
    }
    if writes.contains(where: \.path.isRoot) {
      throw RenderingFailure(
        .unsupported,
        "an update can write only below the root, but the root itself is a single value; write it "
          + "as a whole"
      )
    }
    addOmissionNotes(of: document)
  }

  /// Returns true if the differences are in a file or a database, so that an update can apply them.
  private static func isWritten(_ part: DifferencePart) -> Bool {
    part.address.service.isEmpty || part.isFromDatabase
  }

  private static func checkServices(of document: DifferenceDocument) throws {
    let services = Set(document.writtenParts.filter(isWritten).map(\.address.service)).sorted()
    guard services.count > 1 else { return }
    throw RenderingFailure(
      .usage,
      "--patch rtdb requires a comparison of one database, but \(services.joined(separator: ", ")) "
        + "were compared; give an address, such as \(services[0]):/"
    )
  }

  /// Rejects values that a Realtime Database cannot store, and keys (in the path or either tree)
  /// with slashes, which would refer to other nodes.
  private static func check(_ part: DifferencePart) throws {
    let database = part.address.service
    let keys: [DiagnosticCode] = [.illegalKey, .keyTooLong, .tooDeep]
    func errors(in tree: Tree) -> [Diagnostic] {
      RealtimeDatabaseCheck.findings(in: tree, at: part.address.path, of: database)
        .filter { $0.severity == .error }
    }
    let findings =
      RealtimeDatabaseCheck.findings(about: part.address.path, of: database)
      + errors(in: part.form.old).filter { keys.contains($0.code) } + errors(in: part.form.new)
    guard !findings.isEmpty else { return }
    throw RenderingFailure(
      .invalidData,
      "cannot create the patch: "
        + "\(counted(findings.count, "key or value", plural: "keys or values")) cannot be stored "
        + "in a Realtime Database; nothing was printed",
      findings: findings
    )
  }

  private mutating func addOmissionNotes(of document: DifferenceDocument) {
    let extras = document.writtenParts.filter(Self.isWritten).reduce(0) { count, part in
      count + part.changes.count { $0.kind == .extra }
    }
    if extras > 0 {
      notes.append(
        "\(counted(extras, "extra")) omitted from the patch (tane seed --prune removes extras)"
      )
    }
    var others: [String: Int] = [:]
    for part in document.writtenParts where !Self.isWritten(part) {
      others[part.address.service, default: 0] += part.changes.count
    }
    for object in document.objects { others[object.address.service, default: 0] += 1 }
    for (service, count) in others.sorted(by: { $0.key < $1.key }) where count > 0 {
      notes.append(
        "\(counted(count, "difference")) of \(service) omitted from the patch, which is for a "
          + "database"
      )
    }
  }
}

extension DifferencePart {
  /// The final value of a database node: the new side, plus ignored nodes and extras of the old
  /// side.
  fileprivate var written: Tree {
    let kept = changes.filter { $0.kind != .extra }.compactMap { $0.relative(to: address.path) }
    return form.old.applying(Changeset(changes: kept))
  }
}
