extension LockedType.Form {
  /// The description of the layout for messages.
  var wording: String {
    switch self {
    case .fields: "a map with its keys"
    case .rawValues(let type, _): "a \(type)"
    case .cases: "a map with a single case"
    case .unknown: "an unknown form"
    }
  }
}

extension LockedField.Content {
  /// The description of the decoded type, or nil if the value is a map or unknown.
  var wording: String? {
    if case .type(let type) = self { type.description } else { nil }
  }
}

// The types to which a layout refers.
extension LockedType.Form {
  var references: [TypeReference] {
    switch self {
    case .fields(let fields): fields.references
    case .rawValues(let type, _): [type]
    case .cases(let cases): cases.values.flatMap(\.references)
    case .unknown: []
    }
  }
}

extension LockedFields {
  var references: [TypeReference] { fields.values.flatMap(\.content.references) }
}

extension LockedField.Content {
  var references: [TypeReference] {
    switch self {
    case .type(let type): [type]
    case .fields(let fields): fields.references
    case .unknown: []
    }
  }
}
