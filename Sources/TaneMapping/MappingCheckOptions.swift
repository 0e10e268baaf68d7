package import TaneCore

/// The options for checking types against data.
public struct MappingCheckOptions: Sendable {
  /// A model of how data changes before a type reads it.
  public enum Model: Sendable, Hashable {
    /// The data is stored in a Realtime Database: empty values vanish, a map with integer keys is
    /// read back as a list, and a server timestamp becomes milliseconds.
    case realtimeDatabase
    /// The data is a Firestore document, or a map of documents by identifier, with tags for typed
    /// values. The rules of Firestore's decoder apply; with the default strategies, dates are
    /// timestamps, and binary data is bytes.
    case firestore
    /// The type reads the data as written.
    case unchanged
  }

  /// A set of additional checks.
  public struct Extras: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: Int

    /// Creates a set of additional checks from raw bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Warnings about keys that no type reads.
    public static let unreadKeys = Extras(rawValue: 1)
    /// Warnings about values that a type encodes differently, and notes about values that it adds.
    public static let roundTrip = Extras(rawValue: 2)
    /// Notes about optional properties that are never present and cases that never occur.
    public static let coverage = Extras(rawValue: 4)
  }

  /// The decoder whose rules and strategies apply.
  public var decoder: TreeDecoder
  /// The model, or nil to choose it by the address: documents for `firestore:`, otherwise nodes of
  /// a Realtime Database.
  public var model: Model?
  /// The additional checks.
  public var extras: Extras
  /// The encoder for round trips, or nil for one with the decoder's strategies.
  public var encoder: TreeEncoder?
  /// The maximum number of faults to collect.
  public var maximumFindings: Int
  /// A function that is called before a type decodes a value, with its position in a file, the
  /// type, a description of the value, and its path.
  package var reading: (@Sendable (String?, _ type: String, _ value: String, TreePath) -> Void)?

  /// Creates the options of a check.
  public init(
    decoder: TreeDecoder = TreeDecoder(),
    model: Model? = nil,
    extras: Extras = .unreadKeys,
    encoder: TreeEncoder? = nil,
    maximumFindings: Int = 100_000
  ) {
    self.decoder = decoder
    self.model = model
    self.extras = extras
    self.encoder = encoder
    self.maximumFindings = maximumFindings
  }
}

extension MappingCheckOptions {
  /// Returns the model for data at an address.
  func model(for address: Address) -> Model {
    model ?? (address.service == Address.firestore ? .firestore : .realtimeDatabase)
  }
}
