import TaneCore
import TaneProject

/// A schedule of a phase's batches and their dependencies.
struct BatchSchedule {
  /// A batch with its writer.
  struct Entry: Sendable {
    let service: String
    let batch: PlanBatch
    let writer: any ResourceWriter
  }

  /// The batches, service by service.
  private(set) var entries: [Entry] = []
  /// The number of unfinished prerequisites of each batch.
  private var unfinishedPrerequisiteCounts: [Int] = []
  /// The dependent batches of each batch.
  private var dependents: [[Int]] = []
  /// The batches that are ready to start; the last one starts next.
  private var ready: [Int] = []

  /// Creates the schedule of a phase's steps.
  init(
    _ steps: [PlanStep],
    in order: PlanOrder,
    by writer: (_ service: String) throws -> any ResourceWriter
  ) rethrows {
    var prerequisites: [Set<Int>] = []
    for (service, steps) in Self.services(of: steps) {
      let writer = try writer(service)
      for (position, batch) in writer.batches(of: steps).enumerated() {
        let follows = writer.isSequential && position > 0
        prerequisites.append(follows ? [entries.count - 1] : [])
        entries.append(Entry(service: service, batch: batch, writer: writer))
      }
    }
    var places: [Address: Int] = [:]
    for (index, entry) in entries.enumerated() {
      for step in entry.batch.steps { places[step.address] = index }
    }
    for (index, entry) in entries.enumerated() {
      for step in entry.batch.steps {
        let others = order.prerequisites(of: step.address).compactMap { places[$0] }
        // A prerequisite in a later batch is part of a cycle, and is ignored.
        prerequisites[index].formUnion(others.filter { $0 < index })
      }
    }
    unfinishedPrerequisiteCounts = prerequisites.map(\.count)
    dependents = Array(repeating: [], count: entries.count)
    for (index, others) in prerequisites.enumerated() {
      for other in others { dependents[other].append(index) }
    }
    ready = entries.indices.filter { unfinishedPrerequisiteCounts[$0] == 0 }.reversed()
  }

  /// Returns the next batch that can start, or nil if none can start yet.
  mutating func next() -> Int? { ready.popLast() }

  /// Records that a batch was applied.
  mutating func finish(_ index: Int) {
    for other in dependents[index].reversed() {
      unfinishedPrerequisiteCounts[other] -= 1
      if unfinishedPrerequisiteCounts[other] == 0 { ready.append(other) }
    }
  }

  private static func services(
    of steps: [PlanStep]
  ) -> [(name: String, steps: [PlanStep])] {
    var services: [(name: String, steps: [PlanStep])] = []
    var places: [String: Int] = [:]
    for step in steps {
      let name = step.address.service
      if let place = places[name] {
        services[place].steps.append(step)
      } else {
        places[name] = services.count
        services.append((name, [step]))
      }
    }
    return services
  }
}
