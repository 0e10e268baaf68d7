import Foundation
import SystemPackage
import TaneCore
import TaneFormats
import TaneProject
import TaneRendering
import TaneRuntime
import TaneSeeding

/// One run of `tane pull` or `tane adopt`.
struct PullSession {
  let request: PullRequest
  let context: CommandContext

  func run() async throws -> ExitStatus {
    let target = try CommandTarget(environment: request.environment, in: context)
    target.printHeader(in: context)
    try checkGuard(of: target.profile)
    try request.addresses.forEach(target.profile.checkService)
    let set = request.set ?? target.sets.first ?? "base"
    if let problem = FixtureSets.problem(inName: set) {
      throw CommandFailure(.usage, "\"\(set)\" is not a valid name of a fixture set: it \(problem)")
    }
    let project = try context.project
    let fixtures = try target.fixtures(in: context, addresses: [], otherwise: "nothing was written")
    let source = try await source(of: target.profile)
    let readers = source.readers
    let pull = pull(fixtures, target)
    var update = FixtureUpdate(of: fixtures, in: project, for: target.profile, addingTo: set)
    try await pull.read(
      readers,
      into: &update,
      addingFiles: request.addsFiles,
      removing: request.removes
    )
    update.leave(source.left)
    let files = update.files()
    show(files, update.left)
    source.notes.forEach(context.console.note)
    guard !request.dryRun, !files.isEmpty else {
      finish(files, update.left, isWritten: false)
      return update.left.isEmpty ? .clean : .found
    }
    try await FixtureFiles(project: project).write(files) { address in
      try await bytes(of: address, on: readers)
    }
    let rest = try await remaining(target, readers)
    finish(files, update.left, isWritten: true)
    guard rest.isEmpty else {
      rest.forEach { context.console.note("! differs still  \($0)") }
      throw CommandFailure(
        .found,
        "the fixtures were written, and \(counted(rest.count, "place")) could not be made as in"
          + " \(target.profile.name)"
      )
    }
    return update.left.isEmpty ? .clean : .found
  }

  /// Real people's data leaves a protected environment only where somebody says so.
  private func checkGuard(of profile: EnvironmentProfile) throws {
    guard profile.guardLevel == .protected, !request.isUnmasked, request.file == nil else { return }
    throw CommandFailure(
      .refused,
      "\(profile.name) is protected: what is pulled from it would lie in plain text in fixtures."
        + " --dangerously-unmasked pulls it as it is. Nothing was read or written."
    )
  }

  private func source(of profile: EnvironmentProfile) async throws -> PullSource {
    guard let file = request.file else {
      return PullSource(try context.environments.readers(of: profile))
    }
    return try await PullExport(file, at: context.path(file), of: profile, request.addresses)
      .source()
  }

  private func pull(_ fixtures: Fixtures, _ target: CommandTarget) -> EnvironmentPull {
    EnvironmentPull(
      fixtures,
      AdapterContext(target.profile),
      ComparisonScope(request.addresses)
    )
  }

  private func bytes(of address: Address, on readers: EnvironmentReaders) async throws -> [UInt8] {
    let bucket = try readers.reader(.buckets, named: address.service)
    return try await bucket.data(
      at: address.path.components.joined(separator: "/"),
      maximumSize: .max
    )
  }

  /// What still differs that should not.
  private func remaining(
    _ target: CommandTarget,
    _ readers: EnvironmentReaders
  ) async throws -> [Address] {
    let fixtures = try target.fixtures(
      in: context,
      addresses: [],
      otherwise: "the fixtures were written"
    )
    let difference = try await pull(fixtures, target).difference(on: readers)
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
      case .nothing: context.console.print("\(style.red("- remove"))  \(path)")
      case .object: context.console.print("\(label(file))  \(path)")
      case .text:
        let values = style.dim(counted(file.changeCount, "value"))
        let lost = file.losesText ? style.yellow("  written anew: comments in it go") : ""
        context.console.print("\(label(file))  \(path)  \(values)\(lost)")
      }
    }
    for place in left {
      context.console.print(
        "\(style.yellow("! left  "))  \(place.address)  \(style.dim(place.reason))"
      )
    }
    if !files.isEmpty || !left.isEmpty { context.console.print() }
  }

  private func label(_ file: FixtureUpdate.File) -> String {
    let style = context.console.style
    return file.exists ? style.yellow("~ change") : style.green("+ add   ")
  }

  private func finish(
    _ files: [FixtureUpdate.File],
    _ left: [FixtureUpdate.Left],
    isWritten: Bool
  ) {
    guard context.isJSON else {
      return context.console.print(
        files.isEmpty
          ? "Nothing to do: the fixtures say what the environment holds."
          : isWritten
            ? "\(context.console.style.green(request.addsFiles ? "Pulled" : "Adopted")) into"
              + " \(counted(files.count, "file"))."
            : "Dry run: nothing was written."
      )
    }
    let document: [(String, TreeLiteral)] = [
      ("written", .bool(isWritten)),
      (
        "files",
        .list(
          files.map { file in
            .map([("path", .string(file.path.string)), ("change", .string(Self.change(file)))])
          }
        )
      ),
      (
        "left",
        .list(
          left.map {
            .map([("address", .string("\($0.address)")), ("reason", .string($0.reason))])
          }
        )
      ),
    ]
    context.console.printJSON(.map(document))
  }

  private static func change(_ file: FixtureUpdate.File) -> String {
    if case .nothing = file.content { return "remove" }
    return file.exists ? "change" : "add"
  }
}
