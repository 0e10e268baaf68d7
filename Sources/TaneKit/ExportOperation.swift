package import SystemPackage
import TaneCore
package import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The options of an export for an app.
package struct ExportOptions {
  /// The names of the environments, or nil for all environments that the build configuration
  /// allows.
  package var names: [String]?
  /// The format of the exported text.
  package var format: ExportFormat
  /// The build configuration of the app, or nil if it is unknown.
  package var configuration: String?
  /// A Boolean value indicating whether secrets are exported.
  package var revealsSecrets = false
  /// A Boolean value indicating whether exported Swift code extends the managers of `TaneFirebase`.
  package var addsManagers = false

  package init(format: ExportFormat) { self.format = format }
}

/// An operation that exports environments as code or settings for an app.
package struct ExportOperation {
  private let profiles: EnvironmentProfiles
  private let options: ExportOptions

  package init(among profiles: EnvironmentProfiles, _ options: ExportOptions) {
    (self.profiles, self.options) = (profiles, options)
  }

  private func environments() throws -> [EnvironmentProfile] {
    let names = options.names ?? profiles.names
    guard names.count == 1 || options.format == .swift else {
      throw OperationFailure(
        .usage,
        "the format \(options.format.rawValue) can contain only one environment, but "
          + "\(names.count) were given; choose one"
      )
    }
    let chosen = try names.map { try profiles.profile(named: $0, redirects: false) }
    let allowed = chosen.filter(isAllowed)
    if options.names != nil, let refused = chosen.first(where: { !isAllowed($0) }) {
      let place = refused.origin(of: "allowIn") ?? SourcePosition(file: refused.file)
      throw OperationFailure(
        .refused,
        "\(refused.name) is not allowed in \(options.configuration ?? "") (allowIn:"
          + " \(refused.allowIn?.joined(separator: ", ") ?? "") in \(place)); nothing was written"
      )
    }
    guard !allowed.isEmpty else {
      throw OperationFailure(
        .refused,
        "no environment is allowed in \(options.configuration ?? ""); nothing was written"
      )
    }
    return try allowed.map { try profiles.profile(withValuesNamed: $0.name) }
  }

  private func isAllowed(_ profile: EnvironmentProfile) -> Bool {
    options.configuration.map(profile.isAllowed(in:)) ?? true
  }

  /// Exports the environments.
  ///
  /// - Returns: The text, and the names of the values that it omits.
  /// - Throws: An `OperationFailure`: `refused` if an environment is not allowed in the build
  ///   configuration, or `failed` if a value cannot be exported.
  package func run() throws -> ExportedText {
    let environments = try environments()
    do {
      guard options.format == .swift else {
        return try EnvironmentExport(of: environments[0], revealingSecrets: options.revealsSecrets)
          .text(as: options.format)
      }
      let apps = GoogleServiceInfo.search(profiles.project)
      var exported = try SwiftExport(
        of: environments,
        among: profiles,
        apps: apps.infos,
        libraries: options.addsManagers ? [.tane] : [],
        isConditional: options.configuration == nil
      ).text()
      exported.findings = apps.diagnostics
      return exported
    } catch {
      throw OperationFailure(
        .failed,
        "\(counted(error.findings.count, "error")) when generating the \(options.format.rawValue) "
          + "output; nothing was written",
        findings: error.findings
      )
    }
  }

  /// Writes exported text to a file; if secrets are exported, only the file's owner can read it.
  ///
  /// - Throws: An `OperationFailure` if the file cannot be written, belongs to Tane, or exists and
  ///   is not an earlier export.
  package func write(_ text: String, to path: FilePath, named name: String) throws {
    let output = OutputPath(path)
    let path = output.target
    guard !output.isInFolder(usedBy: profiles.project) else {
      throw OperationFailure(
        .failed,
        "\(name) is in a folder of profiles, fixtures or local state; choose another path"
      )
    }
    guard output.isStream || canReplace(path) else {
      throw OperationFailure(
        .failed,
        "\(name) exists, but is not an earlier export in this format; remove it, or choose another path"
      )
    }
    do {
      if output.isStream {
        let file = try FileDescriptor.open(path, .writeOnly)
        _ = try file.closeAfter { try file.writeAll(text.utf8) }
        return
      }
      if options.revealsSecrets { try restrictToOwner(path) }
      // Do not rewrite an unchanged file, since build tools would consider it changed.
      guard (try? DiskFiles().bytes(of: path)) != Array(text.utf8) else { return }
      if options.revealsSecrets {
        // Writing atomically would replace the file with one that others can read.
        let file = try FileDescriptor.open(path, .writeOnly, options: .truncate)
        _ = try file.closeAfter { try file.writeAll(text.utf8) }
      } else {
        try Data(Array(text.utf8)).write(to: URL(filePath: path.string), options: .atomic)
      }
    } catch {
      throw OperationFailure(.failed, "\(name) cannot be written: \(error.reason)")
    }
  }

  /// Returns true if a file is missing, empty or unreadable, or looks like an export in the format.
  private func canReplace(_ path: FilePath) -> Bool {
    guard let bytes = try? DiskFiles().bytes(of: path), !bytes.isEmpty else { return true }
    let text = String(decoding: bytes, as: UTF8.self)
    return switch options.format {
    case .json: text.contains("\"environment\": ")
    case .plist: text.contains("<key>environment</key>")
    case .swift, .xcconfig, .dotenv, .shell:
      text.prefix { $0 != "\n" }.contains(ExportCheck.exportMarker)
    }
  }

  /// Makes a file readable and writable only by its owner, creating it if necessary.
  private func restrictToOwner(_ path: FilePath) throws {
    try FileDescriptor.open(path, .writeOnly, options: .create, permissions: .ownerReadWrite)
      .close()
    try StateFolder.restrict(path)
  }
}

extension EnvironmentProfiles {
  /// Returns a profile; throws an `OperationFailure` if one of its app values has an error.
  package func profile(withValuesNamed name: String) throws -> EnvironmentProfile {
    let profile = try profile(named: name, redirects: false)
    let findings = valueDiagnostics(of: name)
    guard findings.containsError else { return profile }
    let count = findings.count { $0.severity == .error }
    throw OperationFailure(
      findings.failureReason,
      "the values of \"\(name)\" have \(counted(count, "error"))",
      findings: findings
    )
  }
}
