import Foundation

/// The results of a repeated measurement, at least one.
struct SampledNumbers {
  private let sorted: [Double]

  init(_ numbers: [Double]) {
    sorted = numbers.sorted()
  }

  /// The median; of an even number of values, the larger of the two in the middle.
  var median: Double { sorted[sorted.count / 2] }

  /// Formats the median, minimum and maximum, multiplied by a factor and with the given number of
  /// decimals.
  func text(times factor: Double = 1, digits: Int) -> String {
    let texts = [median, sorted[0], sorted[sorted.count - 1]].map {
      String(format: "%.\(digits)f", $0 * factor)
    }
    return "\(texts[0]) (\(texts[1])–\(texts[2]))"
  }
}
