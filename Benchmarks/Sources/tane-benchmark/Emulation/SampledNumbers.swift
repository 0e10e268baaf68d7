import Foundation

/// One or more measurements of the same quantity.
struct SampledNumbers {
  private let sorted: [Double]

  init(_ numbers: [Double]) {
    sorted = numbers.sorted()
  }

  /// The median, which is the larger of the two middle numbers for an even count.
  var median: Double { sorted[sorted.count / 2] }

  /// Returns the median with the minimum and maximum, multiplied by a factor, with the given number
  /// of decimal places.
  func text(times factor: Double = 1, digits: Int) -> String {
    let texts = [median, sorted[0], sorted[sorted.count - 1]].map {
      String(format: "%.\(digits)f", $0 * factor)
    }
    return "\(texts[0]) (\(texts[1])–\(texts[2]))"
  }
}
