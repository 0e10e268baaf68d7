public import TaneCore
public import TaneProject

/// The node of an environment that remembers which profile owns it: a profile that names the database of another by
/// mistake writes nothing there.
public struct EnvironmentMarker: Sendable {
  /// A profile, as a marker names it.
  private struct Owner: CustomStringConvertible {
    let profile: String
    let project: String?

    var description: String { profile + (project.map { " (project \($0))" } ?? "") }

    /// Whether both are one profile, which may have named its project only later.
    func isSame(as other: Owner) -> Bool {
      let isOfOneProject = project == nil || other.project == nil || project == other.project
      return profile == other.profile && isOfOneProject
    }
  }

  /// Why a profile writes nothing to an environment.
  public struct Refusal: Sendable {
    /// What the marker says.
    public let finding: String
    /// What to do.
    let ways: String

    /// Both, and that nothing was done.
    public var message: String {
      "\(finding). \(ways). Nothing else was read, and nothing was written."
    }
  }

  private let profile: EnvironmentProfile
  private let database: ServiceProfile
  private let path: TreePath

  /// The marker of an environment; nil where it has none.
  public init?(of profile: EnvironmentProfile) {
    guard let database = profile.markedDatabase else { return nil }
    self.profile = profile
    self.database = database
    path = TreePath([profile.reservedKey, "owner"])
  }

  /// Why the profile writes nothing to the environment; nil where nobody else owns it.
  public func refusal(in readers: EnvironmentReaders) async throws -> Refusal? {
    try await refusal(in: readers.reader(.databases, named: database.name).tree(at: path))
  }

  /// Makes the profile the owner of the environment, where nobody owns it yet.
  ///
  /// - Parameters:
  ///   - stores: The services of the environment.
  ///   - claims: Whether the profile becomes the owner although another one is.
  /// - Returns: Why it did not become the owner; nil where it is.
  /// - Throws: A `StoreError` where the marker cannot be read or written.
  public func take(in stores: EnvironmentStores, claiming claims: Bool) async throws -> Refusal? {
    let store = try stores.store(.databases, named: database.name)
    let found = try await store.tree(at: path)
    if let refusal = refusal(in: found) {
      if !claims { return refusal }
    } else if !found.isNull {
      return nil
    }
    // Below one value there is no room: the run that makes it a map comes first.
    if try await store.childKeys(at: .root).isEmpty, try await !store.tree(at: .root).isNull {
      return nil
    }
    do {
      let entries = [("profile", owner.profile)] + (owner.project.map { [("project", $0)] } ?? [])
      let value = Tree(.map(entries.map { ($0.0, .string($0.1)) }))
      try await store.update([TreeWrite(path: path, value: value, expected: found)])
      return nil
    } catch let error as StoreError where error.code == .conflict {
      // Somebody was faster; it may have been this profile on another machine.
      return refusal(in: try await store.tree(at: path))
    }
  }

  private var owner: Owner { Owner(profile: profile.name, project: profile.project) }

  private func refusal(in marker: Tree) -> Refusal? {
    guard !marker.isNull else { return nil }
    let address = Address(service: database.name, path: path)
    let ways =
      "To make it \(profile.name)'s, run tane seed -e \(profile.name) --claim; \"marker: off\" in the profile turns"
      + " this check off"
    guard let name = marker["profile"]?.string else {
      let finding = "\(address) does not say which profile the environment belongs to"
      return Refusal(finding: finding, ways: ways)
    }
    let other = Owner(profile: name, project: marker["project"]?.string)
    guard !other.isSame(as: owner) else { return nil }
    let place = database.position.map { "\($0)" } ?? profile.file
    return Refusal(
      finding: "\(address) says that the environment belongs to \(other), not to \(owner)",
      ways: "Check \(database.setting) in \(place). \(ways)"
    )
  }
}
