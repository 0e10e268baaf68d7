import ArgumentParser
import TaneRendering

/// The options that say how differences are shown.
struct DiffPresentation: ParsableArguments {
  /// How differences are laid out for people.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, github, html

    /// The rendering of the format.
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

  @Flag(help: "Only the number of differences, by service and top-level node.")
  var summary = false

  @Option(
    help: ArgumentHelp(
      "What makes the right side of the left: json (RFC 6902), merge (RFC 7396) or rtdb (the body of a"
        + " multi-path update).",
      valueName: "kind"
    )
  )
  var patch: PatchKind?

  @Option(
    help: ArgumentHelp(
      "text, markdown, github (a comment for a pull request), or html: a page of its own.",
      valueName: "format"
    )
  )
  var format: Format?

  @Flag(help: "Show the differences as a page in the browser.")
  var open = false

  /// Refuses options that contradict each other.
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
      "\(all.dropLast().joined(separator: ", ")) and \(all.last ?? "") contradict each other;"
        + " give one of them"
    )
  }

  /// Whether the differences are shown as a page, which has images as well.
  var isPage: Bool { open || format == .html }

  /// Whether the environment is named on the first line, as text for people has it.
  func hasHeader(isJSON: Bool) -> Bool {
    !isJSON && patch == nil && (format ?? .text) == .text
  }

  /// Shows a document as was asked for, and returns the exit code for it; `page` begins the name of a page's file.
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

  /// The rendering that was asked for.
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
