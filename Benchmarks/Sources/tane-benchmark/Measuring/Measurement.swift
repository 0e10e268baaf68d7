/// The costs of one run.
struct Measurement {
  /// The seconds from start to end.
  var wall: Double
  /// The processor seconds of all threads.
  var processor: Double
  /// The peak resident memory in bytes.
  var peakMemory: Int
}

/// The runs of a table row; there must be at least one.
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

  /// Returns the median, which is the larger of the two middle values for an even count.
  private static func median<Value: Comparable>(of values: [Value]) -> Value {
    values.sorted()[values.count / 2]
  }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}
