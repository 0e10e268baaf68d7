/// How the app's decoder reads what types leave to it.
public struct ReadingRules: Sendable, Hashable {
  /// How dates are read.
  public enum Dates: String, Sendable, Hashable, CaseIterable {
    /// As usual: a number of seconds since the beginning of 2001, in a document a timestamp.
    case deferredToDate
    /// A number of seconds since the beginning of 1970.
    case secondsSince1970
    /// A number of milliseconds since the beginning of 1970.
    case millisecondsSince1970
    /// ISO 8601 text with a zone and without a fraction: `2024-05-01T09:30:00Z`.
    case iso8601
    /// In a way that is not known: dates are not checked.
    case unchecked
  }

  /// How binary data are read.
  public enum BinaryData: String, Sendable, Hashable, CaseIterable {
    /// As usual: base64 text, in a document bytes.
    case base64
    /// A list of bytes.
    case deferredToData
    /// In a way that is not known: binary data are not checked.
    case unchecked
  }

  /// How the keys of maps become the keys that types name.
  public enum Keys: String, Sendable, Hashable, CaseIterable {
    /// As they stand.
    case useDefaultKeys
    /// From `shop_image_url` to `shopImageUrl`.
    case convertFromSnakeCase
  }

  /// Whether the data are documents of Firestore, whose decoder has rules of its own, and not nodes of a
  /// Realtime Database.
  public var readsDocuments: Bool
  /// Whether Foundation's `JSONDecoder` reads the data, and not one of Firebase's.
  public var readsJSON: Bool
  /// How dates are read.
  public var dates: Dates
  /// How binary data are read.
  public var data: BinaryData
  /// How keys are read.
  public var keys: Keys

  /// Creates rules; those of Firebase's and Foundation's decoders where nothing is said.
  public init(
    readsDocuments: Bool = false,
    readsJSON: Bool = false,
    dates: Dates = .deferredToDate,
    data: BinaryData = .base64,
    keys: Keys = .useDefaultKeys
  ) {
    self.readsDocuments = readsDocuments
    self.readsJSON = readsJSON
    self.dates = dates
    self.data = data
    self.keys = keys
  }
}
