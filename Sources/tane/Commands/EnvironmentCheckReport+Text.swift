import TaneCore
import TaneProject
import TaneRendering
import TaneServices

// The output of `tane env check` for people.
extension EnvironmentCheckReport {
  func print(to console: Console) {
    let width = services.map { DisplayWidth.of($0.name) }.max() ?? 0
    for service in services { print(service, width, to: console) }
    for app in apps {
      let parts = [app.bundleID?.value, app.project.map { "of \($0.value)" }].compactMap(\.self)
      console.print("  app  \(app.file)  \(parts.joined(separator: ", ").escapingControls)")
    }
    if !findings.isEmpty { console.print() }
    for finding in findings {
      console.print(block: DiagnosticText.render(finding, style: console.style))
    }
    guard !notChecked.isEmpty else { return }
    console.print()
    for clause in notChecked { console.print("Not checked: \(clause).") }
  }

  private func print(_ service: Service, _ width: Int, to console: Console) {
    let isFine = service.answers.allSatisfy { $0.answer.isYes != false }
    let symbol = isFine ? "=" : console.style.red("!")
    let name = console.style.bold(DisplayWidth.padded(service.name, to: width))
    var words = service.answers.map { $0.question.words($0.answer).localized }
    // Checks that were skipped because the service is unreachable are not printed.
    if service.probe.reachable.isYes == false { words = Array(words.prefix(1)) }
    if let milliseconds = service.milliseconds { words.append("\(milliseconds.grouped) ms") }
    console.print(
      "\(symbol) \(name)  \(service.url)  \(words.joined(separator: " · "))",
      isData: true
    )
    var told: Set<String> = []
    for (_, answer) in service.answers {
      guard let reason = answer.reason, answer.isYes == false || isFine,
        told.insert(reason).inserted
      else { continue }
      console.print("  \(reason)")
    }
  }
}
