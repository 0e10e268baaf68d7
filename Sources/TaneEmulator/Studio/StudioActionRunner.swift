import Crypto
import SystemPackage
import TaneCore
import TaneKit
import TaneProject
import TaneRendering
import TaneSeeding

/// A runner that plans and applies an action as the equivalent command would.
struct StudioActionRunner {
  /// The result of planning or writing.
  struct Outcome {
    /// The rendered plan.
    let markup: Markup
    /// A Boolean value indicating whether there is something to write.
    let hasChanges: Bool
    /// The digest of the planned changes.
    let digest: String
    /// A Boolean value indicating whether the changes were written.
    var isWritten = false
  }

  private let action: StudioAction
  private let address: Address?
  private let environment: ProjectEnvironment
  private let interaction: StudioInteraction
  /// The digest of the plan to write, or nil to write nothing.
  private let approved: String?

  /// Creates a runner for an action.
  ///
  /// - Parameters:
  ///   - action: The action to plan or apply.
  ///   - address: The address of the edit, or nil for the whole environment.
  ///   - environment: The environment, with the reference time for relative dates.
  ///   - approved: The digest of the plan to apply, or nil to write nothing.
  init(
    _ action: StudioAction,
    at address: Address?,
    in environment: ProjectEnvironment,
    approved: String? = nil
  ) {
    (self.action, self.address, self.environment) = (action, address, environment)
    self.approved = approved
    interaction = StudioInteraction { files in
      // For other actions, `seed()` compares the plan with the approved plan.
      action != .adopt || Self.digest(of: files) == approved
    }
  }

  /// Plans the action, and applies the plan if its digest is the approved digest.
  ///
  /// - Throws: An `OperationFailure` if the guard, a limit or the fixtures prevent the action.
  func run() async throws -> Outcome {
    guard environment.profile.guardLevel != .protected else {
      throw OperationFailure(
        .refused,
        "\(environment.profile.name) is protected: the studio cannot change it; run the command in a terminal"
      )
    }
    return action == .adopt ? try await adopt() : try await seed()
  }

  // MARK: Adopting

  private func adopt() async throws -> Outcome {
    var options = PullOptions()
    options.addresses = [address].compactMap(\.self)
    options.isDryRun = true
    let result = try await PullOperation(environment, options.adopting(), interaction).run()
    let skipped = result.left.map { place in
      Markup.element("p", ["class": "quiet"], .data("! \(place.address) "), .say(place.reason))
    }
    var outcome = Outcome(
      markup: (result.files.map(changeMarkup) + skipped).joined + notes,
      hasChanges: !result.files.isEmpty,
      digest: Self.digest(of: result.files) + (try await objectVersions(in: result.files))
    )
    guard let approved else { return outcome }
    guard outcome.digest == approved else { throw Self.changed }
    options.isDryRun = false
    let written = try await PullOperation(environment, options.adopting(), interaction).run()
    outcome.isWritten = written.isWritten
    return outcome
  }

  /// The failure for data that differs from the plan that was shown.
  private static var changed: OperationFailure {
    OperationFailure(.refused, "the data changed after the plan was shown")
  }

  /// Renders the changed lines of a file.
  private func changeMarkup(for file: FixtureUpdate.File) -> Markup {
    let path = Markup.element("h2", [:], .element("code", [:], .data(file.path.string)))
    let warning =
      file.lossNote.map { Markup.element("p", ["class": "finding warning"], .say($0)) } ?? .empty
    switch file.content {
    case .nothing: return path + .element("p", [:], .say("The file is removed."))
    case .object: return path + .element("p", [:], .say("The object's content is replaced."))
    case .text(let bytes):
      let place = environment.project.root.appending(file.path.string)
      let old = (try? DiskFiles().bytes(of: place)) ?? []
      return path + warning + StudioLineDiff(from: old, to: bytes).markup
    }
  }

  private static func digest(of files: [FixtureUpdate.File]) -> String {
    var hash = SHA256()
    for file in files {
      hash.update(
        data: Array("\(file.path.string)\u{0}\(String(describing: file.before))\u{0}".utf8)
      )
      switch file.content {
      case .text(let bytes): hash.update(data: bytes)
      case .object(let address): hash.update(data: Array("\(address)".utf8))
      case .nothing: hash.update(data: [0])
      }
    }
    return "\(hash.finalize())"
  }

  /// Returns the sizes and checksums of the objects to write to files.
  private func objectVersions(in files: [FixtureUpdate.File]) async throws -> String {
    var text = ""
    for file in files {
      guard case .object(let address) = file.content else { continue }
      let bucket = try environment.readers().reader(.buckets, named: address.service)
      let object = try await bucket.object(at: address.objectName)
      text += object.map { " \($0.size) \($0.crc32c)" } ?? " removed"
    }
    return text
  }

  // MARK: Seeding

  private func seed() async throws -> Outcome {
    var options = SeedOptions()
    options.addresses = [address].compactMap(\.self)
    options.onConflict = .take
    options.isDryRun = approved == nil
    // The user has confirmed on the page. Protected environments remain guarded.
    options.isConfirmed = true
    let access = WriteAccess(to: environment, for: .seed, isConfirmed: true, interaction)
    if !options.isDryRun { try access.checkGuard() }
    let checked = try CheckedFixtures(
      of: environment,
      describing: options.addresses,
      types: .included,
      otherwise: "nothing was written",
      interaction
    )
    let operation = SeedOperation(environment, checked, options, access, interaction)
    var locks: [EnvironmentLock] = []
    defer { locks.forEach { $0.release() } }
    switch try await operation.plan(&locks) {
    case .ended(let ended): return try outcome(ended.proposal)
    case .planned(let planned):
      var outcome = try outcome(planned.proposal)
      guard outcome.digest == approved else { throw Self.changed }
      try operation.ask()
      _ = try await operation.apply(planned)
      outcome.isWritten = true
      return outcome
    }
  }

  private func outcome(_ proposal: SeedProposal) throws -> Outcome {
    let document = DifferenceDocument(proposal.plan, of: environment.profile.name, notes: [])
    let rendering = DifferenceHTMLRendering()
    var html = ""
    rendering.writeSummary(of: document) { html += $0 }
    rendering.write(DifferenceSection.sections(of: document)) { html += $0 }
    return Outcome(
      markup: Markup(trusted: html) + notes,
      hasChanges: !proposal.plan.isEmpty,
      digest: try proposal.plan.digestOfChanges()
    )
  }

  private var notes: Markup {
    interaction.notes.map { Markup.element("p", ["class": "quiet"], .say($0)) }.joined
  }
}
