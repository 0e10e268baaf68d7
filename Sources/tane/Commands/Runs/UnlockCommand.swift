import ArgumentParser
import TaneCore
import TaneKit
import TaneProject
import TaneRuntime
import TaneSeeding

/// A command that releases the lease of a run that was killed.
struct UnlockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "Release the lock of a run that died on another machine.",
    discussion: """
      While a run writes to an environment that is not embedded, it keeps a lease there, and other \
      runs are rejected. The lease of a run that was killed expires after two minutes. A run that \
      is alive notices within a minute that its lease was revoked, and sends nothing more.

        tane unlock RUN -e staging
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The run that holds the lease, as shown in the error message of the rejected command.",
      valueName: "run"
    )
  )
  var holder: String

  @OptionGroup var environment: EnvironmentOptions

  @Flag(help: "Confirm automatically if the environment's guard is \"confirm\".")
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
      try access.ask("Revoke the lease of \(target.profile.name)?")
      guard try await lease.remove() else {
        throw CommandFailure(
          .failed,
          "the lease was renewed, or acquired by another run, before it could be revoked"
        )
      }
      finish(lease.terms, target.profile.name, in: context)
      return .clean
    }
  }

  private func lease(
    of profile: EnvironmentProfile,
    in context: CommandContext
  ) async throws -> StoredLease {
    let stores = try context.environments.stores(of: profile)
    guard let lease = try await StoredLease(of: profile, in: stores) else {
      throw CommandFailure(.failed, "no run holds a lease of \(profile.name)")
    }
    guard lease.terms.run == holder else {
      throw CommandFailure(
        .failed,
        "run \(holder) does not hold the lease of \(profile.name); it is held by run "
          + "\(lease.terms.run) of \(lease.terms)"
      )
    }
    return lease
  }

  private func finish(_ terms: LeaseTerms, _ environment: String, in context: CommandContext) {
    guard context.isJSON else {
      return context.console.print("Revoked the lease of run \(terms.run).")
    }
    context.console.printJSON(
      .map([
        ("environment", .string(environment)), ("run", .string(terms.run)),
        ("owner", .string(terms.owner)), ("command", .string(terms.command)),
      ])
    )
  }
}
