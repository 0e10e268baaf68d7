public import Foundation
public import TaneFirebase

extension StudyRecordsViewModel {
  /// Returns the view model of a user in the active environment.
  ///
  /// - Parameters:
  ///   - userID: The user.
  ///   - folder: The folder for records until they are saved, such as one in the app's
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
