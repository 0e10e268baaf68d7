/// A finding about something a user wrote: what was found, where, what was expected, what to do.
public struct Diagnostic: Sendable, Hashable {
  /// How much a finding weighs.
  public enum Severity: String, Sendable, Hashable, Comparable {
    /// Something to know.
    case note
    /// Something that is probably not meant.
    case warning
    /// Something that cannot be used as it is.
    case error

    /// Orders from the lightest to the heaviest.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int { self == .note ? 0 : self == .warning ? 1 : 2 }
  }

  /// A second place that belongs to a finding.
  public struct Note: Sendable, Hashable {
    /// What is to be seen there.
    public let message: String
    /// The place.
    public let position: SourcePosition?

    /// Creates a note.
    public init(_ message: String, at position: SourcePosition?) {
      self.message = message
      self.position = position
    }
  }

  /// How much the finding weighs.
  public var severity: Severity
  /// The kind of finding: stable, for suppressing and counting.
  public let code: DiagnosticCode
  /// What was found, what was expected and what to do, in one sentence without a full stop.
  public var message: String
  /// The place in a file, if there is one.
  public var position: SourcePosition?
  /// The node that the finding is about, if there is one.
  public let address: Address?
  /// The type that reads the node, or its property, as Swift names it: `Shop.rating`.
  public let subject: String?
  /// Other places that belong to the finding.
  public var notes: [Note]

  /// Creates a finding.
  public init(
    _ severity: Severity,
    _ code: DiagnosticCode,
    _ message: String,
    at position: SourcePosition?,
    address: Address? = nil,
    subject: String? = nil,
    notes: [Note] = []
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.position = position
    self.address = address
    self.subject = subject
    self.notes = notes
  }

  /// Creates a finding that forbids going on.
  public static func error(
    _ code: DiagnosticCode,
    _ message: String,
    at position: SourcePosition?,
    address: Address? = nil,
    notes: [Note] = []
  ) -> Diagnostic {
    Diagnostic(.error, code, message, at: position, address: address, notes: notes)
  }

  /// Creates a finding that does not forbid going on.
  public static func warning(
    _ code: DiagnosticCode,
    _ message: String,
    at position: SourcePosition?,
    address: Address? = nil,
    notes: [Note] = []
  ) -> Diagnostic {
    Diagnostic(.warning, code, message, at: position, address: address, notes: notes)
  }
}

/// A reader that cannot go on throws what it found.
extension Diagnostic: Error {}

extension Diagnostic: CustomStringConvertible {
  /// The finding as compilers print one, its notes on lines of their own, the address on the last.
  ///
  /// ```
  /// fixtures/base/databases/shops/shops.yaml:14:9: error: the key "a.b" holds "." [illegal-key]
  ///   shops:/shops/a.b
  /// ```
  public var description: String {
    var lines = ["\(position.map { "\($0): " } ?? "")\(severity.rawValue): \(message) [\(code)]"]
    lines += notes.map { "\($0.position.map { "\($0): " } ?? "")note: \($0.message)" }
    if let address { lines.append("  \(address)") }
    return lines.joined(separator: "\n")
  }
}

extension Diagnostic: Comparable {
  /// Orders by place, then by message.
  public static func < (left: Diagnostic, right: Diagnostic) -> Bool {
    switch (left.position, right.position) {
    case (let leftPosition?, let rightPosition?) where leftPosition != rightPosition:
      leftPosition < rightPosition
    case (nil, _?): true
    case (_?, nil): false
    default: left.message < right.message
    }
  }
}

extension Sequence<Diagnostic> {
  /// Whether one of the findings is an error.
  public var containsError: Bool { contains { $0.severity == .error } }
}
