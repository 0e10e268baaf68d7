import SystemPackage
import TaneCore
import TaneFixtureLanguage
import TaneFormats

/// Reads what fixture sets say of Remote Config.
struct RemoteConfigFixtureReader: FixtureReader {
  let source: FixtureSource
  private var layers: [RemoteConfigFixture] = []
  private var place: SourcePosition?
  var diagnostics: [Diagnostic] = []
  var fileCount = 0

  init(source: FixtureSource) { self.source = source }

  mutating func read(_ entry: FileListing.Entry, of set: String) {
    do {
      guard let bytes = try project.files.bytes(of: project.absolute(entry.path)) else {
        return report(.unreadableFile, "this file went away", at: entry)
      }
      layers.append(RemoteConfigFixture(bytes, named: entry.path.string))
      place = entry.place
      fileCount += 1
    } catch {
      diagnostics.append(.unreadable(entry.path.string, error))
    }
  }

  func addTargets(to targets: inout FixtureReferences.Targets) {}

  mutating func layered(_ references: inout FixtureReferences?) -> [ServiceFixtures] {
    guard let first = layers.first else { return [] }
    let fixture = layers.dropFirst().reduce(first) { $0.overlaid(by: $1) }
    diagnostics += fixture.diagnostics + fixture.problems
    return [
      ServiceFixtures(
        .remoteConfig,
        ServiceKind.remoteConfig.id,
        [DesiredResource(.remoteConfig, fixture.tree, at: place)]
      )
    ]
  }
}

extension Address {
  /// The address of the template of Remote Config.
  static let remoteConfig = Address(service: ServiceKind.remoteConfig.id, path: .root)
}
