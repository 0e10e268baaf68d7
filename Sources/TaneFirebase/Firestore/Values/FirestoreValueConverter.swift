import Foundation
import TaneCore

/// A converter from the types that the Firebase SDK accepts to document values: text, numbers,
/// Booleans, dates, bytes, geographic points, references, and arrays and dictionaries of these.
enum FirestoreValueConverter {
  /// Converts an app's value to a document value.
  ///
  /// - Parameters:
  ///   - value: The app's value.
  ///   - place: The value's location, for error messages.
  /// - Returns: The document value.
  /// - Throws: A `FirestoreError` with code `invalidArgument` that names the invalid value.
  static func value(of value: Any, at place: String) throws(FirestoreError) -> DocumentValue {
    switch value {
    case let wrapper as any Unwrappable:
      guard let wrapped = wrapper.wrapped else { return .null }
      return try self.value(of: wrapped, at: place)
    case is NSNull: return .null
    case let value as DocumentValue: return value
    case let text as String: return .string(text)
    case let text as any StringProtocol: return .string(String(text))
    case let date as Date: return .timestamp(Timestamp(date: date).stored)
    case let time as Timestamp: return .timestamp(time.stored)
    case let point as GeoPoint: return try geoPoint(point, at: place)
    case let data as Data: return .bytes(Array(data))
    case let url as URL: return .string(url.absoluteString)
    case let reference as DocumentReference: return .reference(reference.fullName)
    case is FieldValue:
      let message = "\(place): a FieldValue must be the value of a field, not inside an array"
      throw FirestoreError(.invalidArgument, message)
    case let dictionary as [AnyHashable: Any]: return try map(dictionary, at: place)
    case let list as [Any]: return try array(list, at: place)
    default: return try number(value, at: place)
    }
  }

  private static func geoPoint(
    _ point: GeoPoint,
    at place: String
  ) throws(FirestoreError) -> DocumentValue {
    guard let stored = GeographicPoint(latitude: point.latitude, longitude: point.longitude) else {
      let found = "\(point.latitude), \(point.longitude)"
      let message =
        "\(place): \(found) is not a geopoint: the latitude must be from -90 to 90, and the "
        + "longitude from -180 to 180"
      throw FirestoreError(.invalidArgument, message)
    }
    return .geoPoint(stored)
  }

  private static func array(_ list: [Any], at place: String) throws(FirestoreError) -> DocumentValue
  {
    var values: [DocumentValue] = []
    for (index, element) in list.enumerated() {
      values.append(try value(of: element, at: "\(place)[\(index)]"))
    }
    return .array(values)
  }

  private static func map(
    _ dictionary: [AnyHashable: Any],
    at place: String
  ) throws(FirestoreError) -> DocumentValue {
    var fields = DocumentFields()
    for (key, element) in dictionary {
      guard let name = key.base as? String else {
        let message =
          "\(place): the key \(key.base) is a \(type(of: key.base)); keys must be strings"
        throw FirestoreError(.invalidArgument, message)
      }
      fields[name] = try value(of: element, at: "\(place).\(name)")
    }
    return .map(fields)
  }

  private static func number(_ value: Any, at place: String) throws(FirestoreError) -> DocumentValue
  {
    switch FoundationNumber(value) {
    case .bool(let bool): return .boolean(bool)
    case .integer(let integer): return .integer(integer)
    case .double(let double): return .double(double)
    case .largeInteger(let digits):
      let message = "\(place): \(digits) does not fit in a 64-bit integer"
      throw FirestoreError(.invalidArgument, message)
    case nil:
      let message =
        "\(place): a \(type(of: value)) cannot be written; write a string, a number, a boolean, a Date,"
        + " Data, a GeoPoint, a DocumentReference, an array, a dictionary or nil"
      throw FirestoreError(.invalidArgument, message)
    }
  }
}

extension DocumentValue {
  /// Returns the value as one of the types that apps receive: `String`, `Bool`, `Int`, `Double`,
  /// `Timestamp`, `Data`, `GeoPoint`, `DocumentReference`, `[Any]`, `[String: Any]` and `NSNull`.
  ///
  /// Without a database, a reference remains a `DocumentValue`.
  func foundationValue(in firestore: Firestore?) -> Any {
    switch self {
    case .null: NSNull()
    case .boolean(let bool): bool
    case .integer(let integer): Int(integer)
    case .double(let double): double
    case .timestamp(let time): Timestamp(time)
    case .string(let text): text
    case .bytes(let bytes): Data(bytes)
    case .reference(let name):
      if let firestore { DocumentReference(fullName: name, in: firestore) } else { self }
    case .geoPoint(let point): GeoPoint(latitude: point.latitude, longitude: point.longitude)
    case .array(let elements): elements.map { $0.foundationValue(in: firestore) }
    case .map(let fields): fields.foundationValue(in: firestore)
    }
  }
}

extension DocumentFields {
  /// Returns the fields in the format of `DocumentSnapshot.data()`.
  func foundationValue(in firestore: Firestore?) -> [String: Any] {
    let pairs = map { ($0.name, $0.value.foundationValue(in: firestore)) }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}
