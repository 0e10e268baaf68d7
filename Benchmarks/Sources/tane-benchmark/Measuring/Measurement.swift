/// What one run cost.
struct Measurement {
  /// Seconds from start to end.
  var wall: Double
  /// Seconds of processor time, in all threads.
  var processor: Double
  /// The most resident memory, in bytes.
  var peakMemory: Int
}

/// The runs of one row of the table, at least one.
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

  /// Of an even number, the larger of the two in the middle.
  private static func median<Value: Comparable>(of values: [Value]) -> Value {
    values.sorted()[values.count / 2]
  }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}
