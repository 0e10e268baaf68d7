import ArgumentParser
import SystemPackage
import TaneCore
import TaneKit
import TaneProject
import TaneRendering

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare fixtures, environments, files or folders.",
    discussion: """
      Without operands, compares the environment (left) with the fixtures (right). An operand is \
      the name of an environment, the word "fixtures", or a YAML or JSON file or a folder of such \
      files, which is read as one tree. With only one operand, the other side is the fixtures. A \
      file of a fixture set, such as fixtures/SET/databases/NAME/shops.yaml, can also be compared \
      with the corresponding data in an environment or in the merged fixtures. An operand with \
      ":/" is an address that limits the comparison.

      List elements are matched by their "id", "key" or "uid", otherwise by their "name", "slug" \
      or "path" and by their contents; --key specifies another member. The numbers 1 and 1.0 are \
      different in files, but the same in a Realtime Database.

      Exits with 0 if there are no differences and 1 otherwise.

        tane diff -e staging
        tane diff staging production
        tane diff old.json new.json
        tane diff -e staging --open
      """
  )

  @Argument(
    help: """
      LEFT and RIGHT (an environment, "fixtures", a file or a folder), and addresses that \
      limit the comparison.
      """,
    completion: .custom { _, _, prefix in CompletionCandidates.operands(beginningWith: prefix) }
  )
  var operands: [String] = []

  @OptionGroup var presentation: DiffPresentation

  @Option(
    name: .customLong("ignore"),
    parsing: .singleValue,
    help: ArgumentHelp(
      "Ignore differences at and below these nodes, such as users:/users/*/last_login, or "
        + "/users/*/last_login in files; may be repeated. ** matches any number of keys.",
      valueName: "pattern"
    )
  )
  var ignored: [String] = []

  @Option(
    name: .customLong("key"),
    parsing: .singleValue,
    help: ArgumentHelp(
      "The member that identifies list elements, such as /shops/*/menu=code, or "
        + "shops:/shops/*/menu=code; may be repeated.",
      valueName: "pattern=member"
    )
  )
  var keys: [String] = []

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var anchor: AnchorOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      try await DiffSession(self, context: context).run()
    }
  }
}

/// One run of `tane diff`.
struct DiffSession {
  private let command: DiffCommand
  private let arguments: DiffArguments
  private let context: CommandContext
  private let ignoring: DiffPatterns
  private let keys: DiffKeys

  private var addresses: [Address] { arguments.addresses }
  private var hasHeader: Bool { command.presentation.hasHeader(isJSON: context.isJSON) }

  init(_ command: DiffCommand, context: CommandContext) throws {
    try command.presentation.check(isJSON: context.isJSON)
    self.command = command
    self.context = context
    ignoring = DiffPatterns(command.ignored)
    keys = try DiffKeys(command.keys)
    arguments = try DiffArguments(
      command.operands,
      named: try command.environment.named,
      otherwise: try command.environment.name(variables: context.variables),
      in: FilePath(FileManager.default.currentDirectoryPath)
    ) {
      (try? context.profiles())?.profiles.map(\.name) ?? []
    }
  }

  /// Runs the comparison; failures never exit with `found`, which is reserved for differences.
  func run() async throws -> ExitStatus {
    do {
      return try await compare()
    } catch {
      let failure = CommandFailure(error)
      guard failure.status == .found else { throw failure }
      throw CommandFailure(.failed, failure.message, findings: failure.findings)
    }
  }

  private func compare() async throws -> ExitStatus {
    switch (arguments.left, arguments.right) {
    case (.environment(let name), .fixtures):
      let environment = try context.environment(named: name, at: command.anchor)
      environment.printHeader(in: context, isWanted: hasHeader)
      return try await show(operation(on: [environment]).compare(environment), .fixtures)
    case (.environment(let old), .environment(let new)):
      return try await compare(old, new)
    case (.environment(let name), .path(let path)):
      return try await compare(name, with: path)
    case (.path(let old), .path(let new)):
      return try await compare(old, new)
    case (.path(let path), .fixtures):
      return try compareWithFixtures(path, isOld: true)
    case (.fixtures, .path(let path)):
      return try compareWithFixtures(path, isOld: false)
    case (.fixtures, .environment), (.path, .environment):
      throw CommandFailure(
        .usage,
        "put the environment first: tane diff \(arguments.right.label) \(arguments.left.label)"
      )
    case (.fixtures, .fixtures):
      throw CommandFailure(
        .usage,
        "both sides are the fixtures; compare them with an environment or a file"
      )
    }
  }

  /// Returns an operation for environments; the first environment determines how list elements are
  /// identified.
  private func operation(on environments: [ProjectEnvironment]) throws -> DiffOperation {
    let services = environments.map(\.profile.serviceNames)
    var options = DiffOptions()
    options.addresses = addresses
    options.ignored = try services.flatMap(ignoring.addressPatterns)
    options.identities = try keys.identities(among: services[0])
    return DiffOperation(options, context.console)
  }

  private func compare(_ old: String, _ new: String) async throws -> ExitStatus {
    let profiles = try context.profiles()
    let environments = try [old, new].map { try context.environment(named: $0, among: profiles) }
    let notes = environments.map(\.profile).flatMap { profile in
      profile.redirections.map { "note: \(profile.name): \($0)" }
    }
    if hasHeader {
      context.console.print("\(old) → \(new)")
      notes.forEach { context.console.print($0) }
      context.console.print()
    } else {
      notes.forEach { context.console.note($0) }
    }
    let operation = try operation(on: environments)
    return try await show(operation.compare(environments[0], environments[1]), .environments)
  }

  private func compare(_ name: String, with path: DiffPath) async throws -> ExitStatus {
    guard addresses.isEmpty else {
      throw CommandFailure(
        .usage,
        "\(addresses[0]): the path of a fixture file already determines which node is compared; "
          + "remove the address"
      )
    }
    let place = try DiffFixtureNode(path, in: context.project)
    let environment = try context.environment(
      named: name,
      sets: [place.set],
      at: command.anchor
    )
    environment.printHeader(in: context, isWanted: hasHeader)
    let operation = try operation(on: [environment])
    return try await show(operation.compare(environment, with: place), .fixtures)
  }

  private func compareWithFixtures(_ path: DiffPath, isOld: Bool) throws -> ExitStatus {
    let place = try DiffFixtureNode(path, in: context.project)
    let environment = try context.environment(of: command.environment, at: command.anchor)
    let operation = try operation(on: [environment])
    return try show(
      operation.compare(place, isOld: isOld, withFixturesOf: environment),
      .files
    )
  }

  private func compare(_ old: DiffPath, _ new: DiffPath) async throws -> ExitStatus {
    guard addresses.isEmpty else {
      throw CommandFailure(
        .usage,
        "\(addresses[0]): an address can limit a comparison of environments or fixtures, but not "
          + "of files; remove the address"
      )
    }
    let ignored = try ignoring.pathPatterns()
    let trees = try await DiffTrees(old, new, in: try? context.project, context.console)
    if let patch = command.presentation.patch, trees.documentCount > 1 {
      throw CommandFailure(
        .usage,
        "--patch \(patch.rawValue) requires files with a single document, but one of the files has "
          + "\(counted(trees.documentCount, "document"))"
      )
    }
    let identity = try keys.fileIdentity()
    return try show(
      trees.difference(ignoring: ignored, identity: identity, context.console),
      .files
    )
  }

  // MARK: Output

  private func show(
    _ compared: DiffOperation.Outcome,
    _ subject: DifferenceDocument.Subject
  ) async throws -> ExitStatus {
    guard command.presentation.isPage, !compared.difference.objects.isEmpty else {
      return try show(compared.difference, subject)
    }
    let images = try await DiffImages(context.console).previews(of: compared)
    return try show(compared.difference, subject, images: images)
  }

  /// Prints a difference, and returns the exit code.
  private func show(
    _ difference: Difference,
    _ subject: DifferenceDocument.Subject,
    images: ImagePreviews = ImagePreviews()
  ) throws -> ExitStatus {
    let document = DifferenceDocument(
      difference,
      subject,
      left: arguments.left.label,
      right: arguments.right.label
    )
    return try command.presentation.show(
      document,
      asPage: "tane-diff",
      images: images,
      in: context
    )
  }
}
