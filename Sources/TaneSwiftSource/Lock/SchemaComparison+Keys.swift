import TaneCore

extension SchemaComparison {
  /// Compares the keys that two versions of a type decode.
  mutating func compare(
    _ oldFields: LockedFields,
    _ newFields: LockedFields,
    at place: Site
  ) {
    var (removed, added) = (oldFields.fields, newFields.fields)
    for (key, oldField) in oldFields.fields.sorted(by: { $0.key < $1.key }) {
      guard let newField = newFields.fields[key] else { continue }
      removed[key] = nil
      added[key] = nil
      compare(oldField, newField, at: place.appending(key, key))
    }
    for (oldKey, oldField) in removed.sorted(by: { $0.key < $1.key }) {
      let renamed = added.filter { $0.value.property == oldField.property }
      guard let (newKey, newField) = renamed.min(by: { $0.key < $1.key }) else { continue }
      removed[oldKey] = nil
      added[newKey] = nil
      addRenamedKey(of: oldField, from: oldKey, to: newKey, place)
      compare(oldField, newField, at: place.appending(oldKey, newKey))
    }
    for (key, field) in removed.sorted(by: { $0.key < $1.key }) {
      addRemovedKey(of: field, key, place, isFullyAnalyzed: !newFields.isOpen)
    }
    for (key, field) in added.sorted(by: { $0.key < $1.key }) {
      addNewKey(of: field, key, place, isFullyAnalyzed: !oldFields.isOpen)
    }
  }

  private mutating func addRenamedKey(
    of field: LockedField,
    from oldKey: String,
    to newKey: String,
    _ place: Site
  ) {
    add(
      "\(place.name).\(field.property) is now read from \"\(newKey.escapingControls)\" instead of"
        + " \"\(oldKey.escapingControls)\"",
      place.appending(oldKey, newKey),
      .both,
      "use the old key in CodingKeys, or write both keys until all apps are updated"
    )
  }

  private mutating func addRemovedKey(
    of field: LockedField,
    _ key: String,
    _ place: Site,
    isFullyAnalyzed: Bool
  ) {
    let text = "\"\(key.escapingControls)\""
    let name = place.name
    let place = place.appending(key, key)
    guard isFullyAnalyzed else {
      return addUnknownEffect(
        of: "the sources do not show every key that \(name) reads; whether it still reads "
          + "\(text) is not checked",
        at: place,
        field.content
      )
    }
    let clause = "\(name) no longer reads \"\(key.escapingControls)\""
    guard field.presence == .required else { return add(clause, place, .nobody) }
    add(
      "\(clause), but the old type requires it",
      place,
      .releases,
      "keep writing the key while those apps are in use"
    )
  }

  private mutating func addNewKey(
    of field: LockedField,
    _ key: String,
    _ place: Site,
    isFullyAnalyzed: Bool
  ) {
    let type = field.content.wording.map { " (\($0))" } ?? ""
    let text = "\"\(key.escapingControls)\"\(type)"
    let inner = place.appending(key, key)
    guard isFullyAnalyzed else {
      return addUnknownEffect(
        of: "the sources did not show every key that \(place.name) reads; whether it read \(text) "
          + "before is not checked",
        at: inner
      )
    }
    guard field.presence == .required else {
      return add("\(place.name) may now also read \(text)", inner, .nobody)
    }
    add(
      "\(place.name) requires the new key \(text)",
      inner,
      .oldData,
      "make the property optional, or add the key to the data first"
    )
  }

  private mutating func compare(_ oldField: LockedField, _ newField: LockedField, at place: Site) {
    comparePresence(oldField, newField, at: place)
    switch (oldField.content, newField.content) {
    case (.fields(let oldFields), .fields(let newFields)):
      compare(oldFields, newFields, at: place)
    case (.type(let oldType), .type(let newType)):
      let oldType = oldType.substituting(place.parameters)
      guard oldType != newType else { return }
      addTypeChange(
        of: "\(place.owner) now reads \(newType) instead of \(oldType) from \(place.key)",
        oldType,
        newType,
        place,
        oldTolerates: oldField.presence == .tolerated,
        newTolerates: newField.presence == .tolerated
      )
    case (.unknown, .unknown): break
    case (.unknown, _), (_, .unknown):
      let isNew = newField.content == .unknown
      addUnknownEffect(
        of: isNew
          ? "the sources no longer show how \(place.owner) reads \(place.key); this change is not "
            + "checked"
          : "the sources did not show how \(place.owner) read \(place.key) before; this change is "
            + "not checked",
        at: place,
        isNew ? oldField.content : nil
      )
    case (.type, .fields):
      add(
        "\(place.owner) now reads the keys of \(place.key) itself instead of decoding a type",
        place,
        .both
      )
    case (.fields, .type):
      add(
        "\(place.owner) now decodes a type from \(place.key) instead of reading its keys itself",
        place,
        .both
      )
    }
  }

  private mutating func comparePresence(
    _ oldField: LockedField,
    _ newField: LockedField,
    at place: Site
  ) {
    switch (oldField.presence == .required, newField.presence == .required) {
    case (false, true):
      add(
        "\(place.owner) now requires the key \(place.key), which was optional before",
        place,
        .oldData,
        "leave the property optional, or add the key to the data first"
      )
    case (true, false):
      add(
        "\(place.owner) no longer requires the key \(place.key), but the old type does",
        place,
        .releases,
        "keep writing the key while those apps are in use"
      )
    default: break
    }
  }
}

extension SchemaComparison.Site {
  /// The name of the type or field that contains the last key.
  fileprivate var owner: String { new.dropLast().joined(separator: ".") }

  /// The last key, in quotation marks.
  fileprivate var key: String { "\"\((new.last ?? "").escapingControls)\"" }
}
