import TaneCore
import TaneKit
import TaneProject
import TaneRendering
import TaneSeeding

/// The comparison of an environment with its fixtures and its last seed.
struct StudioComparison {
  /// The maximum number of the environment's values that are checked against the app's types.
  private static let maximumCheckedValues = 100_000

  private let environment: ProjectEnvironment
  private let plan: Plan
  private let images: ImagePreviews
  private let findings: [Diagnostic]
  private let notes: [String]
  private let ledger: EnvironmentLedger

  private var profile: EnvironmentProfile { environment.profile }

  /// Compares an environment with its fixtures, and checks its data against the app's types.
  ///
  /// - Throws: An `OperationFailure` if the fixtures have errors, or an error from a store.
  init(of environment: ProjectEnvironment) async throws {
    let profile = environment.profile
    let interaction = StudioInteraction()
    async let checked = Self.findings(about: environment, interaction)
    let compared = try await DiffOperation(DiffOptions(), interaction).compare(environment)
    let state = try StateDatabase.existing(in: environment.project)
    ledger = EnvironmentLedger(of: profile, in: state)
    plan = try ledger.plan(
      compared.difference,
      overwriting: SeedOptions().policy(for: profile)
    )
    images = try await DiffImages(interaction).previews(of: compared)
    findings = await checked
    notes = interaction.notes
    self.environment = environment
  }

  /// Returns the findings about the environment's data; a failed check is reported as a note.
  private static func findings(
    about environment: ProjectEnvironment,
    _ reporter: any OperationReporter
  ) async -> [Diagnostic] {
    let (project, variables) = (environment.project, environment.variables)
    let operation = ValidateOperation(
      environment.profile.name,
      among: CheckedProfiles(of: project, variables: variables),
      ValidateOptions(),
      in: CheckContext(project, variables: variables, reportingTo: reporter)
    )
    do {
      let options = LiveDataOptions(limit: maximumCheckedValues)
      let report = try await operation.report(on: .environment(environment, options))
      // The notes contain addresses, whose keys may be masked.
      if environment.profile.guardLevel != .protected {
        report.notChecked.forEach { reporter.note("Not checked: \($0).") }
      }
      return report.findings
    } catch {
      reporter.note("Not checked: the app's Swift types: \(OperationFailure(error).message)")
      return []
    }
  }

  /// Renders the differences, conflicts first, and the findings that are unrelated to differences.
  func markup() -> Markup {
    let document = DifferenceDocument(plan, of: profile.name, notes: notes)
    let sections = DifferenceSection.conflictsFirst(of: document, plan.difference)
    let annotations = StudioAnnotations(of: environment, ledger, findings)
    let rendering = DifferenceHTMLRendering(images: images, annotations: annotations)
    var html =
      "<header>" + Markup.element("p", ["class": "quiet"], .say("A seed would write:")).html
    rendering.writeSummary(of: document) { html += $0 }
    html += actions.html
    var articles = ""
    rendering.write(sections) { articles += $0 }
    let rest = annotations.unrelatedFindings()
    if !sections.isEmpty || !rest.isEmpty {
      let filters = ReportPage.filters(
        placeholder: "address or value".localized,
        choices: [("service", "Service".localized)]
      )
      html += filters
    }
    html += "</header>\n<main>\n" + articles
    if !rest.isEmpty {
      ReportPage.write(section: Markup.say("findings").html, count: rest.count) {
        html += $0
      } articles: { sink in
        rest.forEach { sink(annotations.article(about: $0).html) }
      }
    }
    return Markup(trusted: html + "</main>\n" + ReportPage.pager)
  }

  private var actions: Markup {
    let command = StudioActionText(action: .reset, address: nil, environment: environment)
    return .element("p", ["class": "actions"], command.link, command.copyButton)
  }
}
