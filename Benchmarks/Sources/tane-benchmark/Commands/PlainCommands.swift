import ArgumentParser

struct PlainInsertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plain-insert",
    abstract:
      "Insert generated leaves into a new SQLite file and print the seconds, then the processor seconds.",
    discussion: "What a seed is compared with. Generating the leaves is not in the seconds."
  )

  @Argument(help: "The file to make.")
  var file: String

  @Argument(help: "How many leaf values to insert.")
  var leaves: Int

  func validate() throws { try LeafCount.validate(leaves) }

  func run() throws {
    let records = SampleRecords(leafCount: leaves)
    let stopwatch = try PlainTable.insertionTime(of: records, into: file)
    print(stopwatch.wall, stopwatch.processor)
  }
}

struct PlainReadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plain-read",
    abstract:
      "Read every leaf of such a file in order and print the seconds, then the processor seconds.",
    discussion: "What a diff is compared with. The second line has the leaves and a checksum."
  )

  @Argument(help: "A file that plain-insert made.")
  var file: String

  func run() throws {
    var stopwatch = Stopwatch()
    let reading = try stopwatch.time { try PlainTable.reading(of: file) }
    print(stopwatch.wall, stopwatch.processor)
    print(reading.leafCount, reading.checksum)
  }
}

enum LeafCount {
  static func validate(_ count: Int) throws {
    let possible = SampleRecords.possibleLeafCounts
    guard !possible.contains(count) else { return }
    throw ValidationError(
      "\(count) leaves: expected \(possible.lowerBound) to \(possible.upperBound)"
    )
  }
}
