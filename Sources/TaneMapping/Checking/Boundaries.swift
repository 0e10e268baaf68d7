import TaneCore

/// A type whose elements are decoded one by one, so that one fault does not hide the others.
protocol CheckedContainer {
  static func decode(from frame: TreeFrame, reportingTo diagnosis: Diagnosis) throws -> Self
}

/// The failures in a container's elements.
private struct ElementFailures {
  private let diagnosis: Diagnosis
  private var first: (any Error)?
  private var findings: [PendingFinding] = []

  init(for diagnosis: Diagnosis) { self.diagnosis = diagnosis }

  /// Returns the value of an element, or nil after recording its failure.
  mutating func collect<Value>(_ decode: () throws -> Value) -> Value? {
    do {
      return try decode()
    } catch {
      if let token = diagnosis.token(of: error) { findings += diagnosis[token].findings }
      first = first ?? error
      return nil
    }
  }

  /// Throws the first failure with the findings of all failures, if there are any.
  func throwIfFailed(_ repaired: Any) throws {
    if let first {
      throw diagnosis.errorToThrow(for: first, findings: findings, repaired: repaired)
    }
  }
}

extension TreeFrame {
  fileprivate func elements<Element: Decodable>(
    _ type: Element.Type,
    by diagnosis: Diagnosis,
    as container: any Any.Type
  ) throws -> (values: [Element], failures: ElementFailures) {
    guard tree.kind == .list else { throw failure.mismatch(container, "a list") }
    visit?.markAllRead()
    var failures = ElementFailures(for: diagnosis)
    let values = tree.children.enumerated().compactMap { index, child in
      failures.collect {
        try value(of: type, TreeChild(tree: child, index: index), at: TreeCodingKey.index(index))
      }
    }
    return (values, failures)
  }
}

extension Optional: CheckedContainer where Wrapped: Decodable {
  static func decode(from frame: TreeFrame, reportingTo diagnosis: Diagnosis) throws -> Wrapped? {
    frame.tree.isNull ? nil : try frame.value(of: Wrapped.self)
  }
}

extension Array: CheckedContainer where Element: Decodable {
  static func decode(from frame: TreeFrame, reportingTo diagnosis: Diagnosis) throws -> [Element] {
    let (values, failures) = try frame.elements(Element.self, by: diagnosis, as: Self.self)
    try failures.throwIfFailed(values)
    return values
  }
}

extension Set: CheckedContainer where Element: Decodable {
  static func decode(from frame: TreeFrame, reportingTo diagnosis: Diagnosis) throws -> Set<Element>
  {
    let (values, failures) = try frame.elements(Element.self, by: diagnosis, as: Self.self)
    try failures.throwIfFailed(Set(values))
    return Set(values)
  }
}

extension Dictionary: CheckedContainer where Key: Decodable, Value: Decodable {
  static func decode(from frame: TreeFrame, reportingTo diagnosis: Diagnosis) throws -> [Key: Value]
  {
    guard let convert = keyConversion(in: frame.session) else {
      if frame.tree.isPlainMap, isFlatList { throw frame.failure.mismatch(Self.self, flatList) }
      return try diagnosis.attempt(Self.self, in: frame)
    }
    guard frame.tree.isPlainMap else { throw frame.failure.mismatch(Self.self, "a map") }
    frame.visit?.markAllRead()
    var failures = ElementFailures(for: diagnosis)
    var values: [Key: Value] = [:]
    for (index, child) in frame.tree.children.enumerated() {
      let name = child.key ?? ""
      let place = TreeChild(tree: child, index: index)
      let key = failures.collect { try convert(name, child, frame) }
      let value = failures.collect {
        try frame.value(of: Value.self, place, at: TreeCodingKey.name(name))
      }
      if let key, let value { values[key] = value }
    }
    try failures.throwIfFailed(values)
    return values
  }

  /// A Boolean value indicating whether the standard library decodes the dictionary from a list of
  /// keys and values.
  private static var isFlatList: Bool {
    Key.self != Int.self && !(Key.self is any CodingKeyRepresentable.Type)
  }

  private static var flatList: String {
    "a list of alternating keys and values (\(TypeName.text(of: Key.self)) is not "
      + "CodingKeyRepresentable)"
  }

  private typealias Conversion = (String, Tree, TreeFrame) throws -> Key

  /// Returns the function that converts keys of a map to keys of the dictionary, or nil if the
  /// dictionary is not decoded from a map, or if a key strategy applies and the dictionary's keys
  /// are not strings.
  private static func keyConversion(in session: DecodingSession) -> Conversion? {
    if Key.self == String.self { return { name, child, frame in try cast(name, child, frame) } }
    guard session.usesDefaultKeys else { return nil }
    if Key.self == Int.self {
      return { name, child, frame in try cast(Int(name), child, frame) }
    }
    guard let representable = Key.self as? any CodingKeyRepresentable.Type else { return nil }
    return { name, child, frame in
      try cast(representable.init(codingKey: DictionaryKey(stringValue: name)), child, frame)
    }
  }

  private static func cast(_ key: Any?, _ child: Tree, _ frame: TreeFrame) throws -> Key {
    guard let key = key as? Key else {
      throw frame.failure(child, TreeCodingKey.name(child.key ?? "")).invalidDictionaryKey(Key.self)
    }
    return key
  }
}

/// A dictionary key in the form that the standard library passes to key types.
private struct DictionaryKey: CodingKey {
  let stringValue: String
  var intValue: Int? { Int(stringValue) }

  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) { stringValue = "\(intValue)" }
}
