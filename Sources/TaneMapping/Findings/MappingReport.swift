public import TaneCore

/// What a check of types against data found, and what it did not look at.
public struct MappingReport: Sendable {
  /// The findings, in the order of the walk through the data.
  public var findings: [Diagnostic]
  /// What was not checked and why, one clause each: nothing is passed over in silence.
  public var notChecked: [String]
  /// The number of values that were read.
  public var valueCount: Int
  /// The types that read something, as Swift names them.
  public var typeNames: Set<String>

  /// Creates a report.
  public init(
    findings: [Diagnostic] = [],
    notChecked: [String] = [],
    valueCount: Int = 0,
    typeNames: Set<String> = []
  ) {
    self.findings = findings
    self.notChecked = notChecked
    self.valueCount = valueCount
    self.typeNames = typeNames
  }

  /// Adds what another check found.
  public mutating func merge(_ other: MappingReport) {
    findings += other.findings
    notChecked += other.notChecked.filter { !notChecked.contains($0) }
    valueCount += other.valueCount
    typeNames.formUnion(other.typeNames)
  }
}
