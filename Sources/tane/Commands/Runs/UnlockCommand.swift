import ArgumentParser
import TaneCore
import TaneKit
import TaneProject
import TaneRuntime
import TaneSeeding

/// Releases the lease of a killed run.
struct UnlockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "Release the lock of a run that died on another machine.",
    discussion: """
      While a run writes to an environment that is not embedded, it keeps a lease there, and other \
      runs are refused. Of a run that was killed the lease ends by itself after two minutes. A run \
      that is alive notices within a minute that its lease was taken away, and sends nothing more.

        tane unlock RUN -e staging
      """
  )

  @Argument(help: ArgumentHelp("The run, as the refused command names it.", valueName: "run"))
  var holder: String

  @OptionGroup var environment: EnvironmentOptions

  @Flag(help: "Answer the question of an environment whose guard is \"confirm\" with yes.")
  var yes = false

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      let target = try context.environment(of: environment)
      target.printHeader(in: context)
      let interruption = Interruption("nothing was written", console: context.console)
      let access = WriteAccess(
        to: target,
        for: .unlock,
        isConfirmed: yes,
        CommandInteraction(context, interruption)
      )
      try access.checkGuard()
      let lock = try await access.lock()
      defer { lock.release() }
      let lease = try await lease(of: target.profile, in: context)
      if !context.isJSON { context.console.print("Run \(lease.terms.run): \(lease.terms)") }
      try access.ask("Take away the lease of \(target.profile.name)?")
      guard try await lease.remove() else {
        throw CommandFailure(.failed, "the lease was renewed or taken by another run meanwhile")
      }
      finish(lease.terms, target.profile.name, in: context)
      return .clean
    }
  }

  private func lease(
    of profile: EnvironmentProfile,
    in context: CommandContext
  ) async throws -> HeldLease {
    let stores = try context.environments.stores(of: profile)
    guard let lease = try await HeldLease(of: profile, in: stores) else {
      throw CommandFailure(.failed, "no run has a lease of \(profile.name)")
    }
    guard lease.terms.run == holder else {
      throw CommandFailure(
        .failed,
        "run \(holder) has no lease of \(profile.name); run \(lease.terms.run) has it, of \(lease.terms)"
      )
    }
    return lease
  }

  private func finish(_ terms: LeaseTerms, _ environment: String, in context: CommandContext) {
    guard context.isJSON else {
      return context.console.print("Took away the lease of run \(terms.run).")
    }
    context.console.printJSON(
      .map([
        ("environment", .string(environment)), ("run", .string(terms.run)),
        ("owner", .string(terms.owner)), ("command", .string(terms.command)),
      ])
    )
  }
}
