public import TaneCore

/// One thing about a type and the data that it reads: what the type will not be able to read, or what
/// it reads otherwise than was meant.
public struct MappingFinding: Sendable, Hashable {
  /// How much the finding weighs.
  public var severity: Diagnostic.Severity
  /// The kind of finding.
  public let code: DiagnosticCode
  /// What was found, what was expected and what to do, without a full stop.
  public let message: String
  /// The node that the finding is about.
  public let address: Address
  /// The node's place in its file, if it was read from one.
  public let position: SourcePosition?
  /// The type that reads the node, as Swift names it.
  public let typeName: String?
  /// The property of the type, as Swift names it.
  public let property: String?
  /// Where the property or the type is declared, if the sources were read.
  public let declaration: SourcePosition?

  /// Creates a finding.
  public init(
    _ severity: Diagnostic.Severity,
    _ code: DiagnosticCode,
    _ message: String,
    at address: Address,
    position: SourcePosition?,
    typeName: String? = nil,
    property: String? = nil,
    declaration: SourcePosition? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.address = address
    self.position = position
    self.typeName = typeName
    self.property = property
    self.declaration = declaration
  }

  /// The finding as every other one is printed, its declaration as a note.
  public var diagnostic: Diagnostic {
    let name = [typeName, property].compactMap { $0 }.joined(separator: ".")
    let notes = declaration.map { [Diagnostic.Note("\(name) is declared here", at: $0)] } ?? []
    return Diagnostic(severity, code, message, at: position, address: address, notes: notes)
  }
}
