import SystemPackage
import TaneCore
import TaneProject

/// Compares files written by `tane env export` with the profiles named in their first line.
struct ExportCheck {
  private static let maximumBytes = 1 << 20
  private static let mark = " Made by tane env export "

  private let project: Project
  private let profiles: EnvironmentProfiles
  /// The number of compared files.
  private(set) var count = 0
  private(set) var findings: [Diagnostic] = []
  /// The parts that were not checked, each with its reason as a clause.
  private(set) var notChecked: [String] = []

  /// Finds and compares the files.
  init(of project: Project, among profiles: EnvironmentProfiles) {
    self.project = project
    self.profiles = profiles
    for path in project.appFiles(where: Self.isName).sorted(by: { $0.string < $1.string }) {
      check(path)
    }
  }

  /// Returns true if a file with the name can be an export with a comment; JSON and property lists
  /// have none.
  private static func isName(_ name: String) -> Bool {
    name.hasPrefix(".env")
      || [".swift", ".xcconfig", ".env", ".sh"].contains { name.hasSuffix($0) }
  }

  private mutating func check(_ path: FilePath) {
    guard let bytes = try? project.bytes(of: path, upTo: Self.maximumBytes),
      let text = String(validating: bytes, as: UTF8.self),
      let head = text.split(separator: "\n", maxSplits: 1).first,
      let mark = head.firstRange(of: Self.mark),
      mark.lowerBound <= head.index(head.startIndex, offsetBy: 2)
    else { return }
    count += 1
    do {
      if head[mark.upperBound...].hasPrefix("--format swift") {
        try checkSwift(text, path)
      } else {
        try checkFlat(text, path, head[mark.upperBound...])
      }
    } catch let failure as ExportFailure {
      findings += failure.findings
    } catch {
      notChecked.append("\(path): \(error.reason)")
    }
  }

  private mutating func reportStale(_ path: FilePath, _ command: String) {
    findings.append(
      .error(
        .staleExport,
        "this file does not match its profiles; run tane env export \(command) --output \(path)",
        at: SourcePosition(file: path.string, line: 1, column: 1)
      )
    )
  }

  /// Returns the profiles if all of them can be exported, otherwise nil with a note.
  private mutating func usable(_ names: [String], for path: FilePath) -> [EnvironmentProfile]? {
    let found = names.map { name in
      profiles.valueDiagnostics(of: name).containsError
        ? nil : try? profiles.profile(named: name, redirects: false)
    }
    let usable = found.compactMap(\.self)
    guard usable.count == found.count else {
      notChecked.append("\(path), because one of its profiles has errors")
      return nil
    }
    return usable
  }

  // MARK: Variables

  private mutating func checkFlat(_ text: String, _ path: FilePath, _ head: Substring) throws {
    let file = head.dropFirst("of ".count).prefix { $0 != "," }
    guard let name = profiles.names.first(where: { fileNames($0).contains(String(file)) }) else {
      findings.append(
        .error(
          .staleExport,
          "this file was exported from \(file), which does not exist; remove it, or export another "
            + "environment",
          at: SourcePosition(file: path.string, line: 1, column: 1)
        )
      )
      return
    }
    guard let profile = usable([name], for: path)?.first else { return }
    let format: ExportFormat =
      text.hasPrefix("//") ? .xcconfig : text.contains("\nexport ") ? .shell : .dotenv
    for reveals in [false, true] {
      let export = EnvironmentExport(of: profile, revealingSecrets: reveals)
      if try export.text(as: format).text == text { return }
    }
    reportStale(path, "\(name) --format \(format.rawValue)")
  }

  private func fileNames(_ name: String) -> [String] {
    ["yaml", "yml"].map { "\(Project.environments)/\(name).\($0)" }
  }

  // MARK: Swift

  private mutating func checkSwift(_ text: String, _ path: FilePath) throws {
    guard let all = usable(profiles.names, for: path) else { return }
    let apps = GoogleServiceInfo.search(project).infos
    let managers = text.contains("\nimport TaneFirebase\n")
    func code(_ environments: [EnvironmentProfile], isConditional: Bool) throws -> String {
      try SwiftExport(
        of: environments,
        among: profiles,
        apps: apps,
        managers: managers,
        isConditional: isConditional
      ).text().text
    }
    if try code(all, isConditional: true) == text { return }
    let configurations = Set(all.flatMap { $0.allowIn ?? [] } + ["release"])
    for configuration in configurations.map({ $0.lowercased() }) {
      let allowed = all.filter {
        $0.allowIn?.contains { $0.lowercased() == configuration } ?? true
      }
      if !allowed.isEmpty, try code(allowed, isConditional: false) == text { return }
    }
    let held = all.filter { text.contains("\"\($0.name)\"") }
    if !held.isEmpty, held.count < all.count, try code(held, isConditional: true) == text {
      let names = held.map(\.name).joined(separator: ", ")
      return notChecked.append("whether \(path) should contain only \(names)")
    }
    reportStale(path, "--format swift" + (managers ? " --managers" : ""))
  }
}

extension DiagnosticCode {
  /// A file written by `tane env export` that is out of date.
  static let staleExport: DiagnosticCode = "stale-export"
}
