import TaneCore
import TaneMapping

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TreeWalk {
  /// Checks a scalar against the type of an enumeration's raw values, and then against the
  /// enumeration's cases.
  mutating func check(_ tree: Tree, _ raw: RawValuesPlan, reader: FieldPlan?) {
    let count = report.findings.count
    check(tree, known: raw.type, reader: reader)
    guard report.findings.count == count else { return appendValidValues(raw, reader) }
    guard !raw.accepts(tree) else { return }
    let hint = Self.hint(for: tree.string, among: raw.values)
    let message =
      "expected \(raw.shortName), found \(NodeDescription.describe(tree)), which is not one of its "
      + "cases"
    let type = Reader(typeName: raw.typeName, property: nil, place: raw.place)
    add(.unknownCase, message + hint, tree, reader, else: type)
  }

  /// Appends the valid raw values to the message of the last finding, if it is a type mismatch.
  private mutating func appendValidValues(_ raw: RawValuesPlan, _ reader: FieldPlan?) {
    let last = report.findings.count - 1
    guard reader != nil, !raw.values.isEmpty, report.findings[last].code == .mismatchedType else {
      return
    }
    report.findings[last].message +=
      "; \(raw.shortName) is one of \(NodeDescription.list(raw.values))"
  }

  /// Checks a value against a type of the standard library, Foundation or Firebase.
  mutating func check(_ tree: Tree, known type: KnownType, reader: FieldPlan?) {
    switch type {
    // Any Remote Config parameter has text and bytes.
    case .string where isParameter, .data where isParameter: break
    case .bool: if tree.bool == nil { mismatch(tree, "Bool", reader) }
    case .string: if tree.kind != .string || tree.tag != .none { mismatch(tree, "String", reader) }
    case .integer(let width): checkInteger(tree, width, reader)
    case .double: checkDouble(tree, "Double", reader)
    case .float: checkFloat(tree, reader)
    case .url: checkText(tree, "URL", "which is not a valid URL", reader) { URLValidator.isURL($0) }
    case .uuid:
      checkText(tree, "UUID", "which is not a valid UUID", reader) { UUID(uuidString: $0) != nil }
    case .date: checkDate(tree, reader)
    case .data: checkData(tree, reader)
    case .decimal: checkDecimal(tree, reader)
    case .timestamp: checkTag(tree, .timestamp, "Timestamp (!timestamp)", reader)
    case .geopoint: checkTag(tree, .geopoint, "GeoPoint (!geopoint)", reader)
    case .reference: checkTag(tree, .reference, "DocumentReference (!reference)", reader)
    case .serverTimestamp: checkServerTimestamp(tree, reader)
    case .numbers(let count): checkNumbers(tree, count, reader)
    case .text(let type): checkText(tree, type, reader)
    case .bounds, .unchecked: break
    }
  }

  /// Checks that a string can be converted to a number or a Boolean value.
  private mutating func checkText(_ tree: Tree, _ type: TextType, _ reader: FieldPlan?) {
    let name = type.rawValue
    checkText(tree, "String", "which is not a valid \(name)", reader) { (text: String) in
      type.canParse(text)
    }
  }

  private mutating func reportUnreadable(
    _ tree: Tree,
    _ type: String,
    _ reason: String,
    _ reader: FieldPlan?
  ) {
    let message = "expected \(type), found \(NodeDescription.describe(tree)), \(reason)"
    add(.unreadableValue, message, tree, reader)
  }

  // MARK: Numbers

  private mutating func checkInteger(_ tree: Tree, _ width: IntegerWidth, _ reader: FieldPlan?) {
    let type = width.rawValue
    let fits: Bool
    if let integer = tree.integer {
      fits = width.canRepresent(integer)
    } else if let double = tree.double {
      fits = width.canRepresent(double)
    } else if let digits = tree.decimal {
      fits = width.canRepresent(digits: digits)
    } else if tree.tag == .serverTimestamp, !rules.readsDocuments {
      // Servers write milliseconds since 1970, which require more than 32 bits.
      fits = width.canRepresent(Self.someTime)
    } else {
      return mismatch(tree, type, reader)
    }
    if !fits { reportUnreadable(tree, type, "which \(type) cannot represent exactly", reader) }
  }

  /// A sample time in this century, in milliseconds since 1970.
  private static let someTime: Int64 = 1_700_000_000_000

  private mutating func checkDouble(_ tree: Tree, _ type: String, _ reader: FieldPlan?) {
    if tree.kind == .integer || tree.kind == .double || isNonFiniteNumber(tree) { return }
    if tree.tag == .serverTimestamp, !rules.readsDocuments { return }
    guard let digits = tree.decimal else { return mismatch(tree, type, reader) }
    if !(Double(digits)?.isFinite ?? false) {
      reportUnreadable(tree, type, "which is beyond its range", reader)
    }
  }

  /// Returns true for a string that represents an infinite number or NaN.
  private func isNonFiniteNumber(_ tree: Tree) -> Bool {
    tree.kind == .string && tree.tag == .none
      && tree.string.map(rules.nonFiniteNumbers.contains) ?? false
  }

  private mutating func checkFloat(_ tree: Tree, _ reader: FieldPlan?) {
    guard
      let number = tree.double ?? tree.integer.map(Double.init) ?? tree.decimal.flatMap(Double.init)
    else { return checkDouble(tree, "Float", reader) }
    if rules.readsJSON, !rules.readsDocuments { return checkJSONFloat(tree, number, reader) }
    // As in the decoder, infinity and NaN are accepted, except in documents.
    let fits = number.magnitude <= Double(Float.greatestFiniteMagnitude)
    guard !fits, number.isFinite || tree.kind == .decimal || rules.readsDocuments else { return }
    reportUnreadable(tree, "Float", "which is beyond its range", reader)
  }

  /// Checks a number as `JSONDecoder` parses it: numbers that round to a finite number are
  /// accepted, and numbers other than zero that round to zero are not.
  private mutating func checkJSONFloat(_ tree: Tree, _ number: Double, _ reader: FieldPlan?) {
    let digits = tree.decimal ?? tree.integer.map { "\($0)" } ?? "\(number)"
    let float = Float(digits) ?? Float(number)
    if !float.isFinite {
      reportUnreadable(tree, "Float", "which is beyond its range", reader)
    } else if float == 0, number != 0 {
      reportUnreadable(tree, "Float", "which is too small for a Float", reader)
    }
  }

  private mutating func checkDecimal(_ tree: Tree, _ reader: FieldPlan?) {
    guard tree.kind != .integer else { return }
    guard let digits = tree.double.map({ "\($0)" }) ?? tree.decimal else {
      return mismatch(tree, "Decimal", reader)
    }
    guard let decimal = Decimal(string: digits), !decimal.isNaN else {
      return reportUnreadable(tree, "Decimal", "which is beyond its range", reader)
    }
  }

  private mutating func checkNumbers(_ tree: Tree, _ count: Int, _ reader: FieldPlan?) {
    let numbers =
      tree.kind == .list
      ? tree.children.count { $0.kind.isNumber || isNonFiniteNumber($0) } : 0
    if tree.kind != .list || numbers < count || numbers != tree.children.count {
      mismatch(tree, "a list of \(counted(count, "number"))", reader)
    }
  }

  // MARK: Strings

  private mutating func checkText(
    _ tree: Tree,
    _ type: String,
    _ reason: String,
    _ reader: FieldPlan?,
    _ isValid: (Tree) -> Bool
  ) {
    guard tree.kind == .string, tree.tag == .none else { return mismatch(tree, type, reader) }
    if !isValid(tree) { reportUnreadable(tree, type, reason, reader) }
  }

  private mutating func checkText(
    _ tree: Tree,
    _ type: String,
    _ reason: String,
    _ reader: FieldPlan?,
    _ isValid: (String) -> Bool
  ) {
    checkText(tree, type, reason, reader) { (tree: Tree) in isValid(tree.string ?? "") }
  }

  // MARK: Dates and data

  private mutating func checkDate(_ tree: Tree, _ reader: FieldPlan?) {
    switch rules.dates {
    case .unchecked: isUncertain = true
    case .deferredToDate where rules.readsDocuments:
      checkTag(tree, .timestamp, "Date (!timestamp)", reader)
    case .deferredToDate, .secondsSince1970, .millisecondsSince1970:
      let isTime = tree.tag == .serverTimestamp && !rules.readsDocuments
      isTime || tree.kind.isNumber || isNonFiniteNumber(tree)
        ? checkDouble(tree, "Date", reader) : mismatch(tree, "Date (a number)", reader)
    case .iso8601:
      let reason = "which is not an ISO 8601 date such as 2024-05-01T09:30:00Z"
      checkText(tree, "Date", reason, reader) { (text: String) in
        (try? Date(text, strategy: .iso8601)) != nil
      }
    }
  }

  private mutating func checkData(_ tree: Tree, _ reader: FieldPlan?) {
    switch rules.data {
    case .unchecked: isUncertain = true
    case .base64 where rules.readsDocuments: checkTag(tree, .bytes, "Data (!bytes)", reader)
    case .base64:
      guard let text = tree.string, tree.tag == .none else {
        return mismatch(tree, "Data (base64 text)", reader)
      }
      if Data(base64Encoded: text) == nil {
        reportUnreadable(tree, "Data", "which is not valid base64 text", reader)
      }
    case .deferredToData:
      guard tree.kind == .list else { return mismatch(tree, "a list", reader) }
      for (index, child) in tree.children.enumerated() {
        descend(to: child, at: index) { $0.checkInteger(child, .uint8, reader) }
      }
    }
  }

  // MARK: Firestore's own types

  private mutating func checkTag(
    _ tree: Tree,
    _ tag: NodeTag,
    _ expected: String,
    _ reader: FieldPlan?
  ) {
    let isServerTime = tag == .timestamp && tree.tag == .serverTimestamp
    if tree.tag != tag, !isServerTime { mismatch(tree, expected, reader) }
  }

  /// Checks a time written by a server: milliseconds in a Realtime Database, or a timestamp in
  /// Firestore.
  private mutating func checkServerTimestamp(_ tree: Tree, _ reader: FieldPlan?) {
    if rules.readsDocuments {
      return checkTag(tree, .timestamp, "Timestamp (!timestamp)", reader)
    }
    if tree.tag == .serverTimestamp || tree.tag == .timestamp { return }
    if !tree.kind.isNumber { mismatch(tree, "a server timestamp (a number or !timestamp)", reader) }
  }
}
