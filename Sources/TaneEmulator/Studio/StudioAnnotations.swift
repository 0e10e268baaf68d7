import SystemPackage
import TaneCore
import TaneKit
import TaneProject
import TaneRendering
import TaneSeeding

/// The annotations that the studio adds to differences: the last seed, findings, links and actions.
final class StudioAnnotations: DifferenceAnnotations {
  private let environment: ProjectEnvironment
  private let ledger: EnvironmentLedger
  private let link: StudioURLs
  private let masks: StudioMasks
  private var findings: [Diagnostic]

  init(of environment: ProjectEnvironment, _ ledger: EnvironmentLedger, _ findings: [Diagnostic]) {
    (self.environment, self.ledger) = (environment, ledger)
    link = StudioURLs(environment: environment.profile.name)
    let masks = StudioMasks(of: environment)
    self.masks = masks
    // The message of a finding may contain a masked value.
    self.findings = findings.filter { finding in
      finding.address.map { !masks.hides(nil, at: $0) } ?? true
    }
  }

  func lastSeed(at address: Address) -> String? {
    let keys = address.path.components
    // The ledger records resources, such as documents, so the address of a value is shortened until
    // the ledger has a record for it.
    for count in stride(from: keys.count, through: 0, by: -1) {
      let place = Address(service: address.service, path: TreePath(Array(keys.prefix(count))))
      guard let last = try? ledger.recorded(at: place).presumed else { continue }
      if last.blob != nil { return ObjectText.summary(of: last) }
      let value = last.content[TreePath(Array(keys.dropFirst(count)))]
      return value.flatMap { value in
        guard !value.isNull else { return nil }
        let text = ValueText.render(value, width: 2000)
        return value.kind.isContainer ? text.localized : text
      }
    }
    return nil
  }

  func shown(_ address: Address) -> String { masks.shown(address) }

  func hides(_ change: Change?, at address: Address) -> Bool {
    guard let change else { return masks.hides(nil, at: address) }
    return [change.old, change.new].compactMap(\.self).contains { masks.hides($0, at: address) }
  }

  func html(below address: Address, isExtra: Bool, at position: SourcePosition?) -> String {
    guard !masks.hidesKey(of: address) else { return "" }
    let own = findings.filter { $0.address.map(address.contains) ?? false }
    findings.removeAll { $0.address.map(address.contains) ?? false }
    let links = position.map { editorLinks(to: $0) } ?? .empty
    let browse = Markup.element("a", ["href": link.pageURL(of: address)], .say("Browse"))
    let actions = (isExtra ? [] : [StudioAction.adopt, .revert]).map { action in
      StudioActionText(action: action, address: address, environment: environment)
    }
    let pull = "tane pull \(ShellWord.quoted("\(address)")) -e \(environment.profile.name)"
    let buttons = isExtra ? [Markup.copyButton(pull, label: pull)] : actions.map(\.link)
    return own.map { line(about: $0) }.joined.html
      + Markup.element("div", ["class": "actions"], buttons + [browse, links]).html
  }

  /// Returns the findings that are unrelated to any difference.
  func unrelatedFindings() -> [Diagnostic] { findings }

  /// Renders a finding as a separate article.
  func article(about finding: Diagnostic) -> Markup {
    let place = finding.address.map { Markup.element("code", [:], .data("\($0)")) } ?? .empty
    let severity = finding.severity.rawValue
    return .element(
      "article",
      ["data-kind": severity, "data-service": finding.address?.service],
      .element("h3", [:], .element("b", [:], .say(severity)), .data(" "), place),
      line(about: finding)
    )
  }

  private func line(about finding: Diagnostic) -> Markup {
    let places = ([finding.position] + finding.notes.map(\.position)).compactMap(\.self)
    return .element(
      "p",
      ["class": "finding \(finding.severity.rawValue)"],
      .say(finding.message),
      .data(" "),
      places.map(editorLinks).joined
    )
  }

  /// Returns a link that opens a position in VS Code, and a button for the command that opens it in
  /// Xcode.
  private func editorLinks(to position: SourcePosition) -> Markup {
    let file =
      position.file.hasPrefix("/")
      ? position.file : environment.project.root.appending(position.file).string
    let target = PercentEncoding.encodeURLPath(file) + ":\(position.line):\(position.column)"
    let xcode = "xed --line \(position.line) \(ShellWord.quoted(file))"
    return .element("a", ["href": "vscode://file\(target)"], .data("\(position)"))
      + .data(" ") + .copyButton(xcode, label: "xed")
  }
}

extension Markup {
  /// Creates a button that copies a command.
  static func copyButton(_ command: String, label: String) -> Markup {
    .element("button", ["type": "button", "data-copy": command, "title": command], .data(label))
  }
}
