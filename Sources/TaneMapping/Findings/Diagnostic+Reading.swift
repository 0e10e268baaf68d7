package import TaneCore

extension Diagnostic {
  package init(
    _ severity: Severity,
    _ code: DiagnosticCode,
    _ message: String,
    at address: Address,
    position: SourcePosition?,
    typeName: String? = nil,
    property: String? = nil,
    declaration: SourcePosition? = nil
  ) {
    let name = typeName.map { type in property.map { "\(type).\($0)" } ?? type }
    self.init(
      severity,
      code,
      message,
      at: position,
      address: address,
      subject: name,
      notes: declaration.map { [Note("\(name ?? "") is declared here", at: $0)] } ?? []
    )
  }
}
