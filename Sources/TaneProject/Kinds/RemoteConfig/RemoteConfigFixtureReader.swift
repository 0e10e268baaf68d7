import SystemPackage
import TaneCore
import TaneFormats

/// A reader of the Remote Config files of fixture sets.
struct RemoteConfigFixtureReader: FixtureReader {
  let source: FixtureSource
  /// The tree of each set, with the bytes of its file.
  private var layers: [(tree: Tree, bytes: [UInt8])] = []
  private var place: SourcePosition?
  var diagnostics: [Diagnostic] = []
  var fileCount = 0

  init(source: FixtureSource) { self.source = source }

  var allowsLayerTags: Bool { false }

  mutating func read(_ entry: FileListing.Entry, of set: String) {
    do {
      guard let bytes = try project.files.bytes(of: project.absolute(entry.path)) else {
        return report(.unreadableFile, "this file was removed while it was being read", at: entry)
      }
      guard let tree = tree(of: entry, as: .yaml, at: .remoteConfig) else { return }
      layers.append((tree, bytes))
      place = entry.place
    } catch {
      diagnostics.append(.unreadable(entry.path.string, error))
    }
  }

  /// Adds parameter values at their paths in the template, such as
  /// `remoteConfig:/parameters/greeting#value`, for both the short and the long form.
  func addTargets(to targets: inout FixtureReferences.Targets) {
    var parameters: [String: (path: TreePath, node: Tree)] = [:]
    for layer in layers {
      for (path, node) in RemoteConfigTreeReader.parameters(of: layer.tree) {
        let key = path.key ?? ""
        if node.isNull { parameters[key] = nil } else { parameters[key] = (path, node) }
      }
    }
    var assembly = TreeAssembly()
    for (path, node) in parameters.values.sorted(by: { $0.path < $1.path }) {
      let isLongForm = RemoteConfigTreeReader.isLongForm(node)
      _ = assembly.add(node, at: isLongForm ? path : path.appending("value"))
    }
    let tree = assembly.assembled()
    if !tree.isNull { targets.trees[ServiceKind.remoteConfig.id] = tree }
  }

  mutating func layeredFixtures(_ references: inout FixtureReferences?) -> [ServiceFixtures] {
    var fixtures: [RemoteConfigFixture] = []
    for layer in layers {
      fixtures.append(
        RemoteConfigFixture(references.resolved(layer.tree), spelledIn: layer.bytes)
      )
    }
    guard let first = fixtures.first else { return [] }
    let fixture = fixtures.dropFirst().reduce(first) { $0.overlaid(by: $1) }
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
  /// The address of the Remote Config template.
  static let remoteConfig = Address(service: ServiceKind.remoteConfig.id, path: .root)
}
