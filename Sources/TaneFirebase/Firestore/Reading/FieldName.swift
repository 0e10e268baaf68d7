public import TaneCore

extension FieldPath {
  /// The field that stands for the document's own identifier.
  ///
  /// ```swift
  /// posts.whereField(FieldPath.documentID(), in: ["1", "2"])
  /// ```
  public static func documentID() -> FieldPath { .documentName }
}

/// The name of a field: text with dots on the way into maps, or a `FieldPath`.
public protocol FieldName: Sendable {
  /// The text, or the path as Firestore writes it.
  var description: String { get }
}

extension String: FieldName {}

extension FieldPath: FieldName {}
