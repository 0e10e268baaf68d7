import TaneCore

extension DocumentPrecondition {
  /// Parses the precondition in the query parameters.
  init(_ target: RequestTarget) throws(GoogleFailure) {
    let exists = target["currentDocument.exists"] ?? target["current_document.exists"]
    let time = target["currentDocument.updateTime"] ?? target["current_document.update_time"]
    switch (exists, time) {
    case ("true", nil): self = .exists(true)
    case ("false", nil): self = .exists(false)
    case (nil, nil): self = .none
    case (nil, let text?):
      guard let time = DocumentTimestamp(parsing: text) else {
        throw .invalid("Invalid value at 'currentDocument.updateTime': \(text.escapingControls)")
      }
      self = .updateTime(time)
    default:
      throw .invalid("currentDocument must be exists=true, exists=false or an updateTime.")
    }
  }
}
