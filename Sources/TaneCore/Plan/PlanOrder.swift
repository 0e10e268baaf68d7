/// The execution order of a plan's steps: resources are written after those that they refer to, and
/// removed after those that refer to them.
///
/// Files and accounts come before data, configuration comes last (`WriteStage`), and a document
/// comes after the documents that it refers to. In each phase, removals come after writes. Files
/// and accounts are removed in an additional last phase, except accounts whose unique values are
/// reused: they are removed before other accounts are written. An account that receives the unique
/// value of another account is written after that account. In a cycle, the reference that closes
/// the cycle is ignored, since services allow references to missing resources.
///
/// All other steps keep the plan's order. The order is computed in linear time.
package struct PlanOrder: Sendable {
  /// The steps by phase; a phase begins when the previous one is complete.
  package let phases: [[PlanStep]]
  private let prerequisites: [Address: [Address]]

  package init(_ steps: [PlanStep]) {
    let taken = Self.takenValues(of: steps)
    var phases = Array(repeating: [PlanStep](), count: WriteStage.allCases.count + 1)
    for step in steps {
      let stage = step.difference.rules.stage
      let mustRunLast = stage == .named && step.removesResource && !step.freesValue(among: taken)
      phases[mustRunLast ? phases.count - 1 : stage.rawValue].append(step)
    }
    var prerequisites: [Address: [Address]] = [:]
    self.phases = phases.filter { !$0.isEmpty }.map { Self.sorted($0, noting: &prerequisites) }
    self.prerequisites = prerequisites
  }

  /// Returns the resources whose steps must precede a resource's step in the same phase.
  package func prerequisites(of address: Address) -> [Address] { prerequisites[address] ?? [] }

  /// Returns the written values that must be unique in a service, by service.
  private static func takenValues(of steps: [PlanStep]) -> [String: Set<String>] {
    var taken: [String: Set<String>] = [:]
    for step in steps where !step.removesResource {
      let values = step.difference.rules.uniqueValues(step.difference.new.content)
      if !values.isEmpty { taken[step.address.service, default: []].formUnion(values) }
    }
    return taken
  }

  private static func sorted(
    _ phase: [PlanStep],
    noting known: inout [Address: [Address]]
  ) -> [PlanStep] {
    let writes = phase.filter { !$0.removesResource }
    let removals = phase.filter(\.removesResource)
    // Accounts are removed first if their unique values are reused by other accounts.
    let isNamedStage = phase.first?.difference.rules.stage == .named
    let steps = isNamedStage ? removals + writes : writes + removals
    var edges = edges(between: steps)
    if isNamedStage { addUniqueValues(of: steps, to: &edges) }
    let order = topologicalOrder(of: edges)
    var positions = Array(repeating: 0, count: steps.count)
    for (position, index) in order.enumerated() { positions[index] = position }
    for (index, edges) in edges.enumerated() where !edges.isEmpty {
      let earlier = edges.filter { positions[$0] < positions[index] }
      known[steps[index].address] = earlier.map { steps[$0].address }
    }
    return order.map { steps[$0] }
  }

  /// Returns, for each step, the indices of the steps that should precede it.
  private static func edges(between steps: [PlanStep]) -> [[Int]] {
    let indices = Dictionary(steps.indices.map { (steps[$0].address, $0) }) { first, _ in first }
    var edges = Array(repeating: [Int](), count: steps.count)
    for (index, step) in steps.enumerated() {
      let references = step.difference.rules.references
      if !step.removesResource {
        edges[index] += references(step.difference.new.content).compactMap { indices[$0] }
          .filter { !steps[$0].removesResource }
      }
      for address in references(step.before.content) {
        if let other = indices[address], steps[other].removesResource { edges[other].append(index) }
      }
    }
    return edges
  }

  /// Adds an edge from each step that writes a unique value to the step that frees the value.
  private static func addUniqueValues(of steps: [PlanStep], to edges: inout [[Int]]) {
    let values = steps.map { step in
      let unique = step.difference.rules.uniqueValues
      return (
        old: Set(unique(step.before.content)),
        new: step.removesResource ? [] : Set(unique(step.difference.new.content))
      )
    }
    var freeing: [String: Int] = [:]
    for (index, values) in values.enumerated() {
      for value in values.old.subtracting(values.new) { freeing[value] = index }
    }
    guard !freeing.isEmpty else { return }
    for (index, values) in values.enumerated() {
      edges[index] += values.new.subtracting(values.old).sorted().compactMap { freeing[$0] }
    }
  }

  /// Returns the indices in topological order; in a cycle, the last visited edge is ignored.
  private static func topologicalOrder(of edges: [[Int]]) -> [Int] {
    var order: [Int] = []
    var isSeen = Array(repeating: false, count: edges.count)
    // The stack is explicit, because a chain of references may be as long as the plan.
    var stack: [(index: Int, next: Int)] = []
    for start in edges.indices where !isSeen[start] {
      isSeen[start] = true
      stack.append((start, 0))
      while let (index, next) = stack.last {
        guard next < edges[index].count else {
          order.append(index)
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let other = edges[index][next]
        guard !isSeen[other] else { continue }
        isSeen[other] = true
        stack.append((other, 0))
      }
    }
    return order
  }
}

extension PlanStep {
  /// Returns true if the resource has a unique value that another resource will use.
  fileprivate func freesValue(among taken: [String: Set<String>]) -> Bool {
    guard let taken = taken[address.service] else { return false }
    return difference.rules.uniqueValues(before.content).contains(where: taken.contains)
  }
}
