/// The fields of a document or of a map: values by name, in the byte order of the names.
public struct DocumentFields: Sendable {
  /// A field: a name and a value.
  public struct Field: Sendable, Equatable {
    package let name: String
    package var value: DocumentValue

    /// Returns true if two fields have the same name and equal values.
    public static func == (left: Field, right: Field) -> Bool {
      ExactText.areEqual(left.name, right.name) && left.value == right.value
    }
  }

  private var fields: [Field] = []

  package init() {}

  /// Creates fields from pairs; if a name occurs more than once, its last value is used.
  package init(_ pairs: some Sequence<(String, DocumentValue)>) {
    for (name, value) in pairs { self[name] = value }
  }

  /// The value of a field, or nil if it does not exist.
  public subscript(name: String) -> DocumentValue? {
    get {
      let index = index(of: name)
      guard index < fields.count, ExactText.areEqual(fields[index].name, name) else { return nil }
      return fields[index].value
    }
    set {
      let index = index(of: name)
      let isThere = index < fields.count && ExactText.areEqual(fields[index].name, name)
      switch (newValue, isThere) {
      case (let value?, true): fields[index].value = value
      case (let value?, false): fields.insert(Field(name: name, value: value), at: index)
      case (nil, true): fields.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// Returns the index of a name, or the index at which to insert it.
  private func index(of name: String) -> Int {
    // Fields that are added in sorted order are appended.
    if let last = fields.last, last.name.utf8.lexicographicallyPrecedes(name.utf8) {
      return fields.count
    }
    var (low, high) = (0, fields.count)
    while low < high {
      let middle = (low + high) / 2
      if fields[middle].name.utf8.lexicographicallyPrecedes(name.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}

extension DocumentFields: RandomAccessCollection, Equatable {
  /// The position of the first field.
  public var startIndex: Int { 0 }
  /// The position after the last field.
  public var endIndex: Int { fields.count }

  /// The field at a position.
  public subscript(position: Int) -> Field { fields[position] }
}

extension DocumentFields: ExpressibleByDictionaryLiteral {
  /// Creates fields; if a name occurs more than once, its last value is used.
  public init(dictionaryLiteral elements: (String, DocumentValue)...) { self.init(elements) }
}
