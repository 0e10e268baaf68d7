import ArgumentParser
import TaneRendering

/// The options for displaying differences.
struct DiffPresentation: ParsableArguments {
  /// A human-readable format for differences.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, github, html

    func rendering(
      on console: Console,
      images: ImagePreviews = ImagePreviews()
    ) -> any DifferenceRendering {
      switch self {
      case .text: DifferenceTextRendering(style: console.style, width: console.width)
      case .markdown: DifferenceMarkdownRendering()
      case .github: DifferenceGitHubRendering()
      case .html: DifferenceHTMLRendering(images: images)
      }
    }
  }

  @Flag(help: "Print only the number of differences, by service and top-level node.")
  var summary = false

  @Option(
    help: ArgumentHelp(
      "Print a patch that turns the left side into the right side: json (RFC 6902), merge (RFC "
        + "7396) or rtdb (the body of a multi-path update).",
      valueName: "kind"
    )
  )
  var patch: PatchKind?

  @Option(
    help: ArgumentHelp(
      "text, markdown, github (a comment for a pull request), or html (a standalone page).",
      valueName: "format"
    )
  )
  var format: Format?

  @Flag(help: "Show the differences as a page in the browser.")
  var open = false

  /// Throws a `CommandFailure` if the options conflict.
  func check(isJSON: Bool) throws {
    let given = [
      patch.map { "--patch \($0.rawValue)" }, format.map { "--format \($0.rawValue)" },
      summary ? "--summary" : nil, open && format != .html ? "--open" : nil,
    ].compactMap { $0 }
    let isPage = format != nil || open
    let isContradiction = given.count > 1 || isJSON && isPage
    guard isContradiction else { return }
    let all = isJSON && isPage ? given + ["--json"] : given
    throw CommandFailure(
      .usage,
      "\(all.dropLast().joined(separator: ", ")) and \(all.last ?? "") cannot be combined; use one "
        + "of them"
    )
  }

  /// A Boolean value indicating whether the output is a page, which can include images.
  var isPage: Bool { open || format == .html }

  /// Returns true if the output begins with a line that describes the environment.
  func hasHeader(isJSON: Bool) -> Bool {
    !isJSON && patch == nil && (format ?? .text) == .text
  }

  /// Writes a document in the requested format, and returns the exit code; the file name of a page
  /// begins with `page`.
  func show(
    _ document: DifferenceDocument,
    asPage page: String,
    images: ImagePreviews = ImagePreviews(),
    in context: CommandContext
  ) throws -> ExitStatus {
    if open {
      let rendering = DifferenceHTMLRendering(images: images)
      try BrowserPage(named: page, rendering, of: document).open(in: context)
    } else {
      let rendering = rendering(on: context.console, isJSON: context.isJSON, images: images)
      try context.console.printBuffered { try rendering.write(document, to: $0) }
    }
    return document.isEmpty ? .clean : .found
  }

  /// Returns a rendering in the requested format.
  func rendering(
    on console: Console,
    isJSON: Bool,
    images: ImagePreviews = ImagePreviews()
  ) -> any DifferenceRendering {
    if let patch { return DifferencePatchRendering(kind: patch, note: { console.note($0) }) }
    if isJSON { return DifferenceJSONRendering(isSummary: summary) }
    if summary { return DifferenceSummaryRendering(style: console.style) }
    return (format ?? .text).rendering(on: console, images: images)
  }
}

extension PatchKind: ExpressibleByArgument {}
