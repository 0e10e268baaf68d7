import TaneCore

enum YAMLTag: Equatable {
  /// `!`: the value's shape determines its type, and a scalar is a string.
  case nonSpecific
  case string, integer, float, bool, null, map, list
  /// A tag of Tane, such as `!timestamp`.
  case local(NodeTag)
  /// Any other tag, as written in files.
  case unknown(String)

  private static let standardPrefix = "tag:yaml.org,2002:"

  private static let standardTags: [(name: String, tag: YAMLTag)] = [
    ("str", .string), ("int", .integer), ("float", .float), ("bool", .bool), ("null", .null),
    ("map", .map), ("seq", .list),
  ]

  /// The spellings of all known tags.
  static let knownNames =
    standardTags.map { "!!\($0.name)" } + NodeTag.allCases.compactMap(\.yamlName)

  init(resolvedName name: String) {
    if name == "!" {
      self = .nonSpecific
    } else if let tag = NodeTag(yamlName: name) {
      self = .local(tag)
    } else if name.hasPrefix(Self.standardPrefix) {
      let short = String(name.dropFirst(Self.standardPrefix.count))
      self = Self.standardTags.first { $0.name == short }?.tag ?? .unknown("!!\(short)")
    } else {
      self = .unknown(name.hasPrefix("!") ? name : "!<\(name)>")
    }
  }

  /// The tag as written in files.
  var spelling: String {
    switch self {
    case .nonSpecific: "!"
    case .local(let tag): tag.yamlName ?? ""
    case .unknown(let name): name
    default: "!!" + (Self.standardTags.first { $0.tag == self }?.name ?? "")
    }
  }

  /// The value that the tag requires, for messages.
  var expectation: String {
    switch self {
    case .nonSpecific, .string, .unknown: "text"
    case .integer: "a whole number"
    case .float: "a number"
    case .bool: "true or false"
    case .null: "null or no value"
    case .map, .local(.geopoint): "a map"
    case .list: "a list"
    case .local(.serverTimestamp): "nothing"
    case .local: "text"
    }
  }
}
