import Synchronization

/// A progress counter for the current step of an operation.
///
/// Code that may take a long time adds to the counter of its task, if it has one:
///
/// ```swift
/// WorkCounter.expect(files.count, .files)
/// for file in files {
///   read(file)
///   WorkCounter.add(1, .files)
/// }
/// ```
package final class WorkCounter: Sendable {
  /// A unit of work; the cases are in descending order of preference for display.
  package enum Unit: Sendable, CaseIterable {
    /// Scalar values in trees.
    case values
    /// Files on this machine.
    case files
    /// Bytes transferred to and from services, and bytes parsed from large files.
    case bytes
  }

  package struct Amount: Sendable, Equatable {
    package let unit: Unit
    package var done = 0
    /// The total amount of work in the step, or nil if unknown.
    package var total: Int?

    package init(_ unit: Unit, done: Int = 0, total: Int? = nil) {
      (self.unit, self.done, self.total) = (unit, done, total)
    }
  }

  @TaskLocal package static var current: WorkCounter?

  private let amounts = Mutex(Unit.allCases.map { Amount($0) })

  package init() {}

  /// Adds finished work to the counter of the current task.
  package static func add(_ count: @autoclosure () -> Int, _ unit: Unit) {
    current?.add(count(), unit)
  }

  /// Adds expected work to the total of the current task's counter.
  package static func expect(_ count: @autoclosure () -> Int, _ unit: Unit) {
    guard let current else { return }
    let count = count()
    current.update(unit) { $0.total = ($0.total ?? 0) + count }
  }

  package func add(_ count: Int, _ unit: Unit) { update(unit) { $0.done += count } }

  private func update(_ unit: Unit, _ body: (inout Amount) -> Void) {
    amounts.withLock { amounts in
      for index in amounts.indices where amounts[index].unit == unit { body(&amounts[index]) }
    }
  }

  /// Resets all amounts to zero, at the beginning of a step.
  package func reset() { amounts.withLock { $0 = Unit.allCases.map { Amount($0) } } }

  /// The amount to display, preferably one with a known total, or nil if nothing is done yet.
  package var amount: Amount? {
    let done = amounts.withLock { $0.filter { $0.done > 0 } }
    return done.first { $0.total != nil } ?? done.first
  }
}
