#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A study session of a user, as stored in a document of the Firestore collection `study_records`.
public struct StudyRecord: Codable, Hashable, Identifiable, Sendable {
  /// The identifier of the record and its document; saving a record twice creates no duplicate.
  public let id: String
  /// The identifier of the user.
  public let userID: String
  /// The subject that the user studied.
  public let subject: String
  /// The duration in minutes.
  public let minutes: Int
  /// The time at which the record was created.
  public let createdAt: Date

  /// Creates a record.
  public init(id: String, userID: String, subject: String, minutes: Int, createdAt: Date) {
    self.id = id
    self.userID = userID
    self.subject = subject
    self.minutes = minutes
    self.createdAt = createdAt
  }

  private enum CodingKeys: String, CodingKey {
    case id
    case userID = "user_id"
    case subject
    case minutes
    case createdAt = "created_at"
  }
}
