import TaneCore
import TaneMapping

extension TreeWalk {
  /// Checks a map against the keys that a type declares.
  mutating func checkObject(_ tree: Tree, _ object: ObjectPlan, reader: FieldPlan?) {
    guard tree.kind == .map, tree.tag == .none else {
      if !object.acceptsAnyValue { mismatch(tree, "a map", reader) }
      return
    }
    if let variants = object.variants,
      let value = tree.children.first(where: { convertedKey($0) == variants.key }),
      let plan = variants.plans[value.string ?? value.integer.map(String.init) ?? ""]
    {
      return checkObject(tree, plan, reader: reader)
    }
    if rules.keys == .convertFromSnakeCase { return checkConvertedKeys(tree, object) }
    // Fields and children are in key order, so missing and unread keys are found in one pass.
    var missing: [FieldPlan] = []
    var unread: [Tree] = []
    var next = 0
    let fields = object.fields
    for (index, child) in tree.children.enumerated() {
      var order = 1
      while next < fields.count {
        order = Self.order(of: fields[next], child)
        guard order < 0 else { break }
        missing.append(fields[next])
        next += 1
      }
      guard order == 0, next < fields.count else {
        unread.append(child)
        continue
      }
      check(child, at: index, field: fields[next])
      next += 1
    }
    missing += fields[next...]
    guard !missing.isEmpty || !unread.isEmpty else { return }
    reportMissingAndUnreadKeys(missing, unread, tree, object)
  }

  private static func order(of field: FieldPlan, _ child: Tree) -> Int {
    child.withKeyBytes { key in
      field.keyBytes.withUnsafeBufferPointer { own in
        own.elementsEqual(key) ? 0 : KeyOrder.compare(own, key)
      }
    }
  }

  mutating func check(_ child: Tree, at index: Int, field: FieldPlan) {
    switch field.presence {
    case .required, .contained: check(child, at: index, field.node, reader: field)
    case .optional:
      if child.isNull {
        report.valueCount += 1
      } else {
        check(child, at: index, field.node, reader: field)
      }
    case .attempted: checkAttempted(child, at: index, field)
    case .identifier:
      rules.readsDocuments ? reportField(child, named: field) : checkIdentifier(field, child)
    case .tolerated, .unread: break
    }
  }

  /// Checks a field that an initializer decodes with `try?`, and reports errors as warnings.
  private mutating func checkAttempted(_ child: Tree, at index: Int, _ field: FieldPlan) {
    guard !child.isNull else { return report.valueCount += 1 }
    guard !isTentative else { return }
    checkAttempt(by: field.reader) { $0.check(child, at: index, field.node, reader: field) }
  }

  /// Checks a value that an initializer decodes with `try?`, and reports errors as warnings that
  /// name the property or type.
  mutating func checkAttempt(by reader: String, _ check: (inout TreeWalk) -> Void) {
    var found = findings(of: check)
    let clause = "; init(from:) reads \(reader) with try?, so the app ignores the error"
    for index in found.indices where found[index].severity == .error {
      found[index].severity = .warning
      // A suggestion ends with a question mark.
      let isQuestion = found[index].message.hasSuffix("?")
      found[index].message += isQuestion ? String(clause.dropFirst()) : clause
    }
    add(found)
  }

  /// Reports a `@DocumentID` outside of Firestore documents, because only Firestore's decoder sets
  /// it.
  private mutating func checkIdentifier(_ field: FieldPlan, _ tree: Tree) {
    guard !rules.readsDocuments else { return }
    let message =
      "\(Self.subject(field))only Firestore's decoder sets a @DocumentID; the Realtime Database "
      + "decoder cannot decode \(field.typeName)"
    add(.error, .unreadableValue, message, at: [field.key], tree.position, Reader(field))
  }

  /// Reports a document's field with the name of a `@DocumentID`, which Firestore's decoder ignores.
  private mutating func reportField(_ child: Tree, named identifier: FieldPlan) {
    let key = child.key ?? ""
    let message =
      "no type reads \"\(key.escapingControls)\": \(identifier.reader) is a @DocumentID, which "
      + "Firestore's decoder sets to the document's identifier; remove the field, or rename the "
      + "property"
    add(.warning, .unreadKey, message, at: [key], child.keyPosition, Reader(identifier))
  }

  /// Checks a map whose keys are converted; if two keys are converted to the same key, the first
  /// one is used.
  private mutating func checkConvertedKeys(_ tree: Tree, _ object: ObjectPlan) {
    var children: [String: (index: Int, child: Tree)] = [:]
    var unread: [Tree] = []
    let known = Set(object.fields.map(\.key))
    for (index, child) in tree.children.enumerated() {
      let key = convertedKey(child)
      guard known.contains(key), children[key] == nil else {
        unread.append(child)
        continue
      }
      children[key] = (index, child)
    }
    var missing: [FieldPlan] = []
    for field in object.fields {
      if let (index, child) = children[field.key] {
        check(child, at: index, field: field)
      } else if SnakeCase.camelCase(from: field.key) != field.key {
        unread.removeAll { $0.key == field.key }
        reportKey(unmatched: field, tree)
      } else {
        missing.append(field)
      }
    }
    reportMissingAndUnreadKeys(missing, unread, tree, object)
  }

  /// Reports a coding key that the decoder's key conversion never produces, once per property.
  private mutating func reportKey(unmatched field: FieldPlan, _ tree: Tree) {
    let severity: Diagnostic.Severity = field.presence == .required ? .error : .warning
    guard [.required, .optional, .contained, .attempted].contains(field.presence),
      recordUnmatched(field.reader, severity: severity)
    else { return }
    let key = field.key.escapingControls
    let message =
      "\(Self.subject(field))the decoder converts \"\(key)\" to "
      + "\"\(SnakeCase.camelCase(from: key))\" (convertFromSnakeCase), so no data matches the "
      + "coding key \"\(key)\"; change the coding key, or remove the strategy"
    add(severity, .unmatchedKey, message, at: [field.key], tree.position, Reader(field))
  }

  /// Returns a clause about the conversion of a key if the result differs from the field's key only
  /// in case, otherwise nil.
  private func conversion(of key: String, otherThan field: FieldPlan) -> String? {
    guard rules.keys == .convertFromSnakeCase else { return nil }
    let converted = SnakeCase.camelCase(from: key)
    guard converted != key, converted.lowercased() == field.key.lowercased() else { return nil }
    return "; \"\(key.escapingControls)\" becomes \"\(converted.escapingControls)\""
      + " (convertFromSnakeCase)"
  }

  // MARK: Missing and unread keys

  /// Reports missing and unread keys; a missing key and a similar unread key are reported as one
  /// finding.
  private mutating func reportMissingAndUnreadKeys(
    _ missing: [FieldPlan],
    _ unread: [Tree],
    _ tree: Tree,
    _ object: ObjectPlan
  ) {
    var unread = unread
    for field in missing where field.presence == .required {
      let twin = Self.twin(of: field, among: unread)
      if let twin { unread.remove(at: twin.index) }
      reportKey(missing: field, twin?.tree, tree)
    }
    for field in missing where field.presence == .identifier { checkIdentifier(field, tree) }
    guard !object.mayReadOtherKeys else { return }
    let optional = missing.filter { ![.required, .identifier].contains($0.presence) }
    for child in unread { reportKey(unread: child, optional, object) }
  }

  /// Returns the unread key that is probably a misspelling of a field's key, or nil if no key is
  /// similar to the field's key or property.
  private static func twin(
    of field: FieldPlan,
    among unread: [Tree]
  ) -> (index: Int, tree: Tree)? {
    // Many unread keys are unlikely to be misspellings.
    guard !unread.isEmpty, unread.count <= 100 else { return nil }
    let keys = unread.map { $0.key ?? "" }
    guard
      let name = Suggestion.nearest(to: field.key, among: keys)
        ?? Suggestion.nearest(to: field.property, among: keys)
    else { return nil }
    return keys.firstIndex(of: name).map { ($0, unread[$0]) }
  }

  /// Reports a missing key, which is the field's own key or the key of a container around it.
  mutating func reportKey(
    missing field: FieldPlan,
    _ twin: Tree?,
    _ tree: Tree,
    at containerKey: String? = nil
  ) {
    let missingKey = containerKey ?? field.key
    let type = field.type.isEmpty ? "" : " (\(field.type))"
    var message =
      "\(field.typeName).\(field.property)\(type) requires the key \"\(missingKey)\", which is "
      + "missing"
    if let key = twin?.key, let conversion = conversion(of: key, otherThan: field) {
      message += conversion
    } else if let key = twin?.key {
      message += "; did you mean \"\(field.key)\" instead of \"\(key.escapingControls)\"?"
    }
    let position = twin?.keyPosition ?? tree.position
    add(.error, .missingKey, message, at: [missingKey], position, Reader(field))
  }

  private mutating func reportKey(unread child: Tree, _ missing: [FieldPlan], _ object: ObjectPlan)
  {
    let key = child.key ?? ""
    let field = Self.field(similarTo: key, among: missing)
    let reads =
      object.keys.isEmpty
      ? "" : "; \(object.typeName) reads \(NodeDescription.list(object.keys, limit: 12))"
    let hint = field.map {
      conversion(of: key, otherThan: $0) ?? "; did you mean \"\($0.key)\"?"
    }
    let reader = Reader(field, else: object.typeName, object.place)
    let message = "no type reads \"\(key.escapingControls)\"\(reads)\(hint ?? "")"
    add(.warning, .unreadKey, message, at: [key], child.keyPosition, reader)
  }

  private static func field(similarTo key: String, among fields: [FieldPlan]) -> FieldPlan? {
    let name =
      Suggestion.nearest(to: key, among: fields.map(\.key))
      ?? Suggestion.nearest(to: key, among: fields.map(\.property))
    return fields.first { $0.key == name || $0.property == name }
  }
}
