extension LockedType.Form {
  /// The layout in the words of a message.
  var wording: String {
    switch self {
    case .fields: "a map of its keys"
    case .rawValues(let type, _): "a \(type)"
    case .cases: "a map of one case"
    case .unknown: "what is not known"
    }
  }
}

extension LockedField.Content {
  /// The type that is read, if there is one.
  var wording: String? {
    if case .type(let type) = self { type.description } else { nil }
  }
}
