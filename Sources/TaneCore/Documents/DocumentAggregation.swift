/// An aggregation over all documents of a query.
///
/// See <https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredAggregationQuery>.
public enum DocumentAggregation: Sendable, Equatable {
  /// The number of documents, up to a maximum if given.
  case count(upTo: Int?)
  /// The sum of a field's numbers, or 0 if there are none.
  case sum(FieldPath)
  /// The mean of a field's numbers, or null if there are none.
  case average(FieldPath)

  /// The aggregated field, or nil if the aggregation is a count.
  var path: FieldPath? {
    switch self {
    case .count: nil
    case .sum(let path), .average(let path): path
    }
  }

  /// Returns the result of the aggregation over documents.
  package func value(of documents: [StoredDocument]) -> DocumentValue {
    switch self {
    case .count(let maximum):
      return .integer(Int64(maximum.map { min($0, documents.count) } ?? documents.count))
    case .sum(let path): return Self.sum(of: path, documents).value
    case .average(let path):
      let sum = Self.sum(of: path, documents)
      return sum.count == 0 ? .null : .double(sum.approximation / Double(sum.count))
    }
  }

  private static func sum(of path: FieldPath, _ documents: [StoredDocument]) -> NumberSum {
    documents.reduce(into: NumberSum()) { sum, document in
      if let value = document.fields[path] { sum.add(value) }
    }
  }
}

/// The sum of numbers as Firestore adds them: integers exactly, doubles with Kahan's compensation.
private struct NumberSum {
  private(set) var count = 0
  /// The sum of the integers modulo 2^64, and the number of multiples of 2^64 to add to it.
  private var (integers, overflows): (Int64, Int) = (0, 0)
  private var (doubles, compensation): (Double, Double) = (0, 0)
  private var (hasDoubles, plain): (Bool, Double) = (false, 0)

  /// The sum as the nearest double.
  var approximation: Double {
    let compensated = doubles - compensation
    let sum = compensated.isNaN && plain.isInfinite ? plain : compensated
    return Double(integers) + Double(overflows) * 0x1p64 + sum
  }

  /// The sum: an integer if all numbers are integers and the sum fits in 64 bits, otherwise a
  /// double.
  var value: DocumentValue {
    hasDoubles || overflows != 0 ? .double(approximation) : .integer(integers)
  }

  /// Adds a number and ignores any other value.
  mutating func add(_ value: DocumentValue) {
    switch value {
    case .integer(let number):
      let (sum, overflow) = integers.addingReportingOverflow(number)
      integers = sum
      if overflow { overflows += number < 0 ? -1 : 1 }
    case .double(let number): add(number)
    default: return
    }
    count += 1
  }

  private mutating func add(_ number: Double) {
    let addend = number - compensation
    let sum = doubles + addend
    compensation = sum - doubles - addend
    (doubles, plain, hasDoubles) = (sum, plain + number, true)
  }
}
