import TaneCore
import TaneKit
import TaneProject
import TaneRendering
import TaneSeeding

/// The pages that show the plan of an action, and its result.
struct StudioActionPages {
  let environment: ProjectEnvironment
  let plans: StudioPlans
  let formSecret: String

  private var profile: EnvironmentProfile { environment.profile }
  private var link: StudioURLs { StudioURLs(environment: profile.name) }

  /// Renders the plan of an action with a form that applies it.
  func plan(_ action: StudioAction, at address: Address?, after problem: String? = nil) async
    -> Markup
  {
    let text = StudioActionText(action: action, address: address, environment: environment)
    let content: Markup
    do {
      let anchor = try anchor(of: action)
      let outcome = try await StudioActionRunner(action, at: address, in: environment.at(anchor))
        .run()
      let shown = StudioPlans.ShownPlan(
        action: action,
        environment: profile.name,
        address: address,
        anchor: anchor,
        digest: outcome.digest
      )
      content =
        outcome.hasChanges
        ? outcome.markup
          + form(text, plans.store(shown), asksForConfirmation: needsConfirmation(action))
        : outcome.markup + .element("p", [:], .say("Nothing to do."))
    } catch {
      content = StudioBrowser.problem(OperationFailure(error).description)
    }
    return page(text, address, (problem.map(StudioBrowser.problem) ?? .empty) + content)
  }

  /// Applies a plan that the user has confirmed, and renders the result.
  func run(_ parameters: RequestTarget) async -> Markup {
    guard let plan = plans.take(parameters["plan"] ?? ""), plan.environment == profile.name else {
      return .element(
        "main",
        [:],
        StudioBrowser.problem("This plan was already applied, or is too old.")
      )
    }
    guard !needsConfirmation(plan.action) || parameters["confirmed"] == "yes" else {
      return await self.plan(
        plan.action,
        at: plan.address,
        after: "declined; nothing was written to \(profile.name)"
      )
    }
    let text = StudioActionText(
      action: plan.action,
      address: plan.address,
      environment: environment
    )
    do {
      let outcome = try await StudioActionRunner(
        plan.action,
        at: plan.address,
        in: environment.at(plan.anchor),
        approved: plan.digest
      ).run()
      let message = outcome.isWritten ? "Done and verified." : "Nothing to do."
      let done = Markup.element("p", ["class": "done", "role": "status"], .say(message))
      return page(text, plan.address, done + outcome.markup)
    } catch {
      let failure = OperationFailure(error)
      guard failure.reason == .refused else {
        return page(text, plan.address, StudioBrowser.problem(failure.description))
      }
      // The new plan shows what is different.
      return await self.plan(
        plan.action,
        at: plan.address,
        after: "Nothing was written: \(failure.message). This is the current plan."
      )
    }
  }

  /// Returns true if an action needs confirmation; adopting, which changes only fixtures, does not.
  private func needsConfirmation(_ action: StudioAction) -> Bool {
    profile.guardLevel != .open && action != .adopt
  }

  /// Returns the reference time of relative dates: now for a reset, otherwise the last seed.
  ///
  /// - Throws: An error if the record of the last seed cannot be read.
  private func anchor(of action: StudioAction) throws -> FixtureAnchor {
    guard action != .reset else { return .now }
    return try StateDatabase.existing(in: environment.project)?.anchor(of: profile.name) ?? .now
  }

  private func page(_ text: StudioActionText, _ address: Address?, _ content: Markup) -> Markup {
    let place = address.map { Markup.element("code", [:], .data(" \($0)")) } ?? .empty
    return .element(
      "main",
      [:],
      .element("h1", [:], .say(text.title), place),
      content,
      .element(
        "div",
        ["class": "command"],
        .say("The equivalent command:"),
        .element("code", [:], .data(text.command)),
        .copyButton(text.command, label: "copy".localized)
      )
    )
  }

  private func form(_ text: StudioActionText, _ id: String, asksForConfirmation: Bool) -> Markup {
    let question =
      !asksForConfirmation
      ? Markup.empty
      : .element(
        "label",
        [:],
        .element(
          "input",
          ["type": "checkbox", "name": "confirmed", "value": "yes", "required": ""]
        ),
        .data(" "),
        .say("Write these changes to \(profile.name)?")
      )
    return .element(
      "form",
      [
        "class": "decision", "method": "post",
        "action": "/act/\(PercentEncoding.encodeURLPart(profile.name))",
      ],
      .element("input", ["type": "hidden", "name": "secret", "value": formSecret]),
      .element("input", ["type": "hidden", "name": "plan", "value": id]),
      question,
      .element("button", ["class": "main"], .say(text.title)),
      .element("a", ["class": "button", "href": link.compare], .say("Cancel"))
    )
  }
}
