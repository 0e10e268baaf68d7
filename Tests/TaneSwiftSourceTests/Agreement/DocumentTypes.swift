import Foundation
import TaneFirebase

// These types are compiled into the tests, which also parse this file.

struct Article: Codable {
  @DocumentID var id: String?
  let title: String
  let writtenAt: Date
  let editedAt: Timestamp?
  @ServerTimestamp var savedAt: Date?
  @ServerTimestamp var seenAt: Timestamp?
  @ExplicitNull var replyTo: String?
  @ExplicitNull var revision: Int?
  let place: GeoPoint?
  let author: DocumentReference
  let editors: [DocumentReference]
  let cover: Data?
  let stars: Int
  let rank: UInt8?
  let score: Double
  let ratio: Float?
  let price: Decimal?
  let link: URL?
  let key: UUID?
  let state: State
  let isPinned: Bool
  let tags: Set<String>
  let times: [Date?]
  let counts: [String: Int]
  let visits: [Int: Timestamp]?
  let comments: [Reply]
  let notes: [String: Reply]?

  enum State: Int, Codable { case draft, published }
}

struct Reply: Codable {
  @DocumentID var article: DocumentReference?
  let text: String
  let at: Date
  @ExplicitNull var edited: Timestamp?
  let spot: Spot?
  let mood: Mood?
}

/// A type that is not Firestore's own, so that a `GeoPoint` does not decode as it.
struct Spot: Codable {
  let latitude: Double
  let longitude: Double
}

enum Mood: Codable {
  case calm(since: Date)
  case cross
}

struct Visit: Codable {
  @DocumentID var visitID: String?
  let roomId: Int
  let enteredAt: Date
  let leftAt: Date?
  let ticket: Data?
}
