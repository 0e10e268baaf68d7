package import TaneCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A part of the JSON of Firestore's REST API, and where it stands.
///
/// It follows the JSON of protocol buffers (<https://protobuf.dev/programming-guides/json/>): names are
/// taken in lower camel case and in snake case, 64-bit numbers as numbers and as their digits.
package struct DocumentJSON {
  private let tree: Tree
  private let place: String

  /// Creates a part; `place` names it in problems.
  package init(_ tree: Tree, at place: String) {
    self.tree = tree
    self.place = place
  }

  /// The value: an object with one entry, named after the type.
  ///
  /// See <https://cloud.google.com/firestore/docs/reference/rest/v1/Value>.
  package func value() throws(DocumentJSONProblem) -> DocumentValue {
    let entries = tree.children
    guard tree.kind == .map, entries.count == 1, let type = entries[0].key else {
      throw problem("an object with one entry, such as \"stringValue\"")
    }
    let value = DocumentJSON(entries[0], at: place.isEmpty ? type : "\(place).\(type)")
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
    case "arrayValue", "array_value": return .array(try value.elements())
    case "mapValue", "map_value": return .map(try value.entry("fields")?.fields() ?? [:])
    default: throw problem("the name of a type, such as \"stringValue\"")
    }
  }

  /// The fields by their names.
  package func fields() throws(DocumentJSONProblem) -> DocumentFields {
    guard tree.kind == .map else { throw problem("an object") }
    var fields = DocumentFields()
    for child in tree.children {
      let name = child.key ?? ""
      fields[name] = try DocumentJSON(child, at: "\(place).\(name)").value()
    }
    return fields
  }

  /// The point in time, as RFC 3339 writes it.
  package func timestamp() throws(DocumentJSONProblem) -> DocumentTimestamp {
    guard let time = tree.string.flatMap({ DocumentTimestamp(parsing: $0) }) else {
      throw problem("a time such as \"2026-01-31T12:00:00.123456Z\", of the years 1 to 9999")
    }
    return time
  }

  private func boolean() throws(DocumentJSONProblem) -> Bool {
    guard let flag = tree.bool else { throw problem("a boolean") }
    return flag
  }

  private func integer() throws(DocumentJSONProblem) -> Int64 {
    guard let number = tree.integer ?? tree.string.flatMap({ Int64($0) }) else {
      throw problem("a whole number of 64 bits, or its digits")
    }
    return number
  }

  private func text() throws(DocumentJSONProblem) -> String {
    guard let text = tree.string else { throw problem("a string") }
    return text
  }

  private func double() throws(DocumentJSONProblem) -> Double {
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
    throw problem("a number, \"NaN\", \"Infinity\" or \"-Infinity\"")
  }

  /// Bytes in either alphabet of base64, with or without padding.
  private func bytes() throws(DocumentJSONProblem) -> [UInt8] {
    var characters = tree.string.map { Array($0.utf8) } ?? []
    while characters.last == UInt8(ascii: "=") { characters.removeLast() }
    for (index, character) in characters.enumerated() {
      if character == UInt8(ascii: "-") { characters[index] = UInt8(ascii: "+") }
      if character == UInt8(ascii: "_") { characters[index] = UInt8(ascii: "/") }
    }
    let padding = (4 - characters.count % 4) % 4
    characters += [UInt8](repeating: UInt8(ascii: "="), count: padding)
    guard tree.kind == .string, let data = Data(base64Encoded: Data(characters)) else {
      throw problem("base64")
    }
    return Array(data)
  }

  /// Numbers that are zero may be left out.
  private func point() throws(DocumentJSONProblem) -> GeographicPoint {
    let latitude = try entry("latitude")?.double() ?? 0
    let longitude = try entry("longitude")?.double() ?? 0
    guard let point = GeographicPoint(latitude: latitude, longitude: longitude) else {
      throw problem("a latitude of -90 to 90 and a longitude of -180 to 180 degrees")
    }
    return point
  }

  private func elements() throws(DocumentJSONProblem) -> [DocumentValue] {
    guard let list = entry("values") else { return [] }
    guard list.tree.kind == .list else { throw list.problem("a list") }
    var values: [DocumentValue] = []
    for (index, child) in list.tree.children.enumerated() {
      values.append(try DocumentJSON(child, at: "\(list.place)[\(index)]").value())
    }
    return values
  }

  private func entry(_ name: String) -> DocumentJSON? {
    guard let child = tree[name], !child.isNull else { return nil }
    return DocumentJSON(child, at: "\(place).\(name)")
  }

  private func problem(_ expected: String) -> DocumentJSONProblem {
    DocumentJSONProblem(tree, at: place, expected: expected)
  }
}
