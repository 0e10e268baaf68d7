import SystemPackage
import TaneCore
import TaneProject
import TaneRendering
import TaneSeeding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One run of `tane diff`.
struct DiffSession {
  let left: DiffOperand
  let right: DiffOperand
  let addresses: [Address]
  let ignoring: DiffPatterns
  let keys: DiffKeys
  let presentation: DiffPresentation
  let environment: EnvironmentOptions
  let anchor: AnchorOptions
  let context: CommandContext

  init(_ command: DiffCommand, context: CommandContext) throws {
    try command.presentation.check(isJSON: context.isJSON)
    self.context = context
    presentation = command.presentation
    ignoring = DiffPatterns(command.ignored)
    keys = try DiffKeys(command.keys)
    environment = command.environment
    anchor = command.anchor
    let arguments = try DiffArguments(
      command.operands,
      named: try environment.named,
      otherwise: try environment.name(variables: context.variables),
      in: FilePath(FileManager.default.currentDirectoryPath)
    ) {
      (try? context.profiles())?.profiles.map(\.name) ?? []
    }
    (left, right) = (arguments.left, arguments.right)
    addresses = arguments.addresses
  }

  /// Compares; where that cannot be done, it is not "something was found", whatever stands in the way.
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
    switch (left, right) {
    case (.environment(let name), .fixtures):
      return try await compareWithFixtures(name)
    case (.environment(let old), .environment(let new)):
      return try await compare(old, new)
    case (.environment(let name), .path(let path)):
      return try await compare(name, with: path)
    case (.path(let old), .path(let new)):
      return try await compare(old, new)
    case (.path(let path), .fixtures):
      return try compareWithFixtures(path, isLeft: true)
    case (.fixtures, .path(let path)):
      return try compareWithFixtures(path, isLeft: false)
    case (.fixtures, .environment), (.path, .environment):
      throw CommandFailure(
        .usage,
        "name the environment first: tane diff \(right.label) \(left.label)"
      )
    case (.fixtures, .fixtures):
      throw CommandFailure(.usage, "both sides are the fixtures; name an environment or a file")
    }
  }

  /// Shows what was found, and says so with the exit code.
  func show(
    _ document: DifferenceDocument,
    images: ImagePreviews = ImagePreviews()
  ) throws -> ExitStatus {
    let console = context.console
    if presentation.open {
      let rendering = DifferenceHTMLRendering(images: images)
      let page = try BrowserPage(named: "tane-diff", rendering, of: document)
      try page.open(in: context)
      return document.isEmpty ? .clean : .found
    }
    let rendering = presentation.rendering(
      on: console,
      isJSON: context.isJSON,
      images: images
    )
    try console.printBuffered { try rendering.write(document, to: $0) }
    return document.isEmpty ? .clean : .found
  }

  /// The images of objects that differ, where a page shows them.
  func images(
    of difference: Difference,
    old: @autoclosure () throws -> DiffImages.Bytes,
    new: @autoclosure () throws -> DiffImages.Bytes
  ) async throws -> ImagePreviews {
    guard presentation.isPage, !difference.objects.isEmpty else { return ImagePreviews() }
    return try await DiffImages(console: context.console)
      .previews(of: difference, old: try old(), new: try new())
  }

  var hasHeader: Bool { presentation.hasHeader(isJSON: context.isJSON) }
}
