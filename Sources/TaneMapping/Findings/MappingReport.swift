public import TaneCore

/// A report of a check of types against data: findings and gaps.
public struct MappingReport: Sendable {
  /// The findings, in the order of the walk through the data.
  public var findings: [Diagnostic]
  /// The parts that were not checked, with reasons, one clause each.
  public var notChecked: [String]
  /// The number of values that were read.
  public var valueCount: Int
  /// The types that read data, as Swift names them.
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

  /// Adds another check's results.
  package mutating func merge(_ other: MappingReport) {
    findings += other.findings
    notChecked += other.notChecked.filter { !notChecked.contains($0) }
    valueCount += other.valueCount
    typeNames.formUnion(other.typeNames)
  }
}
