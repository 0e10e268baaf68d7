/// A finding in user input: the position, the problem, the expected value and the remedy.
///
/// A message is always one line, regardless of the names and values that it contains.
public struct Diagnostic: Sendable, Hashable {
  /// The severity of a finding.
  public enum Severity: String, Sendable, Hashable, Comparable {
    /// Information that needs no action.
    case note
    /// A probable mistake.
    case warning
    /// An error that prevents the input from being used.
    case error

    /// Returns true if the left severity is lower than the right one.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int { self == .note ? 0 : self == .warning ? 1 : 2 }
  }

  /// An additional remark on a finding, with its own position.
  public struct Note: Sendable, Hashable {
    /// The message of the note.
    public let message: String
    /// The position in a file, or nil if the note is not about a file.
    public let position: SourcePosition?

    package init(_ message: String, at position: SourcePosition?) {
      self.message = message.escapingControls
      self.position = position
    }
  }

  /// The severity of the finding.
  public var severity: Severity
  /// The kind of finding, a stable name used to suppress and count findings.
  public let code: DiagnosticCode
  /// The message, one sentence without a period: the problem, the expectation and the remedy.
  public var message: String
  /// The position in a file, or nil if the finding is not about a file.
  public var position: SourcePosition?
  /// The address of the affected node, or nil if the finding is not about a node.
  public let address: Address?
  /// The Swift type or property that decodes the node, such as `Shop.rating`.
  package let subject: String?
  /// The notes on the finding.
  public var notes: [Note]

  package init(
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
    self.message = message.escapingControls
    self.position = position
    self.address = address
    self.subject = subject
    self.notes = notes
  }

  /// Creates a finding of severity `error`.
  package static func error(
    _ code: DiagnosticCode,
    _ message: String,
    at position: SourcePosition?,
    address: Address? = nil,
    notes: [Note] = []
  ) -> Diagnostic {
    Diagnostic(.error, code, message, at: position, address: address, notes: notes)
  }

  /// Creates a finding of severity `warning`.
  package static func warning(
    _ code: DiagnosticCode,
    _ message: String,
    at position: SourcePosition?,
    address: Address? = nil,
    notes: [Note] = []
  ) -> Diagnostic {
    Diagnostic(.warning, code, message, at: position, address: address, notes: notes)
  }
}

/// A parser throws a finding when it cannot continue.
extension Diagnostic: Error {}

extension Diagnostic: CustomStringConvertible {
  /// The finding in the format of compiler diagnostics, with each note on its own line and the
  /// address on the last line.
  ///
  /// ```
  /// fixtures/base/databases/shops/shops.yaml:14:9: error: the key "a.b" contains "." [illegal-key]
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
  /// Compares two findings by position, then by message; findings without a position come first.
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
  /// A Boolean value indicating whether at least one of the findings is an error.
  public var containsError: Bool { contains { $0.severity == .error } }
}
