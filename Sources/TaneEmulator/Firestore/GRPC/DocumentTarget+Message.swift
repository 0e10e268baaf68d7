#if Network
import TaneCore
import TaneFirestoreMessages
import TaneServices

extension DocumentTarget {
  /// Parses a target for a database.
  init(_ message: ProtoTarget, _ call: FirestoreCall) throws {
    let database = call.database
    switch message.targetType {
    case .documents(let documents):
      guard !documents.documents.isEmpty else {
        throw GoogleFailure.invalid("A documents target must name at least one document.")
      }
      let paths = try documents.documents.map(database.documentPath)
      self.init(id: message.targetID, scope: .documents(paths), mask: nil)
    case .query(let target):
      let parent = try database.path(of: target.parent)
      let query = try call.service.query(target.structuredQuery, below: parent, call)
      let mask = try DocumentQuery.selection(target.structuredQuery)
      self.init(id: message.targetID, scope: .query(query), mask: mask)
    case nil: throw GoogleFailure.invalid("The target has neither a query nor documents.")
    }
  }
}

extension ProtoTarget {
  /// Returns the time from which a client resumes the target, or nil if the target is new.
  ///
  /// A token from an earlier run results in the earliest time, so all documents and their count are
  /// sent.
  func resumeTime() throws(WireError) -> DocumentTimestamp? {
    switch resumeType {
    case .resumeToken(let token) where token.isEmpty: return nil
    case .resumeToken(let token):
      return ResumeToken(token)?.time
        ?? DocumentTimestamp(microseconds: DocumentTimestamp.range.lowerBound)
    case .readTime(let time): return try DocumentTimestamp(time)
    case nil: return nil
    }
  }
}
#endif
