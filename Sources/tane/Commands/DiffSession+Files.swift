import TaneCore
import TaneKit
import TaneProject
import TaneRendering
import TaneSeeding

// Files and folders compared with each other, and with what the fixtures together say.
extension DiffSession {
  func compare(_ old: DiffPath, _ new: DiffPath) async throws -> ExitStatus {
    guard addresses.isEmpty else {
      throw CommandFailure(
        .usage,
        "\(addresses[0]): files are compared as a whole; addresses limit environments and fixtures"
      )
    }
    let ignored = try ignoring.pathPatterns()
    let (oldTree, newTree, documentCount) = try trees(
      await DiffPathReader.read(old, new, in: try? context.project)
    )
    if let patch = presentation.patch, documentCount > 1 {
      throw CommandFailure(
        .usage,
        "--patch \(patch.rawValue) is for files of one document, and one of these has"
          + " \(documentCount)"
      )
    }
    try keys.notes(on: [oldTree, newTree]).forEach { context.console.note($0) }
    var rules = ResourceRules()
    rules.options = ComparisonOptions(
      lists: .byIdentity(try keys.fileIdentity()),
      numbers: .byKindAndSign
    )
    return try show(
      oldTree,
      newTree,
      at: Address(service: "", path: .root),
      by: rules,
      ignoring: ignored.map { AddressPattern(service: "", pattern: $0) }
    )
  }

  /// Compares two trees of files, and shows what differs.
  private func show(
    _ old: Tree,
    _ new: Tree,
    at address: Address,
    by rules: ResourceRules,
    ignoring ignored: [AddressPattern]
  ) throws -> ExitStatus {
    let comparison = ResourceComparison(rules, PlanPolicy(ignored: ignored), among: [address])
    let difference = comparison.compare(from: Resource(address, old), to: Resource(address, new))
    return try show(
      DifferenceDocument(
        Difference([difference]),
        .files,
        left: left.label,
        right: right.label
      )
    )
  }

  /// The trees of both sides, or a failure that tells all that was found on either.
  private func trees(
    _ results: (DiffPathReader.Result, DiffPathReader.Result)
  ) throws -> (old: Tree, new: Tree, documentCount: Int) {
    let findings = results.0.findings + results.1.findings
    guard results.0.isComplete, results.1.isComplete else {
      let errors = findings.count { $0.severity == .error }
      throw CommandFailure(
        ExitStatus(findings.failureReason),
        "\(counted(errors, "error")) in what was given; nothing was compared",
        findings: findings
      )
    }
    note(findings)
    let skipped = results.0.skippedCount + results.1.skippedCount
    if skipped > 0 {
      context.console.note(
        "note: \(counted(skipped, "file")) that \(skipped == 1 ? "is" : "are") neither YAML nor"
          + " JSON \(skipped == 1 ? "is" : "are") not compared"
      )
    }
    return DiffPathReader.trees(results.0, results.1)
  }

  func note(_ findings: [Diagnostic]) {
    for finding in findings {
      context.console.note(block: DiagnosticText.render(finding, style: context.console.errorStyle))
    }
  }

  /// Compares what one file says of a node with what all layered fixtures do.
  func compareWithFixtures(_ path: DiffPath, isLeft: Bool) throws -> ExitStatus {
    let place = try fixturePlace(of: path)
    let target = try CommandTarget(environment: environment, at: anchor, in: context)
    let alone = try fixtures(at: place, for: target)
    let layered = try target.fixtures(
      in: context,
      addresses: [],
      otherwise: "nothing was compared"
    )
    let kind = target.profile.services.first { $0.name == place.address.service }?.kind
    var rules = kind?.adapter?.rules(AdapterContext(target.profile)) ?? ResourceRules()
    let trees = [alone, layered].map { Self.tree(of: $0, at: place.address, by: rules) }
    let (old, new) = isLeft ? (trees[0], trees[1]) : (trees[1], trees[0])
    let address = place.address
    let identity = try keys.added(to: context.mappings(), services: target.profile.serviceNames)
      .listIdentity(in: address.service, at: address.path)
    rules.options.lists = .byIdentity(identity)
    return try show(
      old,
      new,
      at: address,
      by: rules,
      ignoring: try patterns(for: target.profile)
    )
  }

  /// What fixtures say of a node, a collection, a document or an account.
  private static func tree(
    of fixtures: Fixtures,
    at address: Address,
    by rules: ResourceRules
  ) -> Tree {
    var assembly = TreeAssembly()
    for resource in fixtures.resources {
      if let place = address.relative(resource.address) {
        // A document and a collection below it may share a name, and then the document's field is shown.
        _ = assembly.add(resource.content, at: place)
      } else if let path = resource.address.relative(address) {
        return rules.shownToClients(resource.content[path] ?? .null)
      }
    }
    return rules.shownToClients(assembly.assembled())
  }
}

extension Address {
  /// The path of another address below this one; nil where it is not there.
  fileprivate func relative(_ other: Address) -> TreePath? {
    service == other.service ? path.relative(other.path) : nil
  }
}

extension ResourceRules {
  /// A content as clients read it.
  fileprivate func shownToClients(_ content: Tree) -> Tree {
    isReadBack ? content.readBackForm() : content
  }
}
