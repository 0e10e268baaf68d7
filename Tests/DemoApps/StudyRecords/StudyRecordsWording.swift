import TaneFirebase

/// The wording of messages about unsaved records.
public struct StudyRecordsWording: Sendable {
  /// Returns the message for an error.
  public var reason: @Sendable (any Error) -> String

  /// Creates a wording.
  public init(reason: @escaping @Sendable (any Error) -> String) {
    self.reason = reason
  }
}

extension StudyRecordsWording {
  /// The wording for developers, with all details.
  public static let debug = StudyRecordsWording { "\($0)" }

  /// The wording for users.
  public static let production = StudyRecordsWording { error in
    switch error {
    case is DamagedStudyRecords:
      "Records kept on this device could not be read. They were set aside: please ask us for help."
    case let error as FirestoreError where error.code == .unavailable:
      "There is no connection. The record is kept on this device: try again later."
    case let error as FirestoreError where error.code == .permissionDenied:
      "You may not save this. Please sign in again."
    default: "The record could not be saved. It is kept on this device: try again later."
    }
  }
}
