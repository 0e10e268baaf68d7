import TaneCore

/// An export that Firestore writes to a bucket, and its progress.
///
/// The service reports it as a long-running operation. See
/// <https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.operations>.
package struct ManagedExport: Sendable, Hashable {
  /// The name of the operation: `projects/PROJECT/databases/DATABASE/operations/ID`.
  package let name: String
  /// A Boolean value indicating whether the operation has ended, with or without success.
  package let isDone: Bool
  /// The state, such as `PROCESSING`.
  package let state: String
  /// The number of exported documents.
  package let completedDocuments: Int
  /// The estimated number of all documents, or nil if it is still unknown.
  package let estimatedDocuments: Int?
  /// The `gs://` URL of the folder that contains the export, or nil until it is known.
  package let outputURL: String?
  /// The service's error message, if any.
  package let failure: String?
  /// A Boolean value indicating whether the export failed because of missing permissions.
  package let isDenied: Bool

  /// A Boolean value indicating whether the export is complete and can be read.
  package var isSuccessful: Bool { isDone && failure == nil && state == "SUCCESSFUL" }

  /// Decodes an operation, or returns nil if it has no name.
  init?(_ json: Tree) {
    guard let name = json["name"]?.string else { return nil }
    let metadata = json["metadata"]
    let documents = metadata?["progressDocuments"]
    self.name = name
    isDone = json["done"]?.bool == true
    state = metadata?["operationState"]?.string ?? "OPERATION_STATE_UNSPECIFIED"
    completedDocuments = documents.flatMap { Self.number($0["completedWork"]) } ?? 0
    estimatedDocuments = documents.flatMap { Self.number($0["estimatedWork"]) }
    outputURL =
      json["response"]?["outputUriPrefix"]?.string ?? metadata?["outputUriPrefix"]?.string
    failure = json["error"].map { Redaction.text($0["message"]?.string ?? "no error message") }
    // The code 7 is PERMISSION_DENIED.
    isDenied = Self.number(json["error"]?["code"]) == 7
  }

  /// Returns a 64-bit integer, which the service's JSON represents as text.
  private static func number(_ json: Tree?) -> Int? {
    json?.string.flatMap { Int($0) } ?? json?.integer.map { Int($0) }
  }
}
