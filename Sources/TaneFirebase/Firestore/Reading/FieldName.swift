public import TaneCore

extension FieldPath {
  /// Returns the field path of the document's own identifier.
  ///
  /// ```swift
  /// posts.whereField(FieldPath.documentID(), in: ["1", "2"])
  /// ```
  public static func documentID() -> FieldPath { .documentName }

  /// Creates a path from the names of nested fields, the outermost first; at least one is required.
  public init(_ fieldNames: [String]) {
    guard let path = FieldPath(names: fieldNames) else {
      preconditionFailure("FieldPath(_:) needs at least one name")
    }
    self = path
  }
}

/// The name of a field: text with dots between the names of nested fields, or a `FieldPath`.
public protocol FieldName: Sendable {
  /// The text, or the path in Firestore's syntax.
  var description: String { get }
}

extension FieldName where Self == FieldPath {
  /// Returns the field path of the document's own identifier.
  ///
  /// ```swift
  /// posts.whereField(.documentID(), in: ["1", "2"])
  /// ```
  public static func documentID() -> FieldPath { .documentName }
}

extension String: FieldName {}

extension FieldPath: FieldName {}
