import SystemPackage
import TaneCore
import TaneKit
import TaneProject

/// The file with the security rules of a Firestore database.
struct FirestoreRules: Sendable {
  /// The file's path as in `firebase.json`.
  let path: String
  /// The file's absolute path.
  let file: FilePath
  /// The text of the rules.
  let text: String

  /// Reads the rules file that `firebase.json` specifies for a database, or returns nil if it
  /// specifies no file.
  ///
  /// - Throws: An `OperationFailure` if the file cannot be read.
  init?(of database: String, namedBy settings: FirebaseSettings, in project: Project) throws {
    guard let path = settings.firestoreRules(of: database) else { return nil }
    let rules = try RulesFile(path, of: "Firestore", in: project)
    (self.path, file) = (path, rules.file)
    text = String(decoding: rules.bytes, as: UTF8.self)
  }

  /// Returns the warnings in the response of Google's emulator.
  ///
  /// - Throws: An `OperationFailure` if the response contains errors, or if the rules are for
  ///   another service such as Storage. The emulator does not reject such rules.
  func warnings(in issues: some Sequence<Tree>) throws -> [Diagnostic] {
    var findings = issues.map { issue in
      Diagnostic(
        issue["severity"]?.string == "ERROR" ? .error : .warning,
        .invalidRules,
        issue["description"]?.string ?? "",
        at: position(of: issue)
      )
    }
    if !findings.containsError, let problem = serviceProblem { findings = [problem] }
    guard !findings.containsError else {
      throw OperationFailure(
        .found,
        "the security rules of Firestore are not valid",
        findings: findings
      )
    }
    return findings
  }

  private func position(of issue: Tree) -> SourcePosition {
    let position = issue["sourcePosition"]
    guard let line = position?["line"]?.integer, let column = position?["column"]?.integer else {
      return SourcePosition(file: path)
    }
    return SourcePosition(file: path, line: Int(line), column: Int(column))
  }

  private var serviceProblem: Diagnostic? {
    do throws(RulesProblem) {
      try RulesSyntaxChecker.checkService(of: text, is: "cloud.firestore")
      return nil
    } catch {
      return .error(
        .invalidRules,
        "these rules are not for Firestore; expected \"service cloud.firestore\"",
        at: SourcePosition(file: path, line: error.line, column: error.column)
      )
    }
  }
}
