import Foundation
import FirebaseFirestore
import FirebaseFirestoreSwift

struct StudyRecord: Codable, Identifiable, Sendable {
  let id: String
  let userID: String
  let subject: String
  let minutes: Int
  let createdAt: Date

  enum CodingKeys: String, CodingKey {
    case id
    case userID = "user_id"
    case subject
    case minutes
    case createdAt = "created_at"
  }
}

protocol SaveStudyRecordsUseCase: Sendable {
  /// Saves records concurrently; returns the errors of those that could not be saved.
  func save(_ records: [StudyRecord]) async -> [StudyRecord.ID: Error]
}

struct DefaultSaveStudyRecordsUseCase: SaveStudyRecordsUseCase {
  private let collection = Firestore.firestore().collection("study_records")

  func save(_ records: [StudyRecord]) async -> [StudyRecord.ID: Error] {
    await withTaskGroup(of: (StudyRecord.ID, Error?).self) { group in
      for record in records {
        group.addTask {
          do {
            // The identifier is the document's ID, so saving a record twice does not duplicate it.
            let document = collection.document(record.id)
            try document.setData(from: record)
            return (record.id, nil)
          } catch {
            return (record.id, error)
          }
        }
      }
      var failures: [StudyRecord.ID: Error] = [:]
      for await (id, error) in group { failures[id] = error }
      return failures
    }
  }

  /// Saves records in the background with completion handlers, so that the view need not wait.
  func saveInBackground(_ records: [StudyRecord], completion: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    let failures = FailureCount()
    for record in records {
      group.enter()
      do {
        try collection.document(record.id).setData(from: record) { error in
          if error != nil { failures.add() }
          group.leave()
        }
      } catch {
        failures.add()
        group.leave()
      }
    }
    group.notify(queue: .main) { completion(failures.count) }
  }
}

private final class FailureCount: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0

  var count: Int { lock.withLock { number } }

  func add() { lock.withLock { number += 1 } }
}
