import Foundation
import TaneCore

extension Fixtures {
  /// Loads the fixtures of an environment and overlays their sets.
  ///
  /// - Parameters:
  ///   - profile: The environment.
  ///   - sets: The sets to load instead of the profile's sets; later sets override earlier ones.
  ///   - project: The project.
  /// - Returns: The valid fixtures, with findings.
  package static func load(
    for profile: EnvironmentProfile,
    sets: [String]? = nil,
    from project: Project
  ) -> Fixtures {
    load(
      for: profile,
      sets: sets,
      from: project,
      at: FixtureAnchor.now,
      variables: ProcessInfo.processInfo.environment
    )
  }

  /// Loads the fixtures of an environment for a reference time.
  ///
  /// - Parameters:
  ///   - profile: The environment.
  ///   - sets: The sets to load instead of the profile's sets; later sets override earlier ones.
  ///   - project: The project.
  ///   - anchor: The reference time for relative dates.
  ///   - variables: The environment variables that fixtures can read.
  /// - Returns: The valid fixtures, with findings.
  package static func load(
    for profile: EnvironmentProfile,
    sets: [String]? = nil,
    from project: Project,
    at anchor: FixtureAnchor,
    variables: [String: String]
  ) -> Fixtures {
    let sets = sets ?? profile.fixtures
    var (known, diagnostics) = ([String](), [Diagnostic]())
    do {
      known = try FixtureSets.names(in: project)
    } catch {
      diagnostics.append(.unreadable(Project.fixtures, error, "folder"))
    }
    let source = FixtureSource(
      project,
      FixtureRun(anchor: anchor.seconds, variables: variables)
    )
    var readers = ServiceDeclarations.all.map { $0.fixtureReader(for: profile, in: source) }
    var masks = profile.masks
    var tagNames = Set(FixtureSetSettings.commonTagNames)
    for set in sets where !diagnostics.contains(where: { $0.code == .unreadableFile }) {
      if let problem = NameRule.problem(in: set) {
        diagnostics.append(.invalidSetName(set, problem, at: nil))
        continue
      }
      // Use the spelling on disk, since names that differ on disk may be equal in Swift.
      guard let set = known.first(where: { $0 == set }) else {
        diagnostics.append(.unknownSet(set, among: known, at: nil))
        continue
      }
      var reader = FixtureSetReader(set: set, source: source, profile: profile)
      reader.read(by: &readers)
      diagnostics += reader.diagnostics
      tagNames.formUnion(source.evaluator.settings.tagNames)
      // The masks of the profile precede the masks of its sets, and later sets precede earlier
      // ones.
      masks.insert(contentsOf: reader.masks, at: profile.masks.count)
    }
    var references = source.evaluator.hasReferences ? references(of: readers, in: profile) : nil
    var services: [ServiceFixtures] = []
    for index in readers.indices { services += readers[index].layeredFixtures(&references) }
    diagnostics += readers.flatMap(\.diagnostics) + (references?.findings ?? [])
    return Fixtures(
      sets: sets,
      services: services,
      diagnostics: diagnostics.sortedWithoutDuplicates,
      fileCount: readers.reduce(0) { $0 + $1.fileCount },
      anchor: source.evaluator.usesAnchor ? anchor : nil,
      tagNames: tagNames.sorted(),
      referencedFiles: source.evaluator.referencedFiles.sorted(),
      variables: source.evaluator.usedVariables.sorted(),
      masks: MaskRules(masks)
    )
  }

  private static func references(
    of readers: [any FixtureReader],
    in profile: EnvironmentProfile
  ) -> FixtureReferences {
    let buckets = profile.services(of: .buckets)
    var targets = FixtureReferences.Targets { bucket, object, isDownload in
      buckets.first { $0.name == bucket }?.url(of: object, isDownload: isDownload)
    }
    readers.forEach { $0.addTargets(to: &targets) }
    return FixtureReferences(targets)
  }
}

extension FixtureReferences? {
  /// Returns the tree with references resolved, or the unchanged tree if there is no resolver.
  mutating func resolved(_ tree: Tree) -> Tree { self?.resolved(tree) ?? tree }
}

extension ServiceProfile {
  /// Returns the `gs://` URL or the download URL of an object in a bucket; the download URL is nil
  /// for an embedded bucket.
  fileprivate func url(of object: String, isDownload: Bool) -> String? {
    guard isDownload else { return "gs://\(instanceName)/\(object)" }
    let path =
      "/v0/b/\(PercentEncoding.encodeURLPart(instanceName))/o/"
      + "\(PercentEncoding.encodeURLPart(object))?alt=media"
    switch location {
    case .embedded: return nil
    case .firebase: return "https://firebasestorage.googleapis.com\(path)"
    case .emulator(let origin, _): return origin + path
    }
  }
}
