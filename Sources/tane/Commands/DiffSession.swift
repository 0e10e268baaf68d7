import SystemPackage
import TaneCore
import TaneFormats
import TaneProject
import TaneRuntime
import TaneSeeding

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One run of `tane diff`.
struct DiffSession {
  private let left: DiffOperand
  private let right: DiffOperand
  private let addresses: [Address]
  private let context: CommandContext

  init(
    operands: [String],
    environment: EnvironmentOptions,
    context: CommandContext
  ) throws {
    self.context = context
    addresses = operands.filter { $0.contains(":/") }.compactMap { Address(parsing: $0) }
    let directory = FilePath(FileManager.default.currentDirectoryPath)
    let sides = operands.filter { !$0.contains(":/") }.map { DiffOperand($0, in: directory) }
    switch sides.count {
    case 0:
      left = .environment(environment.name(variables: context.variables))
      right = .fixtures
    case 1:
      left = sides[0]
      right = .fixtures
    case 2:
      (left, right) = (sides[0], sides[1])
    default:
      throw CommandFailure(
        .usage,
        "tane diff compares two sides, and was given \(sides.count)"
      )
    }
  }

  func run() async throws -> ExitStatus {
    switch (left, right) {
    case (.environment(let name), .fixtures):
      return try await compareWithFixtures(name)
    case (.environment(let old), .environment(let new)):
      return try await compare(old, new)
    case (.file(let old), .file(let new)):
      return try compareFiles(old, new)
    case (.fixtures, .environment):
      throw CommandFailure(
        .usage,
        "name the environment first: tane diff \(right.label) fixtures"
      )
    default:
      throw CommandFailure(
        .usage,
        "\(left.label) and \(right.label) cannot be compared: a file is compared with a file, an"
          + " environment with fixtures or with another environment"
      )
    }
  }

  private func compareWithFixtures(_ name: String) async throws -> ExitStatus {
    let target = try CommandTarget(named: name, in: context)
    target.printHeader(in: context)
    let fixtures = try target.fixtures(
      in: context,
      addresses: addresses,
      otherwise: "nothing was compared"
    )
    let comparison = EnvironmentComparison(
      fixtures: fixtures,
      own: target.profile.own,
      scope: ComparisonScope(addresses)
    )
    let stores = try context.connect(target.profile, for: .reading)
    let difference = try await comparison.run(against: stores)
    return report(difference, sameAs: "as the fixtures say")
  }

  private func compare(_ old: String, _ new: String) async throws -> ExitStatus {
    let profiles = try context.profiles()
    let oldProfile = try CommandTarget.profile(named: old, in: profiles)
    let newProfile = try CommandTarget.profile(named: new, in: profiles)
    if !context.isJSON { context.console.print("\(old) → \(new)\n") }
    let oldStores = try context.connect(oldProfile, for: .reading)
    let newStores = try context.connect(newProfile, for: .reading)
    for name in EnvironmentPairComparison.unmatched(oldStores, newStores) {
      context.console.note("note: \(name) is not compared: only one of the environments has it")
    }
    let comparison = EnvironmentPairComparison(scope: ComparisonScope(addresses))
    return report(try await comparison.run(from: oldStores, to: newStores), sameAs: "the same")
  }

  private func compareFiles(_ old: FileOperand, _ new: FileOperand) throws -> ExitStatus {
    let results = [try read(old), try read(new)]
    let findings = results.flatMap(\.diagnostics)
    guard let oldTree = results[0].tree, let newTree = results[1].tree else {
      throw CommandFailure(.found, "a file could not be read as data", findings: findings)
    }
    let changeset = Changeset(from: oldTree, to: newTree)
    FileDiffReport(changeset, left: left.label, right: right.label, in: context).print()
    return changeset.isEmpty ? .clean : .found
  }

  private func read(_ file: FileOperand) throws -> ReadResult {
    do {
      let bytes = Array(try Data(contentsOf: URL(filePath: file.path.string)))
      return TreeReader.read(bytes, named: file.name, as: file.format)
    } catch {
      throw CommandFailure(
        .failed,
        "\(file.name): cannot be read; check its name and its permissions"
      )
    }
  }

  private func report(_ difference: EnvironmentDifference, sameAs same: String) -> ExitStatus {
    let report = DifferenceReport(difference, left: left.label, right: right.label, in: context)
    report.print(sameAs: same)
    return difference.isEmpty ? .clean : .found
  }
}
