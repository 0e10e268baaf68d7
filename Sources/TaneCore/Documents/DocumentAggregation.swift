/// An aggregation over all documents of a query.
///
/// See <https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredAggregationQuery>.
public enum DocumentAggregation: Sendable, Equatable {
  /// The number of documents, up to a maximum if given.
  case count(upTo: Int?)
  /// The sum of a field's numbers; 0 without numbers.
  case sum(FieldPath)
  /// The mean of a field's numbers; null without numbers.
  case average(FieldPath)

  /// Returns the results of several aggregations, over the documents that have all their fields.
  package static func values(
    of aggregations: [DocumentAggregation],
    over documents: [StoredDocument]
  ) -> [DocumentValue] {
    let paths = aggregations.compactMap(\.path)
    let documents = documents.filter { document in
      paths.allSatisfy { document.fields[$0] != nil }
    }
    return aggregations.map { $0.value(of: documents) }
  }

  /// The aggregated field, or nil for a count.
  private var path: FieldPath? {
    switch self {
    case .count: nil
    case .sum(let path), .average(let path): path
    }
  }

  /// Returns the result for documents.
  package func value(of documents: [StoredDocument]) -> DocumentValue {
    switch self {
    case .count(let maximum):
      return .integer(Int64(maximum.map { min($0, documents.count) } ?? documents.count))
    case .sum(let path): return Self.sum(Self.numbers(at: path, of: documents))
    case .average(let path):
      let numbers = Self.numbers(at: path, of: documents)
      guard !numbers.isEmpty else { return .null }
      let sum = numbers.reduce(0) { $0 + $1.approximation }
      return .double(sum / Double(numbers.count))
    }
  }

  private static func numbers(
    at path: FieldPath,
    of documents: [StoredDocument]
  ) -> [DocumentValue] {
    documents.compactMap { $0.fields[path] }.filter(\.isNumber)
  }

  /// Returns the sum: an integer as long as all numbers are integers and the sum fits.
  private static func sum(_ numbers: [DocumentValue]) -> DocumentValue {
    var total: Int64 = 0
    for number in numbers {
      guard case .integer(let addend) = number,
        case let (sum, overflow) = total.addingReportingOverflow(addend), !overflow
      else { return .double(numbers.reduce(0) { $0 + $1.approximation }) }
      total = sum
    }
    return .integer(total)
  }
}

extension DocumentValue {
  /// The number as the nearest double.
  fileprivate var approximation: Double {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    default: 0
    }
  }
}
