import TaneCore
import TaneMapping

/// The fields of a write: values, transforms and deletions.
struct FirestoreFields {
  private(set) var fields = DocumentFields()
  private(set) var transforms: [DocumentTransform] = []
  /// The paths of the fields to remove.
  private(set) var deletions: [FieldPath] = []
  /// The paths of all fields with values, including nested fields and empty maps.
  private(set) var leaves: [FieldPath] = []

  /// Converts the fields of a document.
  init(_ data: [String: Any]) throws(FirestoreError) {
    for (name, value) in data { try add(value, at: [name]) }
  }

  /// Converts the data of an update: its keys are field paths, and each value replaces a whole
  /// field.
  init(updating data: [AnyHashable: Any]) throws(FirestoreError) {
    for (key, value) in data {
      let path = try Self.path(key)
      if let other = leaves.first(where: { $0.contains(path) || path.contains($0) }) {
        let message = "the fields \(other) and \(path) overlap; write one of them"
        throw FirestoreError(.invalidArgument, message)
      }
      try add(value, at: path.names, asWhole: true)
    }
  }

  /// Converts the output of an encoder.
  init(_ node: EncodedNode) throws { try add(node, at: []) }

  private mutating func add(_ node: EncodedNode, at names: [String]) throws {
    let members = node.members
    if let members, names.isEmpty || !members.isEmpty {
      for (name, member) in members { try add(member, at: names + [name]) }
      return
    }
    guard let path = FieldPath(names: names) else { return }
    if let operation = node.transform {
      return transforms.append(DocumentTransform(path: path, operation: operation))
    }
    set(try node.fieldValue(at: names), at: path)
  }

  private mutating func set(_ value: DocumentValue, at path: FieldPath) {
    leaves.append(path)
    fields[path] = value
  }

  private mutating func add(
    _ value: Any,
    at names: [String],
    asWhole: Bool = false
  ) throws(FirestoreError) {
    guard let path = FieldPath(names: names) else { return }
    var value = value
    while let wrapper = value as? any Unwrappable, let wrapped = wrapper.wrapped { value = wrapped }
    if let operation = (value as? FieldValue)?.operation {
      return try add(operation, at: path)
    }
    guard let dictionary = value as? [String: Any], !dictionary.isEmpty else {
      return set(try FirestoreValueConverter.value(of: value, at: "field \(path)"), at: path)
    }
    if asWhole { set(.map(DocumentFields()), at: path) }
    for (name, value) in dictionary { try add(value, at: names + [name]) }
    // Treats the whole map as one leaf, so that the write removes nested fields that the map does
    // not contain.
    if asWhole { leaves.removeAll { $0 != path && path.contains($0) } }
  }

  private mutating func add(
    _ operation: FieldValue.Operation,
    at path: FieldPath
  ) throws(FirestoreError) {
    switch operation {
    case .transform(let operation):
      transforms.append(DocumentTransform(path: path, operation: operation))
    case .delete: deletions.append(path)
    case .invalid(let error): throw error
    }
  }

  /// Parses the key of an update: dot-separated field names, or a `FieldPath`.
  static func path(_ key: AnyHashable) throws(FirestoreError) -> FieldPath {
    if let path = key.base as? FieldPath { return path }
    guard let text = key.base as? String else {
      let message = "the key \(key.base) is a \(type(of: key.base)); field names must be strings"
      throw FirestoreError(.invalidArgument, message)
    }
    return try path(text)
  }

  /// Parses dot-separated field names.
  static func path(_ text: String) throws(FirestoreError) -> FieldPath {
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !names.contains(""), let path = FieldPath(names: names) else {
      let message =
        "\"\(text)\" is not a field: write names with a dot between them, such as place.city"
      throw FirestoreError(.invalidArgument, message)
    }
    return path
  }
}

extension EncodedNode {
  /// Returns the node's value as a document value; `names` is the path of the field, for error
  /// messages.
  ///
  /// - Throws: A `FirestoreError` if an array contains a `FieldValue`.
  func fieldValue(at names: [String]) throws(FirestoreError) -> DocumentValue {
    guard let documentValue else {
      let field = FieldPath(names: names).map { "\($0)" } ?? ""
      let message =
        "field \(field): a FieldValue must be the value of a field, not inside an array"
      throw FirestoreError(.invalidArgument, message)
    }
    return documentValue
  }
}

extension FirestoreFields {
  func replacing(_ path: DocumentPath) throws(FirestoreError) -> DocumentWrite {
    if let field = deletions.first {
      let message =
        "\(path.address): FieldValue.delete() for \(field) is allowed only with merge or in "
        + "updateData; omit the field instead"
      throw FirestoreError(.invalidArgument, message)
    }
    let operation = DocumentWrite.Operation.update(fields, mask: nil)
    return DocumentWrite(path: path, operation: operation, transforms: transforms)
  }

  /// Returns the write that sets only these fields of a document.
  func merging(
    into path: DocumentPath,
    if precondition: DocumentPrecondition = .none
  ) -> DocumentWrite {
    DocumentWrite(
      path: path,
      operation: .update(fields, mask: leaves + deletions),
      transforms: transforms,
      precondition: precondition
    )
  }

  /// Returns the write that replaces only the selected fields of a document.
  func merging(
    into path: DocumentPath,
    selecting selection: [FieldPath]
  ) throws(FirestoreError) -> DocumentWrite {
    let dataFields = leaves + deletions + transforms.map(\.path)
    for field in selection
    where !dataFields.contains(where: { field.contains($0) || $0.contains(field) }) {
      let message = "mergeFields contains \(field), which is not in the data"
      throw FirestoreError(.invalidArgument, message)
    }
    return DocumentWrite(
      path: path,
      operation: .update(
        fields,
        mask: selection.filter { field in !transforms.contains { $0.path == field } }
      ),
      transforms: transforms.filter { transform in
        selection.contains { $0.contains(transform.path) }
      }
    )
  }
}
