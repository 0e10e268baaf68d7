package import TaneCore
package import TaneProject

/// A node or document in an environment that records which profile owns the environment.
///
/// The marker protects against a profile that names another environment's database by mistake.
package struct EnvironmentMarker: Sendable {
  /// The owner recorded in a marker.
  private struct Owner: CustomStringConvertible {
    let profile: String
    let project: String?

    var description: String {
      profile + (project.map { " (project \(Redaction.url($0)))" } ?? "")
    }

    /// Returns true if both owners name the same profile and, if both have a project, the same
    /// project.
    func isSame(as other: Owner) -> Bool {
      let hasMatchingProject = project == nil || other.project == nil || project == other.project
      return profile == other.profile && hasMatchingProject
    }
  }

  /// A reason that a profile must not write to an environment.
  package struct MarkerProblem: Sendable {
    /// The problem found in the marker, as a clause.
    package let finding: String
    /// The instructions for resolving the problem.
    let remedy: String

    /// The full message, with a note that nothing was written.
    package var message: String {
      "\(finding). \(remedy). Nothing else was read, and nothing was written."
    }
  }

  /// The content found at the marker's path and, for a document, its update time.
  private struct MarkerState {
    let content: Tree
    var time: DocumentTimestamp?
  }

  private let profile: EnvironmentProfile
  private let service: ServiceProfile
  private let path: TreePath

  /// Creates an environment's marker, or returns nil if no service of the profile stores a marker.
  package init?(of profile: EnvironmentProfile) {
    guard let service = profile.markerService else { return nil }
    self.profile = profile
    self.service = service
    let isDatabase = service.kind == .databases
    path = TreePath([isDatabase ? profile.reservedKey : profile.reservedCollection, "owner"])
  }

  /// Returns the reason the profile must not write to the environment, or nil if it may.
  package func refusal(in readers: EnvironmentReaders) async throws -> MarkerProblem? {
    refusal(in: try await read(readers).content)
  }

  /// Records the profile as the environment's owner if the environment has no owner.
  ///
  /// - Parameters:
  ///   - stores: The services of the environment.
  ///   - claims: True to replace another owner.
  /// - Returns: The reason the profile must not write to the environment, or nil if it may.
  /// - Throws: A `StoreError` if the marker cannot be read or written.
  package func take(in stores: EnvironmentStores, claiming claims: Bool) async throws
    -> MarkerProblem?
  {
    let found = try await read(stores.readers)
    if let refusal = refusal(in: found.content) {
      if !claims { return refusal }
    } else if !found.content.isNull {
      return nil
    }
    do {
      try await write(over: found, in: stores)
      return nil
    } catch let error where error.isConflict {
      // Another process wrote the marker first, possibly a run of this profile on another machine.
      return refusal(in: try await read(stores.readers).content)
    }
  }

  private func read(_ readers: EnvironmentReaders) async throws -> MarkerState {
    guard service.kind == .firestore else {
      let database = try readers.reader(.databases, named: service.name)
      return MarkerState(content: try await database.tree(at: path))
    }
    let documents = try readers.reader(.firestore, named: service.name)
    let document = try await documents.document(at: DocumentPath(path.components))
    return MarkerState(
      content: document.map { Tree(document: $0.fields) } ?? .null,
      time: document?.updateTime
    )
  }

  private func write(over found: MarkerState, in stores: EnvironmentStores) async throws {
    let fields = [("profile", owner.profile)] + (owner.project.map { [("project", $0)] } ?? [])
    guard service.kind == .firestore else {
      let database = try stores.store(.databases, named: service.name)
      // A scalar at the root cannot contain a marker: the marker is written by the first run after
      // the scalar was replaced with a map.
      if try await database.childKeys(at: .root).isEmpty,
        try await !database.tree(at: .root).isNull
      {
        return
      }
      let value = Tree(.map(fields.map { ($0, .string($1)) }))
      let write = TreeWrite(path: path, value: value, expected: found.content)
      return try await database.update([write])
    }
    let write = DocumentWrite(
      path: DocumentPath(path.components),
      operation: .update(DocumentFields(fields.map { ($0, .string($1)) }), mask: nil),
      precondition: found.time.map { .updateTime($0) } ?? .exists(false)
    )
    try await stores.store(.firestore, named: service.name).commit([write])
  }

  private var owner: Owner { Owner(profile: profile.name, project: profile.project) }

  private func refusal(in marker: Tree) -> MarkerProblem? {
    guard !marker.isNull else { return nil }
    let address = Address(service: service.name, path: path)
    let remedy =
      "To claim it for \(profile.name), run tane seed -e \(profile.name) --claim; \"marker: off\" "
      + "in the profile turns this check off"
    guard let name = marker["profile"]?.string else {
      let finding = "\(address) does not state which profile the environment belongs to"
      return MarkerProblem(finding: finding, remedy: remedy)
    }
    let other = Owner(profile: name, project: marker["project"]?.string)
    guard !other.isSame(as: owner) else { return nil }
    let place = service.position.map { "\($0)" } ?? profile.file
    return MarkerProblem(
      finding: "\(address) assigns the environment to \(other), not to \(owner)",
      remedy: "Check \(service.setting) in \(place). \(remedy)"
    )
  }
}

extension Error {
  /// A Boolean value indicating whether a write failed because the current value was not the
  /// expected one.
  fileprivate var isConflict: Bool {
    self is DocumentConflict || (self as? StoreError)?.code == .conflict
  }
}
