import TaneCore
import TaneMapping
import TaneProject

/// A decoder for the tree of a schema lock file, which collects findings.
struct LockReader {
  private(set) var diagnostics: [Diagnostic] = []
  private var places = SchemaPositions()

  mutating func lock(_ tree: Tree) -> SchemaLock {
    let map = tree.kind == .map ? map(tree, of: ["format", "types"], "a schema") : [:]
    guard let format = map["format"]?.integer, format == SchemaLock.format else {
      report(
        "expected schema format \(SchemaLock.format), found "
          + "\(map["format"].map(NodeDescription.describe) ?? "none"); recreate the file with `tane "
          + "schema`",
        map["format"] ?? tree
      )
      return SchemaLock([:])
    }
    var types: [String: LockedType] = [:]
    for child in map["types"].map({ entries(of: $0, "types") }) ?? [] {
      let name = child.key ?? ""
      places[[name]] = child.keyPosition
      types[name] = type(child, at: [name])
    }
    return SchemaLock(types, places: places)
  }

  // MARK: Types

  private mutating func type(_ tree: Tree, at path: [String]) -> LockedType {
    let known = ["cases", "fields", "open", "parameters", "raw", "unknown", "values"]
    let map = map(tree, of: known, "a type")
    let parameters = map["parameters"].map { texts($0) } ?? []
    let form: LockedType.Form
    if map["fields"] != nil {
      form = .fields(fields(map, at: path))
    } else if let raw = map["raw"] {
      form = .rawValues(reference(raw), map["values"].map { texts($0).sorted() } ?? [])
    } else if let cases = map["cases"] {
      form = .cases(self.cases(cases, at: path))
    } else {
      if tree.kind == .map, map["unknown"]?.bool != true {
        report("expected \"fields\", \"raw\", \"cases\" or \"unknown\" for a type", tree)
      }
      form = .unknown
    }
    return LockedType(parameters: parameters, form: form)
  }

  private mutating func cases(_ tree: Tree, at path: [String]) -> [String: LockedFields] {
    var cases: [String: LockedFields] = [:]
    for child in entries(of: tree, "cases") {
      let key = child.key ?? ""
      places[path + [key]] = child.keyPosition
      let map = map(child, of: ["fields", "open"], "a case")
      cases[key] = fields(map, at: path + [key])
    }
    return cases
  }

  private mutating func fields(_ map: [String: Tree], at path: [String]) -> LockedFields {
    var fields = LockedFields(isOpen: map["open"]?.bool ?? false)
    for child in map["fields"].map({ entries(of: $0, "fields") }) ?? [] {
      let key = child.key ?? ""
      places[path + [key]] = child.keyPosition
      fields.fields[key] = field(child, key: key, at: path + [key])
    }
    return fields
  }

  private mutating func field(_ tree: Tree, key: String, at path: [String]) -> LockedField {
    if tree.kind == .string { return field(of: reference(tree), nil, property: key) }
    let map = map(tree, of: ["fields", "open", "presence", "property", "type"], "a key")
    let property = map["property"].map { text($0) } ?? key
    let presence = map["presence"].flatMap { self.presence($0) }
    if let type = map["type"] { return field(of: reference(type), presence, property: property) }
    let content: LockedField.Content =
      map["fields"] == nil ? .unknown : .fields(fields(map, at: path))
    return LockedField(property: property, presence: presence ?? .required, content: content)
  }

  private func field(
    of type: TypeReference,
    _ presence: LockedField.Presence?,
    property: String
  ) -> LockedField {
    if presence == nil, case .optional(let wrapped) = type {
      return LockedField(property: property, presence: .optional, content: .type(wrapped))
    }
    return LockedField(property: property, presence: presence ?? .required, content: .type(type))
  }

  // MARK: Values

  private mutating func presence(_ tree: Tree) -> LockedField.Presence? {
    if let presence = LockedField.Presence(rawValue: text(tree)) { return presence }
    let known = LockedField.Presence.allCases.map(\.rawValue)
    report(
      "expected \(known.joined(separator: ", ")) for \"presence\", found"
        + " \(NodeDescription.describe(tree))",
      tree
    )
    return nil
  }

  private mutating func reference(_ tree: Tree) -> TypeReference { TypeReference(text: text(tree)) }

  private mutating func texts(_ tree: Tree) -> [String] {
    guard tree.kind == .list else {
      report("expected a list, found \(NodeDescription.describe(tree))", tree)
      return []
    }
    return tree.children.map { text($0) }
  }

  private mutating func text(_ tree: Tree) -> String {
    if let text = tree.string { return text }
    report("expected a string, found \(NodeDescription.describe(tree))", tree)
    return ""
  }

  private mutating func entries(of tree: Tree, _ name: String) -> [Tree] {
    if tree.kind == .map { return Array(tree.children) }
    report("expected a map for \"\(name)\", found \(NodeDescription.describe(tree))", tree)
    return []
  }

  /// Returns the entries of a map by key, and reports unknown keys.
  private mutating func map(_ tree: Tree, of known: [String], _ noun: String) -> [String: Tree] {
    guard tree.kind == .map else {
      report("expected a map for \(noun), found \(NodeDescription.describe(tree))", tree)
      return [:]
    }
    var map: [String: Tree] = [:]
    for child in tree.children {
      let key = child.key ?? ""
      map[key] = child
      guard !known.contains(key) else { continue }
      let list = known.joined(separator: ", ")
      let message =
        "unknown key \"\(key.escapingControls)\" of \(noun) (known: \(list))"
        + Suggestion.clause(for: key, among: known)
      diagnostics.append(.error(.unknownKey, message, at: child.keyPosition))
    }
    return map
  }

  private mutating func report(_ message: String, _ tree: Tree) {
    diagnostics.append(.error(.invalidValue, message, at: tree.position))
  }
}
