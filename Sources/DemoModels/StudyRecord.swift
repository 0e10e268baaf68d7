#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What somebody has studied, as a document of the Firestore collection `study_records` holds it.
public struct StudyRecord: Codable, Hashable, Identifiable, Sendable {
  /// The record's identifier, which is also its document's: saved twice, it is one record.
  public let id: String
  /// The identifier of the user who has studied.
  public let userID: String
  /// What was studied.
  public let subject: String
  /// For how many minutes.
  public let minutes: Int
  /// When the record was made.
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
