public import TaneCore

/// The result of checking types against data: the findings, and the data that was not checked.
public struct MappingReport: Sendable {
  /// The findings: first the errors, then those of each additional check, each group in the order
  /// of the data.
  public var findings: [Diagnostic]
  /// The descriptions of data that was not checked, with reasons, one clause each.
  public var notChecked: [String]
  /// The number of values that were checked, counting scalars only.
  public var valueCount: Int
  /// The names of the types that read data, as in Swift source code.
  package var typeNames: Set<String>

  package init(
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

  /// Adds the results of another check.
  package mutating func merge(_ other: MappingReport) {
    findings += other.findings
    notChecked += other.notChecked.filter { !notChecked.contains($0) }
    valueCount += other.valueCount
    typeNames.formUnion(other.typeNames)
  }
}
