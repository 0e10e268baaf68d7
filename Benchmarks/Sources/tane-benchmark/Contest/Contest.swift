/// Programs that do the same work on the same files and run in turn.
struct Contest {
  let contestants: [Contestant]
  /// The name of the contestant with which the others are compared; if it is missing, the first one
  /// is used.
  let reference: String
  let inputBytes: Int?

  struct Result {
    let table: MeasurementTable
    /// The reasons why contestants are missing in the table.
    let notes: [String]
  }

  /// Runs each contestant the given number of times; a contestant that is unavailable or exceeds
  /// the timeout is skipped from then on.
  func result(runs: Int, timeout: Double) throws -> Result {
    var series = contestants.map { _ in Series() }
    var notes: [Int: String] = [:]
    for _ in 0..<runs {
      for (index, contestant) in contestants.enumerated() where notes[index] == nil {
        switch try run(contestant, timeout: timeout) {
        case .measured(let measurement): series[index].runs.append(measurement)
        case .leftOut(let reason): notes[index] = "\(contestant.name): \(reason)"
        }
      }
    }
    let indices = contestants.indices.filter { notes[$0] == nil }
    let floor = indices.first { contestants[$0].name == reference } ?? indices.first
    let rows = indices.map { index in
      MeasurementTable.Row(
        name: contestants[index].name,
        series: series[index],
        floor: floor.flatMap { $0 == index ? nil : (contestants[$0].name, series[$0]) }
      )
    }
    return Result(
      table: MeasurementTable(rows: rows, inputBytes: inputBytes),
      notes: notes.sorted { $0.key < $1.key }.map(\.value)
    )
  }

  private enum Trial {
    case measured(Measurement)
    case leftOut(String)
  }

  private func run(_ contestant: Contestant, timeout: Double) throws -> Trial {
    let outcome = try contestant.process.run(timeout: timeout)
    if outcome.status == Contestant.unavailable {
      return .leftOut(outcome.errors.split(separator: "\n").last.map(String.init) ?? "missing")
    }
    if outcome.measurement.wall >= timeout { return .leftOut("more than \(Int(timeout)) s") }
    guard outcome.status == contestant.expected else {
      throw contestant.process.unexpected(outcome, contestant.expected)
    }
    return .measured(
      contestant.countsItself ? try outcome.ownMeasurement : outcome.measurement
    )
  }
}

extension Contest.Result {
  var markdown: String {
    ([table.markdown] + notes.map { "\nNot in the table: \($0)." }).joined(separator: "\n")
  }
}
