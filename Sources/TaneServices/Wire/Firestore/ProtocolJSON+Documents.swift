package import TaneCore

/// Parsers for JSON in the Firestore REST API.
extension ProtocolJSON {
  /// Parses a value: an object with one entry, which is named after the type.
  ///
  /// See <https://cloud.google.com/firestore/docs/reference/rest/v1/Value>.
  package func value() throws(WireError) -> DocumentValue {
    let entries = tree.children
    guard tree.kind == .map, entries.count == 1, let type = entries[0].key else {
      throw unexpected("an object with one entry, such as \"stringValue\"")
    }
    let value = ProtocolJSON(entries[0], at: place.isEmpty ? type : "\(place).\(type)")
    switch type {
    case "nullValue", "null_value": return .null
    case "booleanValue", "boolean_value": return .boolean(try value.boolean())
    case "integerValue", "integer_value": return .integer(try value.integer())
    case "doubleValue", "double_value": return .double(try value.double())
    case "timestampValue", "timestamp_value": return .timestamp(try value.timestamp())
    case "stringValue", "string_value": return .string(try value.text())
    case "bytesValue", "bytes_value": return .bytes(try value.bytes())
    case "referenceValue", "reference_value": return .reference(try value.text())
    case "geoPointValue", "geo_point_value": return .geoPoint(try value.point())
    case "arrayValue", "array_value": return .array(try value.values("values"))
    case "mapValue", "map_value": return .map(try value["fields"]?.fields() ?? [:])
    default: throw unexpected("the name of a type, such as \"stringValue\"")
    }
  }

  /// Parses an object of fields by name.
  package func fields() throws(WireError) -> DocumentFields {
    guard tree.kind == .map else { throw unexpected("an object") }
    var fields = DocumentFields()
    for child in tree.children {
      let name = child.key ?? ""
      fields[name] = try ProtocolJSON(child, at: "\(place).\(name)").value()
    }
    return fields
  }

  /// Parses a time in RFC 3339 format.
  package func timestamp() throws(WireError) -> DocumentTimestamp {
    guard let time = tree.string.flatMap({ DocumentTimestamp(parsing: $0) }) else {
      throw unexpected("a time such as \"2026-01-31T12:00:00.123456Z\", of the years 1 to 9999")
    }
    return time
  }

  private func boolean() throws(WireError) -> Bool {
    guard let flag = tree.bool else { throw unexpected("a boolean") }
    return flag
  }

  private func integer() throws(WireError) -> Int64 {
    guard let number = tree.wholeNumber else {
      throw unexpected("a 64-bit integer, or its digits")
    }
    return number
  }

  private func text() throws(WireError) -> String {
    guard let text = tree.string else { throw unexpected("a string") }
    return text
  }

  private func double() throws(WireError) -> Double {
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

  /// Decodes bytes from either alphabet of Base64, with or without padding.
  private func bytes() throws(WireError) -> [UInt8] {
    guard let bytes = tree.string.flatMap({ Base64.bytes(of: $0) }) else {
      throw unexpected("base64")
    }
    return bytes
  }

  /// Returns a geographical point; coordinates that are zero may be absent.
  private func point() throws(WireError) -> GeographicPoint {
    let latitude = try self["latitude"]?.double() ?? 0
    let longitude = try self["longitude"]?.double() ?? 0
    guard let point = GeographicPoint(latitude: latitude, longitude: longitude) else {
      throw unexpected("a latitude of -90 to 90 and a longitude of -180 to 180 degrees")
    }
    return point
  }

  /// Returns the values of a repeated field.
  package func values(_ name: String) throws(WireError) -> [DocumentValue] {
    var values: [DocumentValue] = []
    for element in try elements(name) { values.append(try element.value()) }
    return values
  }

  /// Returns the time of a field, or nil if it is absent.
  package func time(_ name: String) throws(WireError) -> DocumentTimestamp? {
    try self[name]?.timestamp()
  }
}
