import TaneCore

/// An error response from Firestore.
///
/// The status determines the meaning, since several statuses share an HTTP code. See
/// <https://cloud.google.com/apis/design/errors>.
struct FirestoreFailure: Sendable, Hashable {
  /// The status of the failure, such as `NOT_FOUND`, or empty if the response is not from Google.
  let status: String
  /// The message as received.
  let message: String

  /// Reads the error in a response or in an element of a stream, or returns nil if there is none.
  init?(_ json: Tree) {
    guard let error = json["error"], let status = error["status"]?.string else { return nil }
    self.status = status
    message = error["message"]?.string ?? ""
  }

  /// Reads the failure in a response; streams wrap it in a list.
  init(_ answer: ServiceResponse) {
    let json = answer.json
    let error = json.flatMap { $0.kind == .list ? $0.children.first : $0 }
    self =
      error.flatMap(FirestoreFailure.init)
      ?? FirestoreFailure(status: "", message: answer.isHTMLPage ? "" : answer.text)
  }

  private init(status: String, message: String) {
    self.status = status
    self.message = message
  }

  /// Creates the failure of a gRPC call.
  init(_ status: GRPCLink.Status) {
    let isKnown = Self.names.indices.contains(status.code)
    self.init(status: isKnown ? Self.names[status.code] : "UNKNOWN", message: status.message)
  }

  /// The names of gRPC status codes; the index is the code
  /// (<https://github.com/grpc/grpc/blob/master/doc/statuscodes.md>).
  private static let names = [
    "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND",
    "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED",
    "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
  ]

  /// Returns the failure as one line of text without secrets: the message and the status.
  func messageText(_ answer: ServiceResponse) -> String {
    if answer.isHTMLPage { return "an HTML page was returned with status \(answer.status)" }
    return messageText(orStatus: "status \(answer.status)")
  }

  /// Returns the failure as one line of text, with `other` in place of a missing status.
  func messageText(orStatus other: String = "no status") -> String {
    let text = Redaction.text(message)
    let status = status.isEmpty ? other : status
    return text.isEmpty ? status : "\(text) (\(status))"
  }

  /// A Boolean value indicating whether a retried read may succeed.
  ///
  /// See <https://github.com/googleapis/googleapis>, `google/firestore/v1/firestore_grpc_service_config.json`.
  var isTemporary: Bool {
    ["UNAVAILABLE", "INTERNAL", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED", "ABORTED"]
      .contains(status)
  }

  /// A Boolean value indicating whether the transaction was aborted and can be retried.
  var isTransactionAborted: Bool {
    status == "ABORTED"
      || (status == "INVALID_ARGUMENT" && message.contains("transaction has expired"))
  }

  /// The reason for a commit's conflict, or nil if the status does not indicate one.
  var conflict: DocumentConflict.Reason? {
    switch status {
    case "ALREADY_EXISTS": .alreadyExists
    case "NOT_FOUND" where !isMissingDatabase: .notFound
    case "FAILED_PRECONDITION" where !isDatastoreMode: .updatedElsewhere
    default: nil
    }
  }

  /// A Boolean value indicating whether the database does not exist in the project.
  var isMissingDatabase: Bool {
    status == "NOT_FOUND" && message.contains("atabase") && message.contains("does not exist")
  }

  /// A Boolean value indicating whether the database is in Datastore mode.
  var isDatastoreMode: Bool {
    status == "FAILED_PRECONDITION"
      && (message.contains("Datastore Mode") || message.contains("Cloud Datastore"))
  }

  /// A Boolean value indicating whether a query requires an index that is missing or not yet built.
  var isMissingIndex: Bool {
    status == "FAILED_PRECONDITION" && message.contains("requires an index")
  }

  /// A Boolean value indicating whether the API is disabled in the project.
  var isDisabled: Bool {
    status == "PERMISSION_DENIED"
      && (message.contains("has not been used in project") || message.contains("is disabled"))
  }

  /// The complete URL of a Google Cloud console page in the message; the displayed message may be
  /// shortened.
  var link: String? {
    message.split(whereSeparator: \.isWhitespace).map { word in
      String(word.reversed().drop { ".,;)\"'".contains($0) }.reversed())
    }
    .first { word in
      guard let address = WebAddress(word), address.scheme == "https" else { return false }
      return address.host.hasPrefix("console.")
        && (address.host.hasSuffix(".google.com") || address.host.hasSuffix(".googleapis.com"))
    }
    .map { $0.escapingControls }
  }
}
