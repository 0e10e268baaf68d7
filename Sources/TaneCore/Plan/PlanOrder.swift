/// The order in which a run makes the steps of a plan: nothing is written before what it names, and nothing is
/// removed while something names it.
///
/// Files and accounts come before data, and configuration after them (`WriteStage`); a document comes after those
/// that it refers to. Removals come after writes and in the reverse order: first what refers to others, at last files and
/// accounts. Where references form a circle, the one that closes it is not waited for, since services allow
/// references to what is not there.
///
/// The order is that of the plan where nothing demands another one. It is found in linear time.
public struct PlanOrder: Sendable {
  /// The steps; all of a phase are made before the next one begins.
  public let phases: [[PlanStep]]
  private let prerequisites: [Address: [Address]]

  /// Orders the steps of a plan.
  public init(_ steps: [PlanStep]) {
    let taken = Self.takenValues(of: steps)
    var phases = Array(repeating: [PlanStep](), count: WriteStage.allCases.count + 1)
    for step in steps {
      let stage = step.difference.rules.stage
      let goesLast = stage == .named && step.removesResource && !step.frees(any: taken)
      phases[goesLast ? phases.count - 1 : stage.rawValue].append(step)
    }
    var prerequisites: [Address: [Address]] = [:]
    self.phases = phases.filter { !$0.isEmpty }.map { Self.sort($0, noting: &prerequisites) }
    self.prerequisites = prerequisites
  }

  /// The resources of the same phase whose steps come before that of a resource.
  public func prerequisites(of address: Address) -> [Address] { prerequisites[address] ?? [] }

  /// The values that only one resource of a service may have and that are written, by service.
  private static func takenValues(of steps: [PlanStep]) -> [String: Set<String>] {
    var taken: [String: Set<String>] = [:]
    for step in steps where !step.removesResource {
      let values = step.difference.rules.uniqueValues(step.difference.new.content)
      if !values.isEmpty { taken[step.address.service, default: []].formUnion(values) }
    }
    return taken
  }

  private static func sort(
    _ phase: [PlanStep],
    noting known: inout [Address: [Address]]
  ) -> [PlanStep] {
    let writes = phase.filter { !$0.removesResource }
    let removals = phase.filter(\.removesResource)
    // Of accounts those are removed first whose values others take over.
    let isOfNamed = phase.first?.difference.rules.stage == .named
    let steps = isOfNamed ? removals + writes : writes + removals
    let edges = edges(between: steps)
    let order = sorted(edges)
    var positions = Array(repeating: 0, count: steps.count)
    for (position, index) in order.enumerated() { positions[index] = position }
    for (index, edges) in edges.enumerated() where !edges.isEmpty {
      let earlier = edges.filter { positions[$0] < positions[index] }
      known[steps[index].address] = earlier.map { steps[$0].address }
    }
    return order.map { steps[$0] }
  }

  /// By the index of each step those of the steps that should be made before it.
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

  /// The indices, each after those that should come before it; of a circle the last one that is found waits for none.
  private static func sorted(_ edges: [[Int]]) -> [Int] {
    var order: [Int] = []
    var isSeen = Array(repeating: false, count: edges.count)
    // A stack of its own: a chain of references may be as long as the plan.
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
  /// Whether the resource has a value that only one may have and that another is about to get.
  fileprivate func frees(any taken: [String: Set<String>]) -> Bool {
    guard let taken = taken[address.service] else { return false }
    return difference.rules.uniqueValues(before.content).contains(where: taken.contains)
  }
}
