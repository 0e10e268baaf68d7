import ArgumentParser
import SystemPackage
import TaneCore
import TaneKit
import TaneProject
import TaneRendering

/// One run of `tane doctor --store`, which checks and repairs an environment's embedded stores.
struct StoreDoctor {
  private static let maximumShownPlaces = 10

  let target: ProjectEnvironment
  let repairs: Bool
  let isConfirmed: Bool
  let context: CommandContext

  func run() async throws -> ExitStatus {
    target.printHeader(in: context)
    let interruption = Interruption("nothing was written", console: context.console)
    let operation = try StoreOperation(
      target,
      isConfirmed: isConfirmed,
      CommandInteraction(context, interruption)
    )
    let report = try await operation.check()
    show(report)
    guard !report.isClean else { return .clean }
    guard repairs else {
      if !context.isJSON {
        context.console.print()
        context.console.print(
          "--repair copies the file, removes the damaged data and seeds it again from the fixtures."
        )
      }
      return .found
    }
    let copy = try await operation.remove(report)
    context.console.note(
      "removed the damaged data; the previous file was kept as "
        + "\(copy.lastComponent?.string ?? "")"
    )
    let unnamed = report.damage.count { $0.address == nil }
    if unnamed > 0, report.fileProblems.isEmpty {
      context.console.note(
        "note: the location of \(counted(unnamed, "value")) is unknown; run tane diff to see what "
          + "is missing"
      )
    }
    let resources = target.loadFixtures(context.console).resources
    let unknown = Set(ComparisonScope(report.addresses).addressesWithout(resources))
    let addresses = report.addresses.filter { !unknown.contains($0) }
    guard !addresses.isEmpty || !report.fileProblems.isEmpty else { return .clean }
    return try await seed(addresses)
  }

  /// Seeds the damaged resources that fixtures describe.
  private func seed(_ addresses: [Address]) async throws -> ExitStatus {
    var arguments = ["-e", target.profile.name, "--on-conflict", "take", "--no-types"]
    if isConfirmed { arguments.append("--yes") }
    let command = try SeedCommand.parse(arguments + addresses.map { "\($0)" })
    return try await SeedRun(command: command.request, context: context).run()
  }

  // MARK: Output

  private func show(_ report: StoreOperation.Report) {
    guard !context.isJSON else {
      // After a repair, the JSON document of the seed is printed instead.
      if !repairs || report.isClean { context.console.printJSON(document(of: report)) }
      return
    }
    let width = report.services.map { DisplayWidth.of($0.service.name) }.max() ?? 0
    for problem in report.fileProblems {
      context.console.print("\(context.console.style.yellow("!")) the file: \(problem)", indent: 2)
    }
    for (service, count, noun) in report.services {
      let damage = report.damage.filter { $0.service.name == service.name }
      let name = DisplayWidth.padded(service.name, to: width)
      guard report.fileProblems.isEmpty else { continue }
      guard !damage.isEmpty else {
        context.console.print(
          "= \(name)  \(counted(count, noun))",
          indent: width + 4
        )
        continue
      }
      let damaged = "\(damage.count.grouped) of \(counted(count, noun)) damaged"
      context.console.print(
        "\(context.console.style.yellow("!")) \(name)  \(damaged.localized)",
        indent: width + 4,
        isData: true
      )
      for damage in damage.prefix(Self.maximumShownPlaces) {
        let place = damage.address.map { "\($0)" } ?? "a value at an unreadable address"
        context.console.print("    \(place) \(damage.problem)", indent: 4)
      }
      if damage.count > Self.maximumShownPlaces {
        context.console.print(
          "    … \((damage.count - Self.maximumShownPlaces).grouped) more",
          indent: 4
        )
      }
    }
    guard report.isClean else { return }
    context.console.print()
    context.console.print("Everything in the store can be read.")
  }

  private func document(of report: StoreOperation.Report) -> TreeLiteral {
    [
      "services": .map(
        report.services.map { ($0.service.name, .integer(Int64($0.count))) }
      ),
      "damage": .list(
        report.damage.map {
          [
            "service": .string($0.service.name),
            "address": $0.address.map { .string("\($0)") } ?? .null,
            "problem": .string($0.problem),
          ]
        }
      ),
      "fileProblems": .list(report.fileProblems.map { .string($0) }),
    ]
  }
}
