package import TaneCore

/// The options of a check of types against data.
public struct MappingCheckOptions: Sendable {
  /// A model of the changes to data between the file and the type.
  public enum Model: Sendable, Hashable {
    /// The data is stored in a Realtime Database: empty values vanish, a map with integer keys is
    /// read back as a list, and a server timestamp as milliseconds.
    case realtimeDatabase
    /// The data is a Firestore document, or a map of documents by identifier, with tags for typed
    /// values: the rules of Firestore's decoder apply. With the decoder's default strategies, dates
    /// are timestamps, and binary data is bytes.
    case firestore
    /// The type reads the data unchanged.
    case unchanged
  }

  /// A set of additional checks.
  public struct Extras: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: Int

    /// Creates a set from raw bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Unread keys, as warnings.
    public static let unreadKeys = Extras(rawValue: 1)
    /// Values that a type writes back differently, as warnings, or as notes if it adds something.
    public static let roundTrip = Extras(rawValue: 2)
    /// Optional properties that are never present and enumeration cases that never occur, as notes.
    public static let coverage = Extras(rawValue: 4)
  }

  /// The decoder, with its rules and strategies.
  public var decoder: TreeDecoder
  /// The model; nil to choose it by address: documents for `firestore:`, otherwise nodes of a
  /// Realtime Database.
  public var model: Model?
  /// The additional checks.
  public var extras: Extras
  /// The encoder for round trips; nil for an encoder with the decoder's strategies.
  public var encoder: TreeEncoder?
  /// The maximum number of faults to collect.
  public var maximumFindings: Int
  /// Receives each value before a type decodes it: its position in a file, the type, a description
  /// of the value, and its path.
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
