public import SystemPackage
public import TaneCore

/// Which Swift type reads which nodes, as `fixtures/mappings.yaml` says, and every problem of that file.
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
  public struct Source: Sendable, Hashable {
    /// The path, relative to the project.
    public let path: FilePath
    /// The position in the mappings.
    public let position: SourcePosition?

    /// Creates a source.
    public init(path: FilePath, position: SourcePosition? = nil) {
      self.path = path
      self.position = position
    }
  }

  /// Nodes about which nothing is reported, with all that is below them.
  public struct Ignored: Sendable, Hashable {
    /// The nodes.
    public let pattern: AddressPattern
    /// The position in the mappings.
    public let position: SourcePosition?
  }

  /// The member that makes an element of some lists the same element in another list.
  public struct Identity: Sendable, Hashable {
    /// The lists, not their elements: `shops:/shops/*/foods`.
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

  /// The file, relative to the project; nil where the project has none.
  public var file: String?
  /// The files and folders whose Swift sources declare the types.
  public var sources: [Source] = []
  /// The files and folders below the sources that are left out.
  public var excluded: [Source] = []
  /// The decoding settings for rules without settings of their own.
  public var settings = MappingSettings()
  /// The rules, in the order of the file.
  public var rules: [MappingRule] = []
  /// The nodes about which nothing is reported.
  public var ignored: [Ignored] = []
  /// The rules for identifying list elements, in the order of the file.
  public var identities: [Identity] = []
  /// Every problem of the file, by place.
  public var diagnostics: [Diagnostic] = []

  /// Creates mappings that say nothing.
  public init() {}

  /// Returns true if findings about a node are reported.
  public func isReported(_ address: Address) -> Bool {
    !ignored.contains { $0.pattern.matches(address) }
  }

  /// Weighs findings about fixtures as the mappings say, for commands that need the data: what is an error
  /// without mappings cannot be used whatever they say.
  public func weighing(_ findings: [Diagnostic]) -> [Diagnostic] {
    findings.compactMap { $0.severity == .error ? $0 : weighed($0) }
  }

  /// Weighs a finding about data as the mappings say.
  ///
  /// - Parameters:
  ///   - finding: The finding.
  ///   - settings: Those of the rule that the finding comes from; nil for one that comes from none.
  /// - Returns: The finding with its severity; nil where it is not reported.
  public func weighed(_ finding: Diagnostic, by settings: MappingSettings? = nil) -> Diagnostic? {
    guard finding.address.map(isReported) ?? true,
      let severity = (settings ?? self.settings).severity(finding.severity, of: finding.code)
    else { return nil }
    var finding = finding
    finding.severity = severity
    return finding
  }
}
