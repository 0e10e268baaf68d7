import Foundation

/// A Markdown table of measurements.
struct MeasurementTable {
  struct Row {
    let name: String
    let series: Series
    /// The baseline with which the row is compared, or nil for a baseline.
    var floor: (name: String, series: Series)?
  }

  let rows: [Row]
  /// The number of input bytes, or nil if memory is not compared with it.
  var inputBytes: Int?

  var markdown: String {
    let header = """
      | Work | Seconds (median, min–max) | Processor seconds | Peak memory, MB | Ratio |
      |---|--:|--:|--:|--:|
      """
    return ([header] + rows.map(line)).joined(separator: "\n")
  }

  private func line(_ row: Row) -> String {
    let median = row.series.median
    let range = "\(Self.text(row.series.fastest))–\(Self.text(row.series.slowest))"
    let cells = [
      row.name,
      "\(Self.text(median.wall)) (\(range))",
      Self.text(median.processor),
      memory(median.peakMemory),
      row.floor.map { Self.ratio(of: median, to: $0) } ?? "1",
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  private func memory(_ bytes: Int) -> String {
    let megabytes = Self.text(Double(bytes) / 1_000_000, digits: 0)
    guard let inputBytes else { return megabytes }
    return "\(megabytes) (\(Self.text(Double(bytes) / Double(inputBytes), digits: 1))x input)"
  }

  /// Returns the ratios of elapsed time and of processor time, which is less affected by other work
  /// on the machine.
  private static func ratio(
    of median: Measurement,
    to floor: (name: String, series: Series)
  ) -> String {
    let floorMedian = floor.series.median
    let wall = text(median.wall / floorMedian.wall, digits: 2)
    let processor = text(median.processor / floorMedian.processor, digits: 2)
    return "\(wall)x \(floor.name) (processor \(processor)x)"
  }

  private static func text(_ number: Double, digits: Int = 3) -> String {
    String(format: "%.\(digits)f", number)
  }
}
