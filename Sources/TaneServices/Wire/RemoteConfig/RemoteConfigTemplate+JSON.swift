package import TaneCore
import TaneFormats

/// The JSON format of templates in the Remote Config REST API.
///
/// See <https://firebase.google.com/docs/reference/remote-config/rest/v1/RemoteConfig>.
extension RemoteConfigTemplate {
  /// Returns the template, with its version if it was published.
  package func json(version: RemoteConfigVersion? = nil) -> TreeLiteral {
    .object([
      "conditions": .nonEmpty(conditions.map(\.json)),
      "parameters": parameters.json(\.json),
      "parameterGroups": groups.json { group in
        .object([
          "description": group.description.map { .string($0) },
          "parameters": group.parameters.json(\.json),
        ]).adding(group.unknown)
      },
      "version": version?.json,
    ]).adding(unknown)
  }

  package init(_ json: ProtocolJSON) throws(WireError) {
    self.init()
    for element in try json.elements("conditions") {
      conditions.append(try RemoteConfigCondition(element))
    }
    parameters = try json.parameters()
    for (name, group) in try json.entries("parameterGroups") {
      groups[name] = RemoteConfigGroup(
        description: try group.text("description"),
        parameters: try group.parameters()
      )
      groups[name]?.unknown = group.unknown(besides: ["description", "parameters"])
    }
    unknown = json.unknown(besides: [
      "conditions", "parameters", "parameterGroups", "version", "etag",
    ])
  }
}

extension RemoteConfigCondition {
  fileprivate var json: TreeLiteral {
    .object([
      "name": .string(name), "expression": .string(expression),
      "tagColor": tagColor.map { .string($0) },
    ]).adding(unknown)
  }

  fileprivate init(_ json: ProtocolJSON) throws(WireError) {
    let color = try json.text("tagColor")
    self.init(
      name: try json.text("name") ?? "",
      expression: try json.text("expression") ?? "",
      tagColor: color == "CONDITION_DISPLAY_COLOR_UNSPECIFIED" ? nil : color
    )
    unknown = json.unknown(besides: ["name", "expression", "tagColor"])
  }
}

extension RemoteConfigParameter {
  fileprivate var json: TreeLiteral {
    .object([
      "defaultValue": defaultValue?.json,
      "conditionalValues": conditionalValues.json(\.json),
      "description": description.map { .string($0) },
      "valueType": .string(valueType.rawValue),
    ]).adding(unknown)
  }

  fileprivate init(_ json: ProtocolJSON) throws(WireError) {
    self.init(
      try json["defaultValue"].map { json throws(WireError) in
        try RemoteConfigParameter.Value(json)
      },
      description: try json.text("description"),
      // Old parameters have no value type.
      valueType: try json.choice("valueType", Self.types) ?? .string
    )
    for (name, value) in try json.entries("conditionalValues") {
      conditionalValues[name] = try RemoteConfigParameter.Value(value)
    }
    unknown = json.unknown(
      besides: ["defaultValue", "conditionalValues", "description", "valueType"]
    )
  }

  private static let types: [(name: String, number: Int64, value: ValueType)] =
    [("PARAMETER_VALUE_TYPE_UNSPECIFIED", 0, .string)]
    + ValueType.allCases.enumerated().map { ($1.rawValue, Int64($0 + 1), $1) }
}

extension RemoteConfigParameter.Value {
  fileprivate var json: TreeLiteral {
    switch self {
    case .text(let text): ["value": .string(text)]
    case .inAppDefault: ["useInAppDefault": true]
    case .managed(let json):
      // The text comes from JSON, so it is valid.
      JSONReader(recordsPositions: false).read(Array(json.utf8), named: "value").tree.map {
        .tree($0)
      }
        ?? [:]
    }
  }

  fileprivate init(_ json: ProtocolJSON) throws(WireError) {
    if let text = try json.text("value") {
      self = .text(text)
    } else if try json.flag("useInAppDefault") == true {
      self = .inAppDefault
    } else if json.tree.kind == .map, !json.tree.children.isEmpty {
      self = .managed(JSONText.text(.tree(json.tree)))
    } else {
      throw json.unexpected("\"value\" or \"useInAppDefault\"")
    }
  }
}

extension Dictionary where Key == String {
  /// Returns the entries in key order, or nil if there are none, since the API omits empty maps.
  fileprivate func json(_ value: (Value) -> TreeLiteral) -> TreeLiteral? {
    guard !isEmpty else { return nil }
    return .map(sorted { $0.key < $1.key }.map { ($0.key, value($0.value)) })
  }
}

extension TreeLiteral {
  /// Returns the map with the members of an object appended; `object` is its JSON text.
  fileprivate func adding(_ object: String?) -> TreeLiteral {
    guard case .map(let entries) = self, let object,
      let tree = JSONReader(recordsPositions: false).read(Array(object.utf8), named: "unknown").tree
    else { return self }
    return .map(entries + tree.children.map { ($0.key ?? "", .tree($0)) })
  }
}

extension ProtocolJSON {
  /// Returns the unknown members as the text of a JSON object, or nil if there are none.
  fileprivate func unknown(besides known: Set<String>) -> String? {
    let members = tree.removing(known)
    return members.children.isEmpty ? nil : JSONText.text(.tree(members))
  }

  /// Returns the entries of a map, or an empty array if the map is absent.
  fileprivate func entries(
    _ name: String
  ) throws(WireError) -> [(key: String, value: ProtocolJSON)] {
    guard let map = self[name] else { return [] }
    guard map.tree.kind == .map else { throw map.unexpected("an object") }
    return map.tree.children.map { child in
      let key = child.key ?? ""
      return (key, ProtocolJSON(child, at: "\(map.place).\(key)"))
    }
  }

  fileprivate func parameters() throws(WireError) -> [String: RemoteConfigParameter] {
    var parameters: [String: RemoteConfigParameter] = [:]
    for (key, value) in try entries("parameters") {
      parameters[key] = try RemoteConfigParameter(value)
    }
    return parameters
  }
}
