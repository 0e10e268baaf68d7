package import SystemPackage
package import TaneCore
import TaneFormats
package import TaneProject
import TaneRendering

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The accepted findings of a project, so that a check reports only new ones.
///
/// A finding is identified by its code and address (or its file and message without advice, if it
/// has no address), so that it is still recognized if line numbers change.
package struct FindingBaseline {
  private var entries: Set<String>

  /// The number of accepted findings.
  package var count: Int { entries.count }

  package init(of findings: [Diagnostic]) {
    entries = Set(findings.map(Self.entry))
  }

  /// Loads a baseline file; throws an `OperationFailure` if it does not exist or cannot be read.
  package static func load(
    from path: FilePath,
    named name: String,
    in project: Project?
  ) throws -> FindingBaseline {
    let result: ReadResult?
    do {
      try project?.checkLinks(of: path)
      result = try DiskFiles().readTree(of: path, named: name, as: .yaml)
    } catch {
      throw OperationFailure(.failed, "\(name) cannot be read: \(error.reason)")
    }
    guard let result else {
      throw OperationFailure(
        .failed,
        "the baseline \(name) does not exist; create it with tane validate --baseline \(name) "
          + "--update-baseline"
      )
    }
    var findings = result.diagnostics
    let list = result.tree.map { $0.isNull ? Tree(.list([])) : $0 }
    if let list, list.kind != .list {
      let message = "expected a list of findings, found \(ValueText.render(list, width: 60))"
      findings.append(.error(.wrongType, message, at: list.position))
    }
    for element in list?.children ?? Tree.null.children where element.string == nil {
      let message =
        "expected each finding to be a string, found \(ValueText.render(element, width: 60))"
      findings.append(.error(.wrongType, message, at: element.position))
    }
    guard !findings.containsError else {
      throw OperationFailure(.failed, "\(name) cannot be used", findings: findings)
    }
    var baseline = FindingBaseline(of: [])
    baseline.entries = Set(list?.children.compactMap(\.string) ?? [])
    return baseline
  }

  /// Writes the baseline file, sorted.
  package func save(to path: FilePath, named name: String) throws {
    let list = Tree(.list(entries.sorted().map { .string($0) }))
    let text =
      "# Findings that tane validate --baseline \(name) ignores; --update-baseline updates them.\n"
      + YAMLWriter().write(list)
    do {
      try Data(text.utf8).write(to: URL(filePath: path.string), options: .atomic)
    } catch {
      throw OperationFailure(.failed, "\(name) cannot be written: \(error.reason)")
    }
  }

  /// Removes accepted findings from a report, and returns the number of accepted findings that no
  /// longer occur.
  package func remove(from report: inout FindingReport) -> Int {
    var met: Set<String> = []
    for index in report.checks.indices {
      report.checks[index].findings.removeAll { finding in
        let entry = Self.entry(of: finding)
        guard entries.contains(entry) else { return false }
        met.insert(entry)
        report.baselinedCount += 1
        return true
      }
    }
    return entries.count - met.count
  }

  private static func entry(of finding: Diagnostic) -> String {
    if let address = finding.address { return "\(finding.code) \(address)" }
    let file = finding.position.map { "\($0.file): " } ?? ""
    // The message may contain positions of other declarations, whose line numbers change, too.
    let message = finding.message.replacing(/:[0-9]+:[0-9]+/, with: "")
    return "\(finding.code) \(file)\(message.split(separator: "; ").first ?? "")"
  }
}
