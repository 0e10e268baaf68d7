#if Network
package import SwiftProtobuf
package import TaneCore
package import TaneFirestoreMessages

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DocumentValue {
  /// The value as a Firestore gRPC message.
  package var message: ProtoValue {
    var message = ProtoValue()
    message.valueType =
      switch self {
      case .null: .nullValue(.nullValue)
      case .boolean(let flag): .booleanValue(flag)
      case .integer(let number): .integerValue(number)
      case .double(let number): .doubleValue(number)
      case .timestamp(let time): .timestampValue(time.message)
      case .string(let text): .stringValue(text)
      case .bytes(let bytes): .bytesValue(Data(bytes))
      case .reference(let name): .referenceValue(name)
      case .geoPoint(let point):
        .geoPointValue(
          .with { message in
            message.latitude = point.latitude
            message.longitude = point.longitude
          }
        )
      case .array(let elements): .arrayValue(.with { $0.values = elements.map(\.message) })
      case .map(let fields): .mapValue(.with { $0.fields = fields.mapEntries })
      }
    return message
  }

  package init(_ message: ProtoValue) throws(WireError) {
    switch message.valueType {
    case .nullValue: self = .null
    case .booleanValue(let flag): self = .boolean(flag)
    case .integerValue(let number): self = .integer(number)
    case .doubleValue(let number): self = .double(number)
    case .timestampValue(let time): self = .timestamp(try DocumentTimestamp(time))
    case .stringValue(let text): self = .string(text)
    case .bytesValue(let bytes): self = .bytes(Array(bytes))
    case .referenceValue(let name): self = .reference(name)
    case .geoPointValue(let place):
      guard let point = GeographicPoint(latitude: place.latitude, longitude: place.longitude)
      else {
        throw .invalid(
          "Invalid geopoint \(place.latitude), \(place.longitude): a latitude of -90 to 90 and a "
            + "longitude of -180 to 180 degrees are expected."
        )
      }
      self = .geoPoint(point)
    case .arrayValue(let array): self = .array(try Self.list(array.values))
    case .mapValue(let map): self = .map(try DocumentFields(map))
    case nil: throw .invalid("A value has a type that Firestore documents do not support.")
    }
  }

  /// Creates values from messages.
  package static func list(_ messages: [ProtoValue]) throws(WireError) -> [DocumentValue] {
    var values: [DocumentValue] = []
    values.reserveCapacity(messages.count)
    for message in messages { values.append(try DocumentValue(message)) }
    return values
  }
}

extension DocumentFields {
  package var entries: [ProtoDocument.FieldsEntry] {
    map { field in
      .with { entry in
        entry.key = field.name
        entry.value = field.value.message
      }
    }
  }

  package init(_ entries: [ProtoDocument.FieldsEntry]) throws(WireError) {
    self.init()
    for entry in entries { self[entry.key] = try DocumentValue(entry.value) }
  }

  fileprivate var mapEntries: [ProtoMapValue.FieldsEntry] {
    map { field in
      .with { entry in
        entry.key = field.name
        entry.value = field.value.message
      }
    }
  }

  fileprivate init(_ map: ProtoMapValue) throws(WireError) {
    self.init()
    for entry in map.fields { self[entry.key] = try DocumentValue(entry.value) }
  }
}

extension DocumentTimestamp {
  /// The time as a message.
  package var message: Google_Protobuf_Timestamp {
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    var message = Google_Protobuf_Timestamp()
    message.seconds = rest < 0 ? seconds - 1 : seconds
    message.nanos = Int32(rest < 0 ? rest + 1_000_000 : rest) * 1000
    return message
  }

  /// Creates an update time or read time from a message; throws if it has fractions of a microsecond.
  package init(exactly message: Google_Protobuf_Timestamp) throws(WireError) {
    guard message.nanos % 1000 == 0 else {
      throw .invalid("An update time or read time has more than six fractional digits.")
    }
    try self.init(message)
  }

  /// Creates a time from a message, truncated to microseconds as in Firestore.
  package init(_ message: Google_Protobuf_Timestamp) throws(WireError) {
    let seconds = Self.range.lowerBound / 1_000_000...Self.range.upperBound / 1_000_000
    guard seconds.contains(message.seconds), (0..<1_000_000_000).contains(message.nanos) else {
      throw .invalid(
        "Invalid time of \(message.seconds) seconds and \(message.nanos) nanoseconds: a time of the"
          + " years 1 to 9999 is expected."
      )
    }
    self.init(microseconds: message.seconds * 1_000_000 + Int64(message.nanos / 1000))
  }
}
#endif
