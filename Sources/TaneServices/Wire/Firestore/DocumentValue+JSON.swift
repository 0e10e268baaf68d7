package import TaneCore

extension DocumentValue {
  /// The value in the JSON format of the Firestore REST API.
  ///
  /// See <https://cloud.google.com/firestore/docs/reference/rest/v1/Value>.
  package var json: TreeLiteral {
    switch self {
    case .null: ["nullValue": nil]
    case .boolean(let flag): ["booleanValue": .bool(flag)]
    case .integer(let number): ["integerValue": .string("\(number)")]
    case .double(let number): ["doubleValue": Self.json(number)]
    case .timestamp(let time): ["timestampValue": .string(time.description)]
    case .string(let text): ["stringValue": .string(text)]
    case .bytes(let bytes): ["bytesValue": .string(Base64.text(of: bytes))]
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
  /// The fields in the JSON format of the Firestore REST API.
  package var json: TreeLiteral { .map(map { ($0.name, $0.value.json) }) }
}
