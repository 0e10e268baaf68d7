public import Foundation
public import TaneCore

// What apps show of an error: `localizedDescription` says what the description says.

extension FirebaseError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension DataMappingError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension StoreError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
