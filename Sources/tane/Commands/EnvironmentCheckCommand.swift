import ArgumentParser
import TaneCore
import TaneProject
import TaneRuntime

struct EnvironmentCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Ask every service of an environment whether it is there and can be read.",
    discussion: """
      Reads a few names of each database and bucket, writes nothing, and compares what the profile says \
      of the project. Exits with 2 where a service cannot be read, with 1 where the profile does not \
      agree with itself.
      """
  )

  @Argument(help: "The environment (default: that of -e, else TANE_ENV, else local).")
  var name: String?

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      let name = name ?? environment.name(variables: context.variables)
      return try await EnvironmentCheck(try CommandTarget(named: name, in: context), context).run()
    }
  }
}

/// One run of `tane env check`.
struct EnvironmentCheck {
  private let target: CommandTarget
  private let context: CommandContext

  /// What came of asking one service.
  private struct Answer: Sendable {
    let service: String
    let url: String
    /// Why the service cannot be read; nil where it can.
    let problem: String?
    let duration: Duration
  }

  init(_ target: CommandTarget, _ context: CommandContext) {
    (self.target, self.context) = (target, context)
  }

  func run() async throws -> ExitStatus {
    target.printHeader(in: context)
    let answers = try await ask()
    let findings = ProjectAgreement.findings(about: target.profile)
    let notChecked = notChecked
    if context.isJSON {
      context.console.printJSON(document(answers, findings, notChecked))
    } else {
      answers.forEach(printAnswer)
      for finding in findings {
        context.console.print(DiagnosticText.render(finding, style: context.console.style))
      }
      context.console.print()
      for clause in notChecked { context.console.print("Not checked: \(clause).") }
    }
    if answers.contains(where: { $0.problem != nil }) { return .failed }
    return findings.isEmpty ? .clean : .found
  }

  // MARK: Asking

  private func ask() async throws -> [Answer] {
    let stores = try context.connect(target.profile, for: .reading)
    return await withTaskGroup(of: Answer.self) { group in
      for database in target.profile.databases {
        guard let store = stores.databases[database.name] else { continue }
        group.addTask {
          await Self.answer(of: database.name, at: "\(database.url)") {
            _ = try await store.childKeys(at: .root)
          }
        }
      }
      for bucket in target.profile.buckets {
        guard let store = stores.buckets[bucket.name] else { continue }
        group.addTask {
          await Self.answer(of: bucket.name, at: "\(bucket.url)") {
            _ = try await store.list(ObjectListRequest(maximumResults: 1))
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.service < $1.service }
    }
  }

  private static func answer(
    of service: String,
    at url: String,
    _ read: () async throws -> Void
  ) async -> Answer {
    let start = ContinuousClock.now
    var problem: String?
    do {
      try await read()
    } catch let error as StoreError {
      problem = error.message
    } catch {
      problem = "\(error)"
    }
    return Answer(
      service: service,
      url: url,
      problem: problem,
      duration: start.duration(to: .now)
    )
  }

  private var notChecked: [String] {
    var clauses = ["whether the services can be written; nothing is written to find out"]
    if target.profile.firestore != nil { clauses.append("Firestore") }
    if target.profile.accounts != nil { clauses.append("the accounts") }
    return clauses
  }

  // MARK: Telling

  private func printAnswer(_ answer: Answer) {
    let style = context.console.style
    let name = style.bold(answer.service)
    if let problem = answer.problem {
      context.console.print("\(style.red("!")) \(name)  \(answer.url)\n  \(problem)")
    } else {
      let milliseconds = Int((answer.duration / .milliseconds(1)).rounded(.up))
      context.console.print(
        "= \(name)  \(answer.url)  readable, \(milliseconds.grouped) ms"
      )
    }
  }

  private func document(
    _ answers: [Answer],
    _ findings: [Diagnostic],
    _ notChecked: [String]
  ) -> TreeLiteral {
    [
      "environment": .string(target.profile.name),
      "services": .list(
        answers.map { answer in
          var entries: [(String, TreeLiteral)] = [
            ("name", .string(answer.service)), ("url", .string(answer.url)),
            ("readable", .bool(answer.problem == nil)),
            ("milliseconds", .double(answer.duration / .milliseconds(1))),
          ]
          if let problem = answer.problem { entries.append(("problem", .string(problem))) }
          return .map(entries)
        }
      ),
      "findings": .list(findings.map(DiagnosticJSON.literal)),
      "notChecked": .list(notChecked.map { .string($0) }),
    ]
  }
}

/// Whether what a profile says of its project agrees.
enum ProjectAgreement {
  /// A warning for each part that names another project than the profile does.
  static func findings(about profile: EnvironmentProfile) -> [Diagnostic] {
    guard let project = profile.project else { return [] }
    let parts = [
      ("firestore", profile.firestore.flatMap(Self.project(ofFirestore:))),
      ("accounts", profile.accounts.flatMap { $0.contains(":") ? nil : $0 }),
    ]
    return parts.compactMap { setting, named in
      guard let named, named != project else { return nil }
      return .warning(
        "mixed-projects",
        "\"\(setting)\" is of the project \"\(named.escapingControls)\", and \"project\" says"
          + " \"\(project.escapingControls)\"; correct one of them",
        at: profile.settings.first { $0.keyPath == setting }?.origin
          ?? SourcePosition(file: profile.file)
      )
    }
  }

  /// The project in `projects/P/databases/D`.
  private static func project(ofFirestore name: String) -> String? {
    let parts = name.split(separator: "/")
    return parts.count > 1 && parts[0] == "projects" ? String(parts[1]) : nil
  }
}
