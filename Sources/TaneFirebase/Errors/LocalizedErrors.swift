public import Foundation
public import TaneCore

// These conformances make `localizedDescription` equal to the description.

extension FirebaseError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension DataMappingError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension StoreError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}
