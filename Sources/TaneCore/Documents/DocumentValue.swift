/// A value of a Firestore document.
///
/// Two values are equal if they are of one type and hold the same; `DocumentValueOrder` says which
/// values Firestore's queries take for equal. See
/// <https://cloud.google.com/firestore/docs/reference/rest/v1/Value>.
public indirect enum DocumentValue: Sendable {
  /// Nothing.
  case null
  /// A boolean.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// A floating-point number, not-a-number and the infinities included.
  case double(Double)
  /// A point in time.
  case timestamp(DocumentTimestamp)
  /// Text.
  case string(String)
  /// Bytes.
  case bytes([UInt8])
  /// The full name of a document: `projects/P/databases/D/documents/…`.
  case reference(String)
  /// A place on the earth.
  case geoPoint(GeographicPoint)
  /// Values in order; none of them is an array.
  case array([DocumentValue])
  /// Values by name.
  case map(DocumentFields)
}

extension DocumentValue: Equatable {
  /// Whether two values are of one type and hold the same: 3 is not 3.0, and not-a-number equals itself.
  public static func == (left: DocumentValue, right: DocumentValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)):
      left.bitPattern == right.bitPattern || left.isNaN && right.isNaN
    case (.timestamp(let left), .timestamp(let right)): left == right
    case (.string(let left), .string(let right)): ExactText.areEqual(left, right)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.reference(let left), .reference(let right)): ExactText.areEqual(left, right)
    case (.geoPoint(let left), .geoPoint(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.map(let left), .map(let right)): left == right
    default: false
    }
  }
}

extension DocumentValue {
  /// The map that says that it is a vector of some elements, which are doubles in every valid one.
  package static func vector(of elements: [DocumentValue]) -> DocumentValue {
    .map(["__type__": .string("__vector__"), "value": .array(elements)])
  }

  /// The numbers of a vector: a map that says it is one, and holds doubles.
  public var vector: [Double]? {
    guard case .map(let fields) = self, fields.count == 2,
      case .string("__vector__")? = fields["__type__"],
      case .array(let values)? = fields["value"]
    else { return nil }
    var numbers: [Double] = []
    for value in values {
      guard case .double(let number) = value else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
