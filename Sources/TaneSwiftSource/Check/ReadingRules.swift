/// The strategies with which the app's decoder decodes data.
package struct ReadingRules: Sendable, Hashable {
  /// The strategies for decoding dates.
  package enum Dates: String, Sendable, Hashable, CaseIterable {
    /// The default: seconds since the beginning of 2001, or a timestamp in a document.
    case deferredToDate
    /// A number of seconds since the beginning of 1970.
    case secondsSince1970
    /// A number of milliseconds since the beginning of 1970.
    case millisecondsSince1970
    /// ISO 8601 text with a zone and without a fraction: `2024-05-01T09:30:00Z`.
    case iso8601
    /// An unknown strategy; dates are not checked.
    case unchecked
  }

  /// The strategies for decoding binary data.
  package enum BinaryData: String, Sendable, Hashable, CaseIterable {
    /// The default: Base64 text, or bytes in a document.
    case base64
    /// A list of bytes.
    case deferredToData
    /// An unknown strategy; binary data is not checked.
    case unchecked
  }

  /// The strategies for converting the keys of maps to coding keys.
  package enum Keys: String, Sendable, Hashable, CaseIterable {
    /// The default: uses keys unchanged.
    case useDefaultKeys
    /// Converts `shop_image_url` to `shopImageUrl`.
    case convertFromSnakeCase
  }

  /// A Boolean value indicating whether the data consists of Firestore documents, whose decoder has
  /// its own rules, rather than nodes of a Realtime Database.
  package var readsDocuments: Bool
  /// A Boolean value indicating whether Foundation's `JSONDecoder` decodes the data, rather than
  /// one of Firebase's decoders.
  package var readsJSON: Bool
  /// A Boolean value indicating whether the data consists of Remote Config parameters, whose text
  /// the Firebase SDK converts to the requested type.
  package var readsParameters: Bool
  /// The strategy for decoding dates.
  package var dates: Dates
  /// The strategy for decoding binary data.
  package var data: BinaryData
  /// The strategy for converting keys.
  package var keys: Keys
  /// The strings that represent the infinite numbers and NaN; empty if the decoder throws for them.
  package var nonFiniteNumbers: Set<String>

  /// Creates rules; the defaults match Firebase's and Foundation's decoders.
  package init(
    readsDocuments: Bool = false,
    readsJSON: Bool = false,
    readsParameters: Bool = false,
    dates: Dates = .deferredToDate,
    data: BinaryData = .base64,
    keys: Keys = .useDefaultKeys,
    nonFiniteNumbers: Set<String> = []
  ) {
    self.readsDocuments = readsDocuments
    self.readsJSON = readsJSON
    self.readsParameters = readsParameters
    self.dates = dates
    self.data = data
    self.keys = keys
    self.nonFiniteNumbers = nonFiniteNumbers
  }
}
