import Foundation
import FirebaseFirestore
import FirebaseFirestoreSwift
import XCTestDynamicOverlay

struct SaunaCurrentStates: Codable, Equatable, Sendable {
  var temperature: String
  var humidity: Double
  var peopleCount: Int
  var isOpen: Bool
  var updatedAt: Date
}

struct SaunaClient: Sendable {
  var listen: @Sendable (String) -> AsyncThrowingStream<SaunaCurrentStates, Error>
}

extension SaunaClient {
  static let live = SaunaClient { id in
    AsyncThrowingStream { continuation in
      let listener = Firestore.firestore().collection("sauna").document(id)
        .addSnapshotListener(includeMetadataChanges: false) { snapshot, error in
          if let error = error {
            continuation.finish(throwing: error)
            return
          }
          do {
            guard let states = try snapshot?.data(as: SaunaCurrentStates?.self) else { return }
            continuation.yield(states)
          } catch {
            continuation.finish(throwing: error)
          }
        }
      continuation.onTermination = { _ in listener.remove() }
    }
  }
}

extension SaunaClient {
  static let noop = SaunaClient { _ in AsyncThrowingStream { $0.finish() } }

  static let unimplemented = SaunaClient(
    listen: XCTestDynamicOverlay.unimplemented(
      "SaunaClient.listen",
      placeholder: AsyncThrowingStream { $0.finish() }
    )
  )
}

func record(_ states: SaunaCurrentStates, of id: String) async throws {
  let sauna = Firestore.firestore().collection("sauna").document(id)
  try sauna.setData(from: states)
}
