import TaneCore

/// A comparison of two versions of types that determines the compatibility of every change.
struct SchemaComparison {
  /// A type in the old version with its counterpart in the new version.
  private struct Pair: Hashable {
    let old: String
    let new: String
  }

  let old: SchemaLock
  let new: SchemaLock
  private(set) var changes: [SchemaChange] = []
  private var pending: [Pair] = []
  private var known: Set<Pair> = []
  /// The old types of values whose new types the sources do not show.
  private var untraceableTypes: [TypeReference] = []

  init(old: SchemaLock, new: SchemaLock) {
    self.old = old
    self.new = new
  }

  /// Finds all changes.
  mutating func compare() {
    for name in old.types.keys.sorted() where new.types[name] != nil {
      add(Pair(old: name, new: name))
    }
    while !pending.isEmpty { compare(pending.removeFirst()) }
    let (oldNames, newNames) = (Set(known.map(\.old)), Set(known.map(\.new)))
    for name in new.types.keys.sorted() where !newNames.contains(name) {
      addCompatibleChange("\(name) is new", [name])
    }
    let untraceableTypes = untraceableTypeNames
    for name in old.types.keys.sorted() where !oldNames.contains(name) {
      if untraceableTypes.contains(name) {
        addUnknownEffect(
          of: "the sources no longer show which type reads \(name); its changes are not checked",
          at: [name]
        )
      } else {
        addCompatibleChange("no mapped type reads \(name) anymore", [name])
      }
    }
  }

  /// The names of the old types that are reachable from the types in `untraceableTypes`.
  private var untraceableTypeNames: Set<String> {
    var names: Set<String> = []
    var pending = untraceableTypes
    while let type = pending.popLast() {
      for name in type.allNames where names.insert(name).inserted {
        pending += old.types[name]?.form.references ?? []
      }
    }
    return names
  }

  private mutating func add(_ pair: Pair) {
    if known.insert(pair).inserted { pending.append(pair) }
  }

  // MARK: Types

  private mutating func compare(_ pair: Pair) {
    guard let oldType = old.types[pair.old], let newType = new.types[pair.new] else { return }
    if pair.old != pair.new {
      addCompatibleChange("\(pair.old) is now called \(pair.new)", [pair.new])
    }
    let parameters = Dictionary(
      zip(oldType.parameters, newType.parameters.map { TypeReference.named($0) }),
      uniquingKeysWith: { first, _ in first }
    )
    let place = Site(old: [pair.old], new: [pair.new], parameters: parameters)
    switch (oldType.form, newType.form) {
    case (.unknown, .unknown): break
    case (.fields(let oldFields), .fields(let newFields)):
      compare(oldFields, newFields, at: place)
    case (.cases(let oldCases), .cases(let newCases)):
      compare(oldCases, newCases, at: place)
    case (.rawValues(let oldType, let oldValues), .rawValues(let newType, let newValues)):
      compare(oldType, newType, of: place)
      compare(Set(oldValues), Set(newValues), of: place)
    case (_, .unknown), (.unknown, _):
      let what =
        newType.form == .unknown
        ? "the sources no longer show what \(pair.new) reads"
        : "the sources did not show what \(pair.old) read when the schema was recorded"
      addUnknownEffect(of: "\(what); this change is not checked", at: [pair.new])
      if newType.form == .unknown { untraceableTypes += oldType.form.references }
    default:
      add(
        "\(pair.new) now reads \(newType.form.wording) instead of \(oldType.form.wording)",
        place,
        .both
      )
    }
  }

  /// The compared type or key in the old and the new version.
  struct Site {
    let old: [String]
    let new: [String]
    /// The new names of the old type's generic parameters.
    let parameters: [String: TypeReference]

    /// Returns the site of a key below this site.
    func appending(_ oldKey: String, _ newKey: String) -> Site {
      Site(old: old + [oldKey], new: new + [newKey], parameters: parameters)
    }

    /// The new name including the keys, such as `Payment.card`.
    var name: String { new.joined(separator: ".") }
  }

  // MARK: Values

  private mutating func compare(
    _ oldType: TypeReference,
    _ newType: TypeReference,
    of place: Site
  ) {
    guard oldType != newType else { return }
    addTypeChange(
      of: "\(place.name) now has raw values of type \(newType) instead of \(oldType)",
      oldType,
      newType,
      place
    )
  }

  private mutating func compare(_ oldValues: Set<String>, _ newValues: Set<String>, of place: Site)
  {
    // An empty set means that any value is valid.
    if oldValues.isEmpty != newValues.isEmpty {
      let clause =
        newValues.isEmpty
        ? "\(place.name) now accepts any value" : "\(place.name) now accepts only its cases"
      return add(clause, place, newValues.isEmpty ? .releases : .oldData)
    }
    for value in oldValues.subtracting(newValues).sorted() {
      add(
        "\(place.name) no longer has the case \"\(value.escapingControls)\"",
        place,
        .oldData,
        "keep the case, or change the data first"
      )
    }
    for value in newValues.subtracting(oldValues).sorted() {
      add("\(place.name) has the new case \"\(value.escapingControls)\"", place, .releases)
    }
  }

  private mutating func compare(
    _ oldCases: [String: LockedFields],
    _ newCases: [String: LockedFields],
    at place: Site
  ) {
    compare(Set(oldCases.keys), Set(newCases.keys), of: place)
    for (key, oldFields) in oldCases.sorted(by: { $0.key < $1.key }) {
      guard let newFields = newCases[key] else { continue }
      compare(oldFields, newFields, at: place.appending(key, key))
    }
  }

  /// Reports that a type was replaced by another type, unless it was only renamed.
  mutating func addTypeChange(
    of clause: String,
    _ oldType: TypeReference,
    _ newType: TypeReference,
    _ place: Site,
    oldTolerates: Bool = false,
    newTolerates: Bool = false
  ) {
    if recordRenames(from: oldType, to: newType) { return }
    let readsOld =
      newTolerates
      || TypeCompatibility(readers: new, writers: old).canRead(oldType, as: newType)
    let readsNew =
      oldTolerates
      || TypeCompatibility(readers: old, writers: new).canRead(newType, as: oldType)
    let brokenReaders: BrokenReaders =
      switch (readsOld, readsNew) {
      case (true, true): .nobody
      case (true, false): .releases
      case (false, true): .oldData
      case (false, false): .both
      }
    add(clause, place, brokenReaders)
  }

  /// If two types differ only in the names of renamed types, adds these types to the comparison,
  /// and returns true.
  private mutating func recordRenames(
    from oldType: TypeReference,
    to newType: TypeReference
  ) -> Bool {
    var pairs: [Pair] = []
    guard
      oldType.matches(
        newType,
        pairing: { oldName, newName in
          guard oldName != newName else { return true }
          guard old.types[oldName] != nil, new.types[newName] != nil, new.types[oldName] == nil,
            old.types[newName] == nil
          else { return false }
          pairs.append(Pair(old: oldName, new: newName))
          return true
        }
      )
    else { return false }
    pairs.forEach { add($0) }
    return true
  }

  // MARK: Changes

  /// The readers for which a change is incompatible.
  enum BrokenReaders { case nobody, oldData, releases, both, unknown }

  /// Reports a change with the readers that it breaks and, if known, a remedy.
  mutating func add(
    _ clause: String,
    _ place: Site,
    _ broken: BrokenReaders,
    _ advice: String? = nil
  ) {
    changes.append(
      SchemaChange(
        clause: clause,
        breaksOldData: broken == .oldData || broken == .both,
        breaksReleases: broken == .releases || broken == .both,
        isChecked: broken != .unknown,
        advice: advice,
        oldPath: place.old,
        newPath: place.new
      )
    )
  }

  /// Reports a change whose effects are unknown, because the sources do not show the whole change.
  ///
  /// - Parameters:
  ///   - clause: The change.
  ///   - place: The changed type or key.
  ///   - content: The old value if the sources do not show the new value, otherwise nil.
  mutating func addUnknownEffect(
    of clause: String,
    at place: Site,
    _ content: LockedField.Content? = nil
  ) {
    add(clause, place, .unknown)
    untraceableTypes += content?.references ?? []
  }

  private mutating func addUnknownEffect(of clause: String, at path: [String]) {
    addUnknownEffect(of: clause, at: Site(old: path, new: path, parameters: [:]))
  }

  private mutating func addCompatibleChange(_ clause: String, _ path: [String]) {
    add(clause, Site(old: path, new: path, parameters: [:]), .nobody)
  }
}
