import TaneCore

/// The structure of data, from which the Swift type for decoding is inferred.
indirect enum DataLayout {
  /// A value of a standard library type, such as `Int`.
  case value(String)
  /// A map that a declared type decodes, or data that matches no other layout.
  case record
  /// A list of values, some of which may be null.
  case list(DataLayout, hasGaps: Bool)
  /// A map whose keys are data.
  case dictionary(DataLayout)

  /// The maximum number of children to examine; further children are probably similar.
  static let sampleSize = 200

  /// Determines the layout of a node.
  init(of node: Tree) {
    switch node.kind {
    case .bool: self = .value("Bool")
    case .integer: self = .value("Int")
    case .double: self = .value("Double")
    case .decimal: self = .value("Decimal")
    case .string: self = .value("String")
    case .null: self = .record
    case .list:
      let elements = node.children.prefix(Self.sampleSize)
      self = .list(
        DataLayout(ofAll: elements.filter { !$0.isNull }),
        hasGaps: elements.contains(where: \.isNull)
      )
    case .map:
      let children = node.children.prefix(Self.sampleSize)
      self = Self.isDictionary(node) ? .dictionary(DataLayout(ofAll: Array(children))) : .record
    }
  }

  /// Determines the common layout of similar nodes.
  private init(ofAll nodes: [Tree]) {
    let layouts = nodes.map { DataLayout(of: $0) }
    guard let first = layouts.first else {
      self = .record
      return
    }
    self = layouts.dropFirst().reduce(first) { $0.merged(with: $1) }
  }

  private func merged(with other: DataLayout) -> DataLayout {
    switch (self, other) {
    case (.value(let type), .value(let otherType)):
      if type == otherType { return self }
      let isNumber = Set([type, otherType]).isSubset(of: ["Int", "Double"])
      return isNumber ? .value("Double") : .record
    case (.list(let element, let hasGaps), .list(let otherElement, let otherHasGaps)):
      return .list(element.merged(with: otherElement), hasGaps: hasGaps || otherHasGaps)
    case (.dictionary(let value), .dictionary(let otherValue)):
      return .dictionary(value.merged(with: otherValue))
    default:
      return .record
    }
  }

  /// Returns true if a map's keys are probably data: they look generated, or the values are maps
  /// with the same keys.
  static func isDictionary(_ node: Tree) -> Bool {
    guard node.kind == .map else { return false }
    let children = node.children.prefix(sampleSize).filter { !$0.isNull }
    guard let first = children.first, children.allSatisfy({ $0.kind.isLike(first.kind) })
    else { return false }
    let generated = children.count { GeneratedKey.isLikely($0.key ?? "") }
    if 2 * generated > children.count { return true }
    return children.count > 1 && first.kind == .map && haveSameKeys(children)
  }

  /// Returns true if each key occurs, on average, in at least half of the maps, and most keys do
  /// not look generated.
  private static func haveSameKeys(_ maps: [Tree]) -> Bool {
    let counts = maps.reduce(into: [String: Int]()) { counts, map in
      for child in map.children.prefix(sampleSize) { counts[child.key ?? "", default: 0] += 1 }
    }
    guard 2 * counts.keys.count(where: GeneratedKey.isLikely) <= counts.count else { return false }
    let total = counts.values.reduce(0, +)
    return total > 0 && 2 * total >= counts.count * maps.count
  }
}

extension DataLayout {
  /// A Boolean value indicating whether one declared type decodes the whole value.
  var isRecord: Bool {
    if case .record = self { true } else { false }
  }

  /// A Boolean value indicating whether a declared type decodes any part of the value.
  var hasRecord: Bool {
    switch self {
    case .value: false
    case .record: true
    case .list(let element, _): element.hasRecord
    case .dictionary(let value): value.hasRecord
    }
  }

  /// Returns the Swift type, given the name of the declared type.
  func type(of record: String) -> String {
    switch self {
    case .value(let type): type
    case .record: record
    case .list(let element, let hasGaps): "[\(element.type(of: record))\(hasGaps ? "?" : "")]"
    case .dictionary(let value): "[String: \(value.type(of: record))]"
    }
  }
}

extension NodeKind {
  fileprivate func isLike(_ other: NodeKind) -> Bool { self == other || isNumber && other.isNumber }
}
