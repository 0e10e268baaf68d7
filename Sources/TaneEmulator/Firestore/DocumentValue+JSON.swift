import TaneCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DocumentValue {
  /// Reads a value as the REST API writes it: an object with one entry, named after the type.
  ///
  /// See <https://cloud.google.com/firestore/docs/reference/rest/v1/Value>.
  init(_ json: ProtocolJSON) throws(GoogleFailure) {
    let entries = json.tree.children
    guard json.tree.kind == .map, entries.count == 1, let type = entries[0].key else {
      throw json.unexpected("an object with one entry, such as \"stringValue\"")
    }
    let value = ProtocolJSON(entries[0], at: json.place.isEmpty ? type : "\(json.place).\(type)")
    switch type {
    case "nullValue", "null_value": self = .null
    case "booleanValue", "boolean_value":
      guard let flag = value.tree.bool else { throw value.unexpected("a boolean") }
      self = .boolean(flag)
    case "integerValue", "integer_value":
      guard let number = value.tree.wholeNumber else {
        throw value.unexpected("a whole number of 64 bits, or its digits")
      }
      self = .integer(number)
    case "doubleValue", "double_value": self = .double(try value.double())
    case "timestampValue", "timestamp_value": self = .timestamp(try value.timestamp())
    case "stringValue", "string_value": self = .string(try value.requiredText())
    case "bytesValue", "bytes_value": self = .bytes(try value.bytes())
    case "referenceValue", "reference_value": self = .reference(try value.requiredText())
    case "geoPointValue", "geo_point_value": self = .geoPoint(try value.point())
    case "arrayValue", "array_value": self = .array(try value.values("values"))
    case "mapValue", "map_value": self = .map(try DocumentFields(value["fields"]))
    default: throw json.unexpected("the name of a type, such as \"stringValue\"")
    }
  }

  /// The value as the REST API writes it.
  var json: TreeLiteral {
    switch self {
    case .null: ["nullValue": nil]
    case .boolean(let flag): ["booleanValue": .bool(flag)]
    case .integer(let number): ["integerValue": .digits(number)]
    case .double(let number): ["doubleValue": Self.json(number)]
    case .timestamp(let time): ["timestampValue": .string(time.description)]
    case .string(let text): ["stringValue": .string(text)]
    case .bytes(let bytes): ["bytesValue": .string(Data(bytes).base64EncodedString())]
    case .reference(let name): ["referenceValue": .string(name)]
    case .geoPoint(let point):
      [
        "geoPointValue": [
          "latitude": .double(point.latitude), "longitude": .double(point.longitude),
        ]
      ]
    case .array(let elements):
      ["arrayValue": elements.isEmpty ? [:] : ["values": .list(elements.map(\.json))]]
    case .map(let fields): ["mapValue": fields.isEmpty ? [:] : ["fields": fields.json]]
    }
  }

  private static func json(_ number: Double) -> TreeLiteral {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    return .double(number)
  }
}

extension DocumentFields {
  /// Reads fields by their names; none where there is nothing.
  init(_ json: ProtocolJSON?) throws(GoogleFailure) {
    self.init()
    guard let json else { return }
    guard json.tree.kind == .map else { throw json.unexpected("an object") }
    for child in json.tree.children {
      let name = child.key ?? ""
      self[name] = try DocumentValue(ProtocolJSON(child, at: "\(json.place).\(name)"))
    }
  }

  /// The fields as the REST API writes them.
  var json: TreeLiteral { .map(map { ($0.name, $0.value.json) }) }
}

extension ProtocolJSON {
  /// The values of a repeated field.
  func values(_ name: String) throws(GoogleFailure) -> [DocumentValue] {
    var values: [DocumentValue] = []
    for element in try elements(name) { values.append(try DocumentValue(element)) }
    return values
  }

  /// The time of a field; nil where it is missing.
  func time(_ name: String) throws(GoogleFailure) -> DocumentTimestamp? {
    try self[name]?.timestamp()
  }

  fileprivate func requiredText() throws(GoogleFailure) -> String {
    guard let text = tree.string else { throw unexpected("a string") }
    return text
  }

  fileprivate func double() throws(GoogleFailure) -> Double {
    if let number = tree.double { return number }
    if let number = tree.integer { return Double(number) }
    switch tree.decimal ?? tree.string {
    case "NaN": return .nan
    case "Infinity": return .infinity
    case "-Infinity": return -.infinity
    case let text?:
      guard let number = Double(text), number.isFinite else { break }
      return number
    case nil: break
    }
    throw unexpected("a number, \"NaN\", \"Infinity\" or \"-Infinity\"")
  }

  fileprivate func timestamp() throws(GoogleFailure) -> DocumentTimestamp {
    guard let time = tree.string.flatMap({ DocumentTimestamp(parsing: $0) }) else {
      throw unexpected("a time such as \"2026-01-31T12:00:00.123456Z\", of the years 1 to 9999")
    }
    return time
  }

  fileprivate func bytes() throws(GoogleFailure) -> [UInt8] {
    guard let text = tree.string, let bytes = Base64.bytes(of: text) else {
      throw unexpected("base64")
    }
    return bytes
  }

  fileprivate func point() throws(GoogleFailure) -> GeographicPoint {
    let latitude = try self["latitude"]?.double() ?? 0
    let longitude = try self["longitude"]?.double() ?? 0
    guard let point = GeographicPoint(latitude: latitude, longitude: longitude) else {
      throw unexpected("a latitude of -90 to 90 and a longitude of -180 to 180 degrees")
    }
    return point
  }
}
