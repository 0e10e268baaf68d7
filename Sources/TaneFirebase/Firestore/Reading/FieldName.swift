public import TaneCore

extension FieldPath {
  /// The field that stands for the document's own identifier.
  ///
  /// ```swift
  /// posts.whereField(FieldPath.documentID(), in: ["1", "2"])
  /// ```
  public static func documentID() -> FieldPath { .documentName }

  /// Creates the path of names, at least one, on the way into maps.
  public init(_ fieldNames: [String]) {
    guard let path = FieldPath(names: fieldNames) else {
      preconditionFailure("FieldPath(_:) needs at least one name")
    }
    self = path
  }
}

/// The name of a field: text with dots on the way into maps, or a `FieldPath`.
public protocol FieldName: Sendable {
  /// The text, or the path as Firestore writes it.
  var description: String { get }
}

extension FieldName where Self == FieldPath {
  /// The field that stands for the document's own identifier.
  ///
  /// ```swift
  /// posts.whereField(.documentID(), in: ["1", "2"])
  /// ```
  public static func documentID() -> FieldPath { .documentName }
}

extension String: FieldName {}

extension FieldPath: FieldName {}
