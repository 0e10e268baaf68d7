import Foundation

/// A project with one environment, its fixtures and their changed twin.
struct SampleProject {
  let folder: URL
  /// The number of leaves that differ in the twin.
  private(set) var changedCount = 0
  /// The number of bytes of the fixtures without the twin.
  private(set) var fixtureBytes = 0

  private let fixtures: URL
  private let twin: URL

  init(in folder: URL, leafCount: Int, format: SampleFormat, changedPercent: Double) throws {
    self.folder = folder
    fixtures = folder.appending(path: "fixtures", directoryHint: .isDirectory)
    twin = folder.appending(path: "twin", directoryHint: .isDirectory)
    try writeProfile()
    try writeFixtures(leafCount: leafCount, format: format, changedPercent: changedPercent)
  }

  func makeEnvironmentEmpty() throws {
    let state = folder.appending(path: ".tane")
    guard FileManager.default.fileExists(atPath: state.path) else { return }
    try FileManager.default.removeItem(at: state)
  }

  /// Runs `body` while the changed twin replaces the fixtures.
  func withTwin<Result>(_ body: () throws -> Result) throws -> Result {
    try withoutFixtures {
      try FileManager.default.removeItem(at: fixtures)
      try FileManager.default.moveItem(at: twin, to: fixtures)
      defer { try? FileManager.default.moveItem(at: fixtures, to: twin) }
      return try body()
    }
  }

  /// Runs `body` while an empty set replaces the fixtures; files that `body` creates there are
  /// removed.
  func withoutFixtures<Result>(_ body: () throws -> Result) throws -> Result {
    let aside = folder.appending(path: "original", directoryHint: .isDirectory)
    try FileManager.default.moveItem(at: fixtures, to: aside)
    try FileManager.default.createDirectory(
      at: fixtures.appending(path: "base"),
      withIntermediateDirectories: true
    )
    let result = try body()
    if FileManager.default.fileExists(atPath: fixtures.path) {
      try FileManager.default.removeItem(at: fixtures)
    }
    try FileManager.default.moveItem(at: aside, to: fixtures)
    return result
  }
}

extension SampleProject {
  private func writeProfile() throws {
    let environments = folder.appending(path: "environments", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: environments, withIntermediateDirectories: true)
    let profile = """
      guard: open
      fixtures: [base]
      databases:
        shops: embedded:shops
        users: embedded:users

      """
    try Data(profile.utf8).write(to: environments.appending(path: "local.yaml"))
  }

  private mutating func writeFixtures(
    leafCount: Int,
    format: SampleFormat,
    changedPercent: Double
  ) throws {
    var edit = SampleEdit(percent: changedPercent)
    var originals = try files(in: fixtures, format: format)
    var twins = try files(in: twin, format: format)
    for record in SampleRecords(leafCount: leafCount) {
      try originals[record.database]?.append(record)
      try twins[record.database]?.append(edit.edited(record))
    }
    for database in SampleRecord.Database.allCases {
      try originals[database]?.finish()
      try twins[database]?.finish()
    }
    changedCount = edit.changedCount
    fixtureBytes = try SampleRecord.Database.allCases.reduce(0) {
      let file = "base/databases/\($1.rawValue)/\($1.rawValue).\(format.rawValue)"
      let values = try fixtures.appending(path: file).resourceValues(forKeys: [.fileSizeKey])
      return $0 + (values.fileSize ?? 0)
    }
  }

  private func files(
    in fixtures: URL,
    format: SampleFormat
  ) throws -> [SampleRecord.Database: SampleFile] {
    let folder = fixtures.appending(path: "base/databases", directoryHint: .isDirectory)
    return try Dictionary(
      uniqueKeysWithValues: SampleRecord.Database.allCases.map {
        ($0, try SampleFile(of: $0, in: folder, format: format))
      }
    )
  }
}
