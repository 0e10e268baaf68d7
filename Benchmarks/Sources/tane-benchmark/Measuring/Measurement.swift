/// The cost of one run.
struct Measurement {
  /// Seconds from start to end.
  var wall: Double
  /// Processor seconds of all threads.
  var processor: Double
  /// The peak resident memory, in bytes.
  var peakMemory: Int
}

/// The measurements in one row of a table, at least one.
struct Series {
  var runs: [Measurement] = []

  var median: Measurement {
    Measurement(
      wall: Self.median(of: runs.map(\.wall)),
      processor: Self.median(of: runs.map(\.processor)),
      peakMemory: Self.median(of: runs.map(\.peakMemory))
    )
  }

  var fastest: Double { runs.map(\.wall).min() ?? 0 }
  var slowest: Double { runs.map(\.wall).max() ?? 0 }

  /// Returns the median; of an even number of values, the larger of the two in the middle.
  private static func median<Value: Comparable>(of values: [Value]) -> Value {
    values.sorted()[values.count / 2]
  }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}
