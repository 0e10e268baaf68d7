package import TaneCore
package import TaneProject
import TaneRendering

/// Two files or folders to compare, each represented by a tree.
package struct DiffTrees {
  private let old: Tree
  private let new: Tree
  /// The largest number of documents in a file, or 1 if documents need no separate addresses.
  package let documentCount: Int

  /// Reads the files of both sides.
  ///
  /// - Throws: An `OperationFailure` with the findings about both sides if one is an error.
  package init(
    _ old: DiffPath,
    _ new: DiffPath,
    in project: Project?,
    _ reporter: any OperationReporter
  ) async throws {
    let (old, new) = await DiffPathReader.read(old, new, in: project)
    let findings = old.findings + new.findings
    try findings.throwIfInvalid { "\($0) in the given files; nothing was compared" }
    reporter.report(findings)
    let skipped = old.skippedCount + new.skippedCount
    if skipped > 0 {
      reporter.note(
        "note: \(counted(skipped, "file")) that \(skipped == 1 ? "is" : "are") neither YAML nor"
          + " JSON \(skipped == 1 ? "is" : "are") not compared"
      )
    }
    self.init(old, new)
  }

  private init(_ old: DiffPathReader.Result, _ new: DiffPathReader.Result) {
    if let oldFile = old.files[.root], let newFile = new.files[.root] {
      let documents = DiffDocuments(oldFile, newFile)
      documentCount = documents.shape == .single ? 1 : max(oldFile.count, newFile.count)
      (self.old, self.new) = (documents.tree(of: oldFile), documents.tree(of: newFile))
      return
    }
    var (oldTree, newTree, count) = (TreeAssembly(), TreeAssembly(), 1)
    for path in Set(old.files.keys).union(new.files.keys) {
      let (oldFile, newFile) = (old.files[path], new.files[path])
      let documents = DiffDocuments(oldFile ?? [], newFile ?? [])
      if documents.shape != .single {
        count = max(count, oldFile?.count ?? 0, newFile?.count ?? 0)
      }
      if let oldFile { _ = oldTree.add(documents.tree(of: oldFile), at: path) }
      if let newFile { _ = newTree.add(documents.tree(of: newFile), at: path) }
    }
    (self.old, self.new) = (oldTree.assembled(), newTree.assembled())
    documentCount = count
  }

  /// Compares both sides, distinguishing integers from floating-point numbers of equal value, and
  /// reports identity rules that have no effect.
  package func difference(
    ignoring ignored: [PathPattern],
    identity: ListIdentity,
    _ reporter: any OperationReporter
  ) -> Difference {
    for rule in identity.rules where ![old, new].contains(where: { rule.identifies(in: $0) }) {
      let member = rule.member.escapingControls
      reporter.note(
        "note: --key \(rule.lists)=\(member) has no effect: no list at this path has a unique "
          + "\"\(member)\" in every element"
      )
    }
    var rules = ResourceRules()
    rules.options = ComparisonOptions(lists: .byIdentity(identity), numbers: .byKindAndSign)
    return Difference(
      old,
      new,
      at: Address(service: "", path: .root),
      by: rules,
      ignoring: ignored.map { AddressPattern(service: "", pattern: $0) }
    )
  }
}

extension Difference {
  /// Compares two trees at one address.
  init(
    _ old: Tree,
    _ new: Tree,
    at address: Address,
    by rules: ResourceRules,
    ignoring ignored: [AddressPattern]
  ) {
    let comparison = ResourceComparison(rules, PlanPolicy(ignored: ignored), among: [address])
    self.init([comparison.compare(from: Resource(address, old), to: Resource(address, new))])
  }
}

extension ListIdentity.Rule {
  /// Returns true if the rule matches a list in the tree whose elements have distinct values for
  /// the member.
  fileprivate func identifies(in tree: Tree, at path: TreePath = .root) -> Bool {
    if tree.kind == .list, lists.matchesExactly(path), !tree.children.isEmpty {
      let members = tree.children.compactMap { $0[member] }.filter { !$0.kind.isContainer }
      if Set(members.map(ValueText.scalar)).count == tree.children.count { return true }
    }
    return tree.children.enumerated().contains { index, child in
      child.kind.isContainer
        && identifies(in: child, at: path.appending(child.key ?? String(index)))
    }
  }
}
