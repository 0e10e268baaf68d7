/// A value of a Firestore document.
///
/// Two values are equal if they have the same type and contents; `DocumentValueOrder` defines
/// equality in Firestore queries. See
/// <https://cloud.google.com/firestore/docs/reference/rest/v1/Value>.
public indirect enum DocumentValue: Sendable {
  /// Null.
  case null
  /// A Boolean value.
  case boolean(Bool)
  /// A signed 64-bit integer.
  case integer(Int64)
  /// A floating-point number, including NaN and the infinities.
  case double(Double)
  /// A point in time, with a precision of microseconds.
  case timestamp(DocumentTimestamp)
  /// A string of up to 1,048,487 bytes in UTF-8.
  case string(String)
  /// A sequence of up to 1,048,487 bytes.
  case bytes([UInt8])
  /// The full name of a document: `projects/P/databases/D/documents/…`.
  case reference(String)
  /// A latitude and a longitude, in degrees.
  case geoPoint(GeographicPoint)
  /// An ordered list of values, none of which is an array.
  case array([DocumentValue])
  /// A map of values by name.
  case map(DocumentFields)
}

extension DocumentValue: Equatable {
  /// Returns true if two values have the same type and contents: 3 does not equal 3.0, and NaN
  /// equals itself.
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
  /// Returns the map that represents a vector; it is valid only if all elements are doubles.
  package static func vector(of elements: [DocumentValue]) -> DocumentValue {
    .map(["__type__": .string("__vector__"), "value": .array(elements)])
  }

  /// The numbers of a vector (a map that is marked as a vector and contains doubles), or nil if the
  /// value is not a vector.
  package var vector: [Double]? {
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
