import Crypto
import Foundation
public import SystemPackage
package import TaneCore
import TaneFormats
package import TaneProject

/// A plan in a file, to be reviewed, approved and applied later.
///
/// It is a JSON map with these keys:
///
/// - `format`, `environment`, `sets` and `summary`
/// - `cost`: the approximate cost by service
/// - `basis`: the SHA-256 digests of the source files, by path in the project
/// - `variables`: the names of the environment variables that fixtures read
/// - `steps`: for each resource, its `address`, the `location` of its service, and its `changes`
///   with `old` and `new`; for an object, also `oldBytes` and `newBytes` (size and checksum). For a
///   list that is written as one value, `PlannedList` may replace `old` and `new`.
/// - `anchor`: the reference time for relative dates, if there are any
/// - `digest`: the digest of everything else, by which the plan is approved
///
/// Secrets are written as `<redacted>`, and the bytes of objects are not included.
public struct PlanFile: Sendable {
  /// The format number of plans with a composed list (`PlannedList`), and of plans without one.
  private static let formats: (lists: Int64, values: Int64) = (4, 2)

  /// The name of the environment.
  public let environment: String
  /// The loaded fixture sets.
  package let sets: [String]
  /// The reference time for relative dates in the fixtures, or nil if there are none.
  package let anchor: FixtureAnchor?
  package let summary: String
  /// The digests of the plan's source files, by path in the project.
  package let basis: [String: String]
  /// The planned steps, with their changes.
  package let steps: [RunStep]
  /// The digest by which the plan is approved: `sha256:` and 64 hexadecimal digits.
  public let digest: String
  private let tree: Tree

  package init(
    _ plan: Plan,
    of profile: EnvironmentProfile,
    from fixtures: Fixtures,
    summary: String,
    costs: [(service: String, cost: PlanCost)],
    in project: Project
  ) throws {
    let locations = profile.services.map { ($0.name, $0.journalLocation(in: profile)) }
    let known = Dictionary(locations) { first, _ in first }
    self.environment = profile.name
    sets = fixtures.sets
    anchor = fixtures.anchor
    self.summary = summary
    basis = Self.basis(sets: sets, and: fixtures.referencedFiles, in: project)
    steps = plan.steps.map { RunStep($0, at: known[$0.address.service] ?? "") }
    let hasLists = steps.contains { $0.changes.contains { $0.list != nil } }
    let time = anchor.map { [("anchor", TreeLiteral.integer($0.seconds))] } ?? []
    let entries: [(String, TreeLiteral)] =
      [
        ("format", .integer(hasLists ? Self.formats.lists : Self.formats.values)),
        ("environment", .string(profile.name)),
        ("sets", .list(sets.map { .string($0) })), ("summary", .string(summary)),
        ("cost", .map(costs.map { ($0.service, $0.cost.literal) })),
        ("basis", .map(basis.sorted { $0.key < $1.key }.map { ($0, .string($1)) })),
        ("variables", .list(fixtures.variables.map { .string($0) })),
        ("steps", .list(steps.map(\.literal))),
      ] + time
    digest = try TreeDigest.textDigest(of: Tree(.map(entries)))
    tree = Tree(.map(entries + [("digest", .string(digest))]))
  }

  /// Parses a file created by `write(to:)`.
  ///
  /// - Throws: A `StoreError` if the file is not a plan, was modified, or has an unsupported
  ///   format.
  public init(reading bytes: [UInt8], named name: String) throws {
    func unreadableError(_ message: String) -> StoreError {
      StoreError(.unreadable, service: name, message)
    }
    guard let tree = JSONReader(recordsPositions: false).read(bytes, named: name).tree,
      let format = tree["format"]?.integer, let environment = tree["environment"]?.string,
      let digest = tree["digest"]?.string
    else { throw unreadableError("this is not a plan; create one with tane plan -o FILE") }
    guard format == Self.formats.values || format >= Self.formats.lists else {
      throw unreadableError(
        "this plan was written by an older version of Tane (format \(format)); plan again"
      )
    }
    guard format <= Self.formats.lists else {
      throw unreadableError(
        "this plan was written by a newer version of Tane (format \(format)); update Tane, or plan again"
      )
    }
    let entries = tree.children.filter { $0.key != "digest" }.map {
      ($0.key ?? "", TreeLiteral.tree($0))
    }
    guard try TreeDigest.textDigest(of: Tree(.map(entries))) == digest else {
      throw unreadableError("the plan was changed after it was saved; plan again")
    }
    let steps = (tree["steps"] ?? .null).children.map { RunStep(reading: $0) }
    guard !steps.contains(where: { $0 == nil }) else {
      throw unreadableError(
        "the plan has a step that this version of Tane does not support; update Tane, or "
          + "plan again"
      )
    }
    self.environment = environment
    self.digest = digest
    self.steps = steps.compactMap(\.self)
    sets = (tree["sets"] ?? .null).children.compactMap(\.string)
    anchor = tree["anchor"]?.integer.map(FixtureAnchor.init(seconds:))
    summary = tree["summary"]?.string ?? ""
    basis = Dictionary(
      (tree["basis"] ?? .null).children.map { ($0.key ?? "", $0.string ?? "") },
      uniquingKeysWith: { first, _ in first }
    )
    self.tree = tree
  }

  /// Writes the file atomically, readable by its owner only.
  public func write(to path: FilePath) throws {
    let output = OutputPath(path)
    guard !output.isStream else {
      let file = try FileDescriptor.open(path, .writeOnly)
      return try file.closeAfter {
        try JSONWriter().write(tree) { try file.writeAll(UnsafeRawBufferPointer($0)) }
      }
    }
    try StateFile(path: output.target).replace { sink in
      try JSONWriter().write(tree) { try sink(UnsafeRawBufferPointer($0)) }
    }
  }

  /// Returns descriptions of the files that were added, changed or removed since the plan was made.
  package func changes(in project: Project) -> [String] {
    let now = Self.basis(sets: sets, and: Array(basis.keys), in: project)
    return Set(basis.keys).union(now.keys).sorted().compactMap { path in
      guard basis[path] != now[path] else { return nil }
      return now[path] == nil
        ? "\(path) was removed"
        : basis[path] == nil
          ? "\(path) was added" : "\(path) was changed"
    }
  }

  /// Returns the digests of all profiles, of all files in sets, and of other files, by path in the
  /// project.
  private static func basis(
    sets: [String],
    and others: [String],
    in project: Project
  ) -> [String: String] {
    let fixtures = project.fixturesDirectory
    let folders = [project.environmentsDirectory] + sets.map { fixtures.appending($0) }
    let paths = folders.flatMap { folder in
      (FileManager.default.enumerator(atPath: folder.string) ?? .init())
        .compactMap { ($0 as? String).map { FilePath($0) } }
        .filter { !$0.components.contains { $0.string.first == "." } }
        .map { folder.pushing($0) }
    }
    let root = project.root
    var basis: [String: String] = [:]
    for path in paths + others.map({ root.pushing(FilePath($0)).lexicallyNormalized() }) {
      var name = path
      guard name.removePrefix(root), let bytes = try? DiskFiles().bytes(of: path)
      else { continue }
      basis[name.string] = TreeDigest.hexadecimal(SHA256.hash(data: bytes))
    }
    return basis
  }
}

extension PlanCost {
  /// The cost as a map of `requests`, `bytes`, `documentsRead` and `events`.
  package var literal: TreeLiteral {
    let members = [
      ("requests", requests), ("bytes", bytes), ("documentsRead", documentsRead),
      ("events", events),
    ]
    return .map(members.map { ($0, .integer(Int64($1))) })
  }
}

extension Plan {
  /// Returns a digest of all values that the plan replaces or writes, except secrets.
  package func digestOfChanges() throws -> String {
    try TreeDigest.textDigest(of: Tree(.list(steps.map { RunStep($0, at: "").literal })))
  }
}

extension RunStep {
  init(_ step: PlanStep, at location: String) {
    self.init(
      address: step.address,
      location: location,
      changes: step.storedChanges.map { change in
        var change = change
        change.list = step.difference.rules.canReadMapsAsLists ? PlannedList(change) : nil
        return change
      },
      oldBlob: step.before.blob,
      newBlob: step.difference.new.blob,
      bytes: nil,
      state: .planned
    )
  }

  fileprivate init?(reading tree: Tree) {
    guard let text = tree["address"]?.string, let address = Address(parsing: text),
      let location = tree["location"]?.string, let changes = tree["changes"]
    else { return nil }
    self.init(
      address: address,
      location: location,
      changes: StoredChange.changes(in: changes),
      oldBlob: BlobDigest(reading: tree["oldBytes"]),
      newBlob: BlobDigest(reading: tree["newBytes"]),
      bytes: nil,
      state: .planned
    )
  }

  fileprivate var literal: TreeLiteral {
    var entries: [(String, TreeLiteral)] = [
      ("address", .string("\(address)")), ("location", .string(location)),
      ("changes", .list(changes.map(\.planned))),
    ]
    if let oldBlob { entries.append(("oldBytes", oldBlob.literal)) }
    if let newBlob { entries.append(("newBytes", newBlob.literal)) }
    return .map(entries)
  }
}
