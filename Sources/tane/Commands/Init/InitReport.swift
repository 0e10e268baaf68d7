import SystemPackage
import TaneCore
import TaneKit
import TaneProject
import TaneRendering

/// The output of `tane init`: the detected settings, the changes and the next steps.
struct InitReport {
  let context: CommandContext
  let folder: AppFolder
  let sources: [String]
  let setup: SetupEnvironments

  private static let maximumShownSkipped = 10

  /// Prints the detected settings and the files to write.
  func show(_ files: SetupFiles, export: String?) {
    for skipped in folder.skipped.prefix(Self.maximumShownSkipped) {
      context.console.note(
        "note: \(skipped.path.escapingControls) was skipped: \(skipped.reason)"
      )
    }
    let more = folder.skipped.count - Self.maximumShownSkipped
    if more > 0 {
      context.console.note("note: \(more.grouped) more \(more == 1 ? "was" : "were") skipped")
    }
    for (url, position) in setup.unassigned.prefix(Self.maximumShownSkipped) {
      context.console.note(
        "note: \(position.file.escapingControls):\(position.line): \(url) was not added to any "
          + "profile; add it to the profile of its environment"
      )
    }
    guard !context.isJSON else { return }
    let style = context.console.style
    context.console.print("Found:")
    for (name, note) in detectedItems { context.console.print("  \(name)  \(style.dim(note))") }
    if detectedItems.isEmpty {
      context.console.print(
        "  no Firebase settings; specify projects with --project NAME=ID, and services that the "
          + "app uses with --service"
      )
    }
    context.console.print()
    for file in files.files {
      let path = VisibleText.revealing(file.path.string)
      if file.isAddition {
        context.console.print(
          "\(style.yellow("~ change".label))  \(path)  \(style.dim("adds 1 line"))",
          indent: 10
        )
      } else if file.exists {
        context.console.print(
          "\("= keep".label)  \(path)  \(style.dim("already exists"))",
          indent: 10
        )
      } else {
        context.console.print("\(style.green("+ add".label))  \(path)\(note(on: file))", indent: 10)
      }
    }
    if let export {
      let note = style.dim("the data of \(VisibleText.revealing(export))")
      context.console.print("\(style.green("+ add".label))  fixtures/base  \(note)")
    }
    if !files.missing.isEmpty, !files.hasEditorSchemas {
      context.console.print(
        "\(style.green("+ add".label))  fixtures/.schemas  \(style.dim("for editors"))"
      )
    }
    context.console.print()
  }

  private var detectedItems: [(name: String, note: String)] {
    var detectedItems = Dictionary(grouping: folder.apps, by: \.project).sorted { $0.key < $1.key }
      .flatMap { project, apps in
        let shown = apps.prefix(apps.count > 3 ? 2 : 3).map {
          ($0.file.escapingControls, "the project \(project.escapingControls)")
        }
        let others = apps.count - shown.count
        return others == 0 ? shown : shown + [("and \(others) more", "of the same project")]
      }
    let aliases = folder.settings.aliases.sorted { $0.key < $1.key }.map {
      "\($0.key) = \($0.value)".escapingControls
    }
    let emulators = folder.settings.emulators.keys.sorted().compactMap { name in
      folder.settings.port(of: name).map { "\(name) on port \($0)".escapingControls.localized }
    }
    for file in folder.settingsFiles {
      let notes = file.hasSuffix(".firebaserc") ? aliases : emulators
      detectedItems.append((file.escapingControls, notes.joined(separator: ", ")))
    }
    if folder.swiftFileCount > 0 {
      let models =
        sources.isEmpty
        ? "no models"
        : "models in \(sources.joined(separator: ", ").escapingControls)"
      detectedItems.append((counted(folder.swiftFileCount, "Swift file"), models))
    }
    return detectedItems
  }

  private func note(on file: SetupFiles.File) -> String {
    let name = file.path.stem ?? ""
    let environment = setup.environments.first {
      file.path.string.hasPrefix("environments/") && $0.name == name
    }
    guard let environment else {
      guard file.path.string == "fixtures/mappings.yaml", !setup.mappings.isEmpty else { return "" }
      let text = "\(counted(setup.mappings.count, "mapping")) from Swift code".localized
      return "  " + context.console.style.dim(text)
    }
    let text = environment.project.map {
      "\($0.escapingControls) · guard \(environment.guardLevel.rawValue)"
    }
    let kind = (name == "local" ? "embedded" : "emulators").localized
    return "  " + context.console.style.dim(text ?? kind)
  }

  /// Prints the changes and the next steps.
  func finish(
    _ files: SetupFiles,
    left: [FixtureUpdate.SkippedValue],
    schema: SchemaOperation.Report? = nil,
    isWritten: Bool,
    next: [String]
  ) {
    guard !context.isJSON else {
      let changes = files.files.map { file in
        let change = file.isAddition ? "change" : file.exists ? "keep" : "add"
        return Self.document(ofChange: change, to: file.path.string)
      }
      let saved = schema.map { [Self.document(ofChange: "add", to: $0.name)] } ?? []
      return context.console.printJSON([
        "written": .bool(isWritten),
        "files": .list(changes + saved),
        "left": PullReport.document(of: left),
        "environments": .list(setup.environments.map { .string($0.name) }),
        "next": .list(next.map { .string($0) }),
      ])
    }
    guard isWritten else {
      return context.console.print(
        files.missing.isEmpty
          ? "Nothing to do: all files exist." : "Dry run: nothing was written."
      )
    }
    if let schema {
      let style = context.console.style
      let note = style.dim(counted(schema.typeCount, "type").localized)
      context.console.print("\(style.green("+ add".label))  \(schema.name)  \(note)", indent: 10)
      context.console.print()
    }
    let done = "Wrote \(counted(files.missing.count, "file"))".localized
    context.console.print("\(context.console.style.green(done)). Next:")
    next.forEach { context.console.printRaw("  \($0)\n") }
  }

  private static func document(ofChange change: String, to file: String) -> TreeLiteral {
    ["path": .string(file), "change": .string(change)]
  }
}
