import Foundation

/// The same thing measured several times, at least once.
struct SampledNumbers {
  private let sorted: [Double]

  init(_ numbers: [Double]) {
    sorted = numbers.sorted()
  }

  /// Of an even number, the larger of the two in the middle.
  var median: Double { sorted[sorted.count / 2] }

  /// The median with the least and the greatest, multiplied and with so many digits behind the point.
  func text(times factor: Double = 1, digits: Int) -> String {
    let texts = [median, sorted[0], sorted[sorted.count - 1]].map {
      String(format: "%.\(digits)f", $0 * factor)
    }
    return "\(texts[0]) (\(texts[1])–\(texts[2]))"
  }
}
