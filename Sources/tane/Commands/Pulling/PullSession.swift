import Foundation
import SystemPackage
import TaneCore
import TaneKit
import TaneFormats
import TaneProject
import TaneRendering
import TaneRuntime
import TaneSeeding

/// One run of `tane pull` or `tane adopt`.
struct PullSession {
  let request: PullRequest
  let context: CommandContext
  private let interruption: Interruption

  init(request: PullRequest, context: CommandContext) {
    (self.request, self.context) = (request, context)
    interruption = Interruption("nothing was written", console: context.console)
  }

  func run() async throws -> ExitStatus {
    var left: [FixtureUpdate.Left] = []
    return try await run(leaving: &left)
  }

  /// Runs it, and notes what fixtures cannot be made to say.
  func run(leaving left: inout [FixtureUpdate.Left]) async throws -> ExitStatus {
    let target = try context.environment(of: request.environment)
    target.printHeader(in: context)
    try request.addresses.forEach(target.profile.checkService)
    let set = try set(of: target)
    let project = try context.project
    // In a project without fixtures the set is made, that of the profile included.
    let hasSets = (try? FixtureSets.names(in: project))?.isEmpty == false
    let fixtures = try (hasSets ? target : target.with(sets: []))
      .fixtures(otherwise: "nothing was written", context.console)
    let masking = PullMasking(
      profile: target.profile,
      rules: request.isUnmasked ? MaskRules([]) : fixtures.masks,
      context: context
    )
    try masking.checkGuard(of: request)
    let source = try await source(of: target.profile, beside: fixtures)
    let readers = source.readers
    if request.suggestsMasks { return try await masking.suggest(request, readers) }
    let scope = ComparisonScope(request.addresses + (try await masking.followed(request, readers)))
    let masked = try await masking.masked(scope, of: request, readers)
    let held = try await held(masked, readers, target, scope)
    let pull = EnvironmentPull(
      fixtures,
      AdapterContext(target.profile),
      masked?.scope ?? scope,
      of: held
    )
    var update = FixtureUpdate(of: fixtures, in: project, for: target.profile, addingTo: set)
    try await context.console.showing("reading \(target.profile.name)") {
      try await pull.read(
        readers,
        into: &update,
        addingFiles: request.addsFiles,
        removing: request.removes
      )
    }
    update.leave(source.left)
    let files = try await update.files()
    left = update.left
    try masking.accept(masking.check(of: masked)?.findings(in: files) ?? [])
    show(files, update.left)
    source.notes.forEach { context.console.note($0) }
    guard !request.dryRun, !files.isEmpty else {
      finish(files, update.left, masked, isWritten: false)
      return update.left.isEmpty ? .clean : .found
    }
    let left = update.left.map(\.address)
    try await context.console.showing("writing the fixtures") {
      try await write(files, readers, masked, masking) { project in
        let rest = try await remaining(
          target,
          readers,
          masked?.scope ?? scope,
          held,
          in: project
        ).filter { place in !left.contains { $0.contains(place) } }
        try refuse(rest, target.profile.name)
      }
    }
    finish(files, update.left, masked, isWritten: true)
    return update.left.isEmpty ? .clean : .found
  }

  /// Refuses files that would not read back as the environment.
  private func refuse(_ rest: [Address], _ environment: String) throws {
    guard !rest.isEmpty else { return }
    rest.forEach { context.console.note("! would not read back  \($0)") }
    throw CommandFailure(
      .found,
      "\(counted(rest.count, "place")) would not read back as in \(environment); nothing was written"
    )
  }

  /// The set that new files go to.
  private func set(of target: ProjectEnvironment) throws -> String {
    let set = request.set ?? target.sets.first ?? "base"
    guard let problem = FixtureSets.problem(inName: set) else { return set }
    throw CommandFailure(.usage, "\"\(set)\" is not a valid name of a fixture set: it \(problem)")
  }

  /// Writes files where the bytes of none hold what is masked; a signal that ends it leaves those that there were.
  private func write(
    _ files: [FixtureUpdate.File],
    _ readers: EnvironmentReaders,
    _ masked: MaskedEnvironment?,
    _ masking: PullMasking,
    accepting verify: @escaping @Sendable (Project) async throws -> Void
  ) async throws {
    let check = masking.check(of: masked)
    do {
      try await interruption.cancelling {
        var found: [Diagnostic] = []
        try await FixtureFiles(project: context.project).write(files) { address in
          let bytes = try await bytes(of: address, on: readers, masked)
          let findings = check?.findings(inBytes: bytes, of: address) ?? []
          found += findings
          return findings.isEmpty ? bytes : nil
        } accepting: { project in
          try masking.accept(found)
          try await verify(project)
        }
      }
    } catch {
      guard let status = interruption.status else { throw error }
      throw CommandFailure(status, "interrupted; nothing was written")
    }
    interruption.note("the fixtures were written")
  }

  private func source(
    of profile: EnvironmentProfile,
    beside fixtures: Fixtures
  ) async throws -> PullSource {
    guard let file = request.file else {
      return PullSource(try context.environments.readers(of: profile))
    }
    return try await PullExport(
      file,
      at: context.path(file),
      of: profile,
      beside: fixtures,
      request.addresses
    ).source()
  }

  /// What was read for a pull of everything; nil where only what fixtures describe is asked for.
  private func held(
    _ masked: MaskedEnvironment?,
    _ readers: EnvironmentReaders,
    _ target: ProjectEnvironment,
    _ scope: ComparisonScope
  ) async throws -> HeldEnvironment? {
    if let masked { return masked.held }
    guard request.addsFiles else { return nil }
    return try await context.console.showing("reading \(target.profile.name)") {
      try await HeldEnvironment(reading: readers, AdapterContext(target.profile), scope)
    }
  }

  private func bytes(
    of address: Address,
    on readers: EnvironmentReaders,
    _ masked: MaskedEnvironment?
  ) async throws -> [UInt8] {
    guard let address = masked.map({ $0.objects[address] }) ?? address else { return [] }
    let bucket = try readers.reader(.buckets, named: address.service)
    return try await bucket.data(at: address.objectName, maximumSize: .max)
  }

  /// What would differ that should not, with the files as they will be.
  private func remaining(
    _ target: ProjectEnvironment,
    _ readers: EnvironmentReaders,
    _ scope: ComparisonScope,
    _ held: HeldEnvironment?,
    in project: Project
  ) async throws -> [Address] {
    let fixtures = try target.moved(to: project)
      .fixtures(otherwise: "nothing was written", context.console)
    let pull = EnvironmentPull(fixtures, AdapterContext(target.profile), scope, of: held)
    let difference = try await pull.difference(on: readers, expectingAgreement: true)
    return difference.resources.flatMap { resource in
      resource.written.changes.filter { request.removes || $0.old != nil }
        .map { Address(service: resource.address.service, path: $0.path) }
    }
  }

  // MARK: Output

  private func show(_ files: [FixtureUpdate.File], _ left: [FixtureUpdate.Left]) {
    guard !context.isJSON else { return }
    let style = context.console.style
    for file in files {
      let path = VisibleText.revealing(file.path.string)
      switch file.content {
      case .nothing: context.console.print("\(style.red("- remove".label))  \(path)")
      case .object: context.console.print("\(label(file))  \(path)")
      case .text:
        let values = style.dim(counted(file.changeCount, "value"))
        let lost = file.losesText ? style.yellow("  written anew: comments in it go") : ""
        context.console.print("\(label(file))  \(path)  \(values)\(lost)")
      }
    }
    for place in left {
      context.console.print(
        "\(style.yellow("! left".label))  \(place.address)  \(style.dim(place.reason))"
      )
    }
    if !files.isEmpty || !left.isEmpty { context.console.print() }
  }

  private func label(_ file: FixtureUpdate.File) -> String {
    let style = context.console.style
    return file.exists ? style.yellow("~ change".label) : style.green("+ add".label)
  }

  private func finish(
    _ files: [FixtureUpdate.File],
    _ left: [FixtureUpdate.Left],
    _ masked: MaskedEnvironment?,
    isWritten: Bool
  ) {
    guard context.isJSON else {
      if let masked, !files.isEmpty {
        context.console.print(PullMasking.summary(of: masked))
      }
      return context.console.print(
        files.isEmpty
          ? "Nothing to do: the fixtures say what the environment holds."
          : isWritten
            ? "\(context.console.style.green(request.addsFiles ? "Pulled" : "Adopted")) into"
              + " \(counted(files.count, "file"))."
            : "Dry run: nothing was written."
      )
    }
    var document: [(String, TreeLiteral)] = [
      ("written", .bool(isWritten)),
      (
        "files",
        .list(
          files.map { file in
            .map([("path", .string(file.path.string)), ("change", .string(Self.change(file)))])
          }
        )
      ),
      ("left", Self.document(of: left)),
    ]
    if let masked {
      let search = masked.search
      document.append(
        (
          "masks",
          [
            "searched": .integer(Int64(search.count)),
            "notSearched": .integer(Int64(search.shortCount + search.sharedCount)),
            "exceptions": .list(PullMasking.exceptions(of: masked).map { .string($0) }),
          ]
        )
      )
    }
    context.console.printJSON(.map(document))
  }

  /// What fixtures cannot be made to say, for programs.
  static func document(of left: [FixtureUpdate.Left]) -> TreeLiteral {
    .list(
      left.map { .map([("address", .string("\($0.address)")), ("reason", .string($0.reason))]) }
    )
  }

  private static func change(_ file: FixtureUpdate.File) -> String {
    if case .nothing = file.content { return "remove" }
    return file.exists ? "change" : "add"
  }
}
