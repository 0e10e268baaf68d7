public import Foundation
public import TaneFirebase

extension StudyRecordsViewModel {
  /// The view model of a user over the environment that is active now.
  ///
  /// - Parameters:
  ///   - userID: The user.
  ///   - folder: Where records are kept until they are saved, such as a folder of the app's
  ///     `URL.applicationSupportDirectory`.
  ///   - firestore: The manager of the environment.
  /// - Returns: The view model.
  public static func live(
    userID: String,
    folder: URL,
    firestore: FirestoreManager = .shared
  ) -> StudyRecordsViewModel {
    let makeID: @Sendable () -> String = { UUID().uuidString }
    let useCase = DefaultStudyRecordsUseCase(
      userID: userID,
      records: firestore.firestore.collection("study_records"),
      local: FilePendingStudyRecords(folder: folder, makeID: makeID)
    )
    #if DEBUG
    let wording = StudyRecordsWording.debug
    #else
    let wording = StudyRecordsWording.production
    #endif
    return StudyRecordsViewModel(
      userID: userID,
      useCase: useCase,
      wording: wording,
      now: { Date() },
      makeID: makeID
    )
  }
}
