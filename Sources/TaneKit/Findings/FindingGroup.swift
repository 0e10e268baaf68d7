package import TaneCore

/// Findings of one kind at corresponding addresses.
package struct FindingGroup {
  package private(set) var findings: [Diagnostic]
  /// The pattern of the findings' addresses, with `*` where they differ (`shops:/shops/*/rating`),
  /// or nil if they have no address.
  private(set) var pattern: NodePattern?

  /// The first finding, which represents the group.
  package var first: Diagnostic { findings[0] }

  /// Groups findings with the same code, severity, subject, service and depth.
  ///
  /// Groups are ordered by their first findings.
  package static func groups(of findings: [Diagnostic]) -> [FindingGroup] {
    var places: [Key: Int] = [:]
    var groups: [FindingGroup] = []
    for finding in findings {
      let key = Key(finding)
      if let place = places[key] {
        groups[place].findings.append(finding)
      } else {
        places[key] = groups.count
        groups.append(FindingGroup(findings: [finding]))
      }
    }
    return groups.map { group in
      var group = group
      group.pattern = NodePattern(group.findings.compactMap(\.address))
      return group
    }
  }

  /// The first finding, and a line with the number of further findings.
  var text: String {
    guard findings.count > 1, let pattern else { return first.description }
    return "\(first)\n  and \((findings.count - 1).grouped) more at \(pattern)"
  }

  private init(findings: [Diagnostic]) { self.findings = findings }

  private struct Key: Hashable {
    let severity: Diagnostic.Severity
    let code: DiagnosticCode
    let subject: String
    let service: String?
    let depth: Int?

    init(_ finding: Diagnostic) {
      severity = finding.severity
      code = finding.code
      // Messages about nodes contain values, which differ within a group.
      subject = finding.subject ?? (finding.address == nil ? finding.message : "")
      service = finding.address?.service
      depth = finding.address?.path.components.count
    }
  }
}

/// A pattern of addresses with the same service and depth, such as `shops:/shops/*/rating`.
struct NodePattern: CustomStringConvertible {
  private let service: String
  /// The keys, or nil where the addresses differ.
  private var steps: [String?]

  init?(_ addresses: [Address]) {
    guard let first = addresses.first else { return nil }
    service = first.service
    steps = first.path.components
    for address in addresses.dropFirst() {
      for (index, key) in address.path.components.enumerated() where steps[index] != key {
        steps[index] = nil
      }
    }
  }

  /// Returns the number of nodes that match the pattern up to its last `*`: for example, the number
  /// of shops for `shops:/shops/*/rating`.
  ///
  /// Returns nil if the pattern has no `*`, or if no matching node was read.
  func population(in nodes: [CheckedData.Node]) -> Int? {
    guard let last = steps.lastIndex(of: nil) else { return nil }
    let place = steps[...last]
    var count = 0
    for node in nodes where node.address.service == service {
      let path = node.address.path.components
      guard path.count <= place.count,
        zip(path, place).allSatisfy({ key, step in step.map { $0 == key } ?? true })
      else { continue }
      count += Self.count(place.dropFirst(path.count), below: node.tree)
    }
    return count > 0 ? count : nil
  }

  private static func count(_ steps: ArraySlice<String?>, below tree: Tree) -> Int {
    guard let step = steps.first else { return tree.isNull ? 0 : 1 }
    let rest = steps.dropFirst()
    if let step { return tree[step].map { count(rest, below: $0) } ?? 0 }
    return tree.children.reduce(0) { $0 + count(rest, below: $1) }
  }

  var description: String {
    let spelled = steps.map { $0.map { TreePath([$0]).description } ?? "/*" }.joined()
    return "\(service):\(spelled.isEmpty ? "/" : spelled)"
  }
}
