package import TaneCore

/// How a check of types against data is done.
public struct MappingCheckOptions: Sendable {
  /// What becomes of data between the file and the type.
  public enum Model: Sendable, Hashable {
    /// The data pass through a Realtime Database: what it does not keep is gone, a map of numbers
    /// comes back as a list, a server timestamp as milliseconds.
    case realtimeDatabase
    /// The data are a document of Firestore, or a map of some by their identifiers, with typed values
    /// as tags: the rules of Firestore's decoder hold. Dates are timestamps and binary data bytes where
    /// the decoder's strategies are the usual ones.
    case firestore
    /// The type reads the data as they stand.
    case unchanged
  }

  /// What is looked for besides what a type cannot read.
  public struct Extras: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Keys that no type reads: warnings.
    public static let unreadKeys = Extras(rawValue: 1)
    /// Values that a type writes back otherwise than it read them: warnings, and notes where it adds
    /// something.
    public static let roundTrip = Extras(rawValue: 2)
    /// Optional properties that are never there, cases of enumerations that are never met: notes.
    public static let coverage = Extras(rawValue: 4)
  }

  /// The decoder whose rules hold, with its strategies.
  public var decoder: TreeDecoder
  /// What becomes of data between the file and the type; nil for what the address tells: those of
  /// `firestore:` are documents, all others nodes of a Realtime Database.
  public var model: Model?
  /// What is looked for besides what a type cannot read.
  public var extras: Extras
  /// The encoder for round trips; nil for one with the decoder's strategies.
  public var encoder: TreeEncoder?
  /// The number of faults after which no more are looked for.
  public var maximumFindings: Int
  /// Gets each value that a type is about to read from the data: its place in a file, the type, the value in words, its path.
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
  /// What becomes of the data at an address.
  func model(for address: Address) -> Model {
    model ?? (address.service == Address.firestore ? .firestore : .realtimeDatabase)
  }
}
