package import SystemPackage
public import TaneCore

/// The Swift types of nodes according to `fixtures/mappings.yaml`, with the findings about that
/// file.
///
/// ```yaml
/// sources: [Sources/Models]
/// strategies: { dates: millisecondsSince1970 }
/// severity: { unread-key: error }
/// mappings:
///   shops:/shops: "[Shop]"
///   users:/users/*/settings: { type: Settings, decoder: json }
/// ```
public struct Mappings: Sendable {
  /// A file or folder with Swift sources.
  package struct Source: Sendable, Hashable {
    /// The path, relative to the project.
    package let path: FilePath
    package let position: SourcePosition?

    package init(path: FilePath, position: SourcePosition? = nil) {
      self.path = path
      self.position = position
    }
  }

  /// Nodes that are excluded from findings, with their descendants.
  package struct IgnoredPattern: Sendable, Hashable {
    /// The pattern of the excluded nodes.
    package let pattern: AddressPattern
    package let position: SourcePosition?
  }

  /// A member that identifies an element in different versions of a list.
  public struct Identity: Sendable, Hashable {
    /// The pattern of the lists, not of their elements, such as `shops:/shops/*/foods`.
    public let lists: AddressPattern
    /// The name of the member.
    public let member: String
    /// The position of the lists in the mappings.
    public let position: SourcePosition?

    /// Creates an identity.
    public init(lists: AddressPattern, member: String, position: SourcePosition? = nil) {
      (self.lists, self.member, self.position) = (lists, member, position)
    }
  }

  /// The file, relative to the project, or nil if the project has none.
  package var file: String?
  /// The files and folders whose Swift sources declare the types.
  package var sources: [Source] = []
  /// The files and folders that are excluded from the sources.
  package var excluded: [Source] = []
  /// The default decoding settings, which rules can override.
  package var settings = MappingSettings()
  /// The rules, in the order of the file.
  package var rules: [MappingRule] = []
  /// The nodes that are excluded from findings.
  package var ignored: [IgnoredPattern] = []
  /// The rules for identifying list elements, in the order of the file.
  package var identities: [Identity] = []
  /// The findings about the file, ordered by position.
  package var diagnostics: [Diagnostic] = []

  package init() {}

  /// Returns true if findings about a node are reported.
  package func isReported(_ address: Address) -> Bool {
    !ignored.contains { $0.pattern.matches(address) }
  }

  /// Applies the configured severities to findings about fixtures; errors remain errors, because
  /// the data cannot be used.
  package func applyingSeverities(_ findings: [Diagnostic]) -> [Diagnostic] {
    findings.compactMap { $0.severity == .error ? $0 : applyingSeverity($0) }
  }

  /// Applies the configured severity to a finding about data.
  ///
  /// - Parameters:
  ///   - finding: The finding.
  ///   - settings: The settings of the finding's rule, or nil for a finding without a rule.
  /// - Returns: The finding with its severity, or nil if it is not reported.
  package func applyingSeverity(_ finding: Diagnostic, by settings: MappingSettings? = nil)
    -> Diagnostic?
  {
    guard finding.address.map(isReported) ?? true,
      let severity = (settings ?? self.settings).severity(finding.severity, of: finding.code)
    else { return nil }
    var finding = finding
    finding.severity = severity
    return finding
  }
}
