import SystemPackage
import TaneCore
import TaneKit
import TaneProject

/// A security rules file named in `firebase.json`.
struct RulesFile: Sendable {
  /// The file's absolute path.
  let file: FilePath
  let bytes: [UInt8]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The path as in `firebase.json`.
  ///   - service: The service whose rules the file contains, such as `Firestore`.
  ///   - project: The project that contains `firebase.json`.
  /// - Throws: An `OperationFailure` if the file cannot be read.
  init(_ path: String, of service: String, in project: Project) throws {
    file = project.root.pushing(FilePath(path))
    let bytes: [UInt8]?
    do {
      bytes = try project.files.bytes(of: file)
    } catch {
      throw OperationFailure(.failed, "\(path.escapingControls) cannot be read: \(error.reason)")
    }
    guard let bytes else {
      throw OperationFailure(
        .failed,
        "\(path.escapingControls), which firebase.json specifies for the security rules of "
          + "\(service), does not exist"
      )
    }
    self.bytes = bytes
  }
}

extension DatabaseRules {
  /// Reads the rules that `firebase.json` specifies for databases, keyed by database name.
  ///
  /// - Throws: An `OperationFailure` if a file cannot be read or its rules are not valid.
  static func load(
    of databases: [String],
    in source: EmulatorSource,
    _ project: Project
  ) throws -> [String: DatabaseRules] {
    var rules: [String: DatabaseRules] = [:]
    var files: [String: DatabaseRules] = [:]
    for name in databases {
      let aliases = source.serviceAliases.aliases(of: name, .databases)
      let paths = ([name] + aliases).lazy.compactMap {
        source.settings.databaseRules(of: $0, in: source.project)
      }
      guard let path = paths.first else { continue }
      if files[path] == nil { files[path] = try load(path, project) }
      rules[name] = files[path]
    }
    return rules
  }

  private static func load(_ path: String, _ project: Project) throws -> DatabaseRules {
    let file = try RulesFile(path, of: "the Realtime Database", in: project)
    do throws(RulesProblem) {
      return try DatabaseRules(file.bytes, path: path)
    } catch {
      let position = SourcePosition(file: path, line: error.line, column: error.column)
      throw OperationFailure(
        .found,
        "the security rules of the Realtime Database are not valid",
        findings: [.error(.invalidRules, error.message, at: position)]
      )
    }
  }
}
