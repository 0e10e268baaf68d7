/// The path of a value in a document: the names of fields, the outermost first.
///
/// Names are joined by dots. A name that does not match `[A-Za-z_][A-Za-z0-9_]*` is quoted in
/// backticks; backticks and backslashes in it are escaped with a backslash
/// (<https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredQuery#FieldReference>).
public struct FieldPath: Sendable {
  /// The names, at least one.
  package let names: [String]

  /// The path that refers to the document's own name.
  package static let documentName = FieldPath(name: "__name__")

  /// Creates the path of a top-level field.
  package init(name: String) {
    names = [name]
  }

  /// Creates a path, or returns nil if there are no names.
  package init?(names: [String]) {
    guard !names.isEmpty else { return nil }
    self.names = names
  }

  /// Parses a path, or returns nil if a name is empty or malformed.
  package init?(parsing text: some StringProtocol) {
    var names: [String] = []
    var rest = Array(text.utf8)[...]
    repeat {
      guard let name = Self.parseName(&rest), !name.isEmpty else { return nil }
      names.append(name)
      if rest.isEmpty {
        self.names = names
        return
      }
    } while rest.popFirst() == UInt8(ascii: ".")
    return nil
  }

  private static func parseName(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard rest.first == UInt8(ascii: "`") else {
      let name = String(decoding: rest.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
      rest = rest.dropFirst(name.utf8.count)
      return name.isASCIIName ? name : nil
    }
    rest.removeFirst()
    var name: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "`"): return String(decoding: name, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { return nil }
        name.append(escaped)
      default: name.append(byte)
      }
    }
    return nil
  }

  /// Returns true if the other path equals this one or lies below it.
  package func contains(_ other: FieldPath) -> Bool {
    names.count <= other.names.count && zip(names, other.names).allSatisfy(ExactText.areEqual)
  }
}

extension FieldPath: Hashable, Comparable, CustomStringConvertible {
  /// Returns true if two paths are equal byte for byte.
  public static func == (left: FieldPath, right: FieldPath) -> Bool {
    left.names.count == right.names.count && left.contains(right)
  }

  /// Compares two paths name by name, in byte order.
  public static func < (left: FieldPath, right: FieldPath) -> Bool {
    for (left, right) in zip(left.names, right.names) {
      let order = ExactText.compare(left, right)
      if order != 0 { return order < 0 }
    }
    return left.names.count < right.names.count
  }

  /// Hashes the bytes of the names.
  public func hash(into hasher: inout Hasher) {
    for name in names { ExactKey(name).hash(into: &hasher) }
  }

  /// The path in Firestore's syntax.
  public var description: String {
    names.map { name in
      if name.isASCIIName { return name }
      let escaped = name.unicodeScalars.reduce(into: "") { text, scalar in
        if scalar == "`" || scalar == "\\" { text.unicodeScalars.append("\\") }
        text.unicodeScalars.append(scalar)
      }
      return "`\(escaped)`"
    }.joined(separator: ".")
  }
}

extension DocumentFields {
  /// The value at a path, or nil if it does not exist.
  public subscript(path: FieldPath) -> DocumentValue? {
    get { value(at: path.names[...]) }
    set { set(newValue, at: path.names[...]) }
  }

  private func value(at names: ArraySlice<String>) -> DocumentValue? {
    guard let name = names.first, let value = self[name] else { return nil }
    guard names.count > 1 else { return value }
    guard case .map(let fields) = value else { return nil }
    return fields.value(at: names.dropFirst())
  }

  /// Sets a value and creates missing maps.
  ///
  /// A nil value removes the field and creates no maps.
  private mutating func set(_ value: DocumentValue?, at names: ArraySlice<String>) {
    guard let name = names.first else { return }
    guard names.count > 1 else {
      self[name] = value
      return
    }
    var fields = DocumentFields()
    if case .map(let existing)? = self[name] {
      fields = existing
    } else if value == nil {
      return
    }
    fields.set(value, at: names.dropFirst())
    self[name] = .map(fields)
  }
}
