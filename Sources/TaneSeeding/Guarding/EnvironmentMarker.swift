public import TaneCore
public import TaneProject

/// The node or document of an environment that remembers which profile owns it: a profile that names the database of another by
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

  /// What stands where the marker does, and of a document when it was written.
  private struct Found {
    let content: Tree
    var time: DocumentTimestamp?
  }

  private let profile: EnvironmentProfile
  private let service: ServiceProfile
  private let path: TreePath

  /// The marker of an environment; nil where it has none.
  public init?(of profile: EnvironmentProfile) {
    guard let service = profile.markedService else { return nil }
    self.profile = profile
    self.service = service
    let isDatabase = service.kind == .databases
    path = TreePath([isDatabase ? profile.reservedKey : profile.reservedCollection, "owner"])
  }

  /// Why the profile writes nothing to the environment; nil where nobody else owns it.
  public func refusal(in readers: EnvironmentReaders) async throws -> Refusal? {
    refusal(in: try await read(readers).content)
  }

  /// Makes the profile the owner of the environment, where nobody owns it yet.
  ///
  /// - Parameters:
  ///   - stores: The services of the environment.
  ///   - claims: Whether the profile becomes the owner although another one is.
  /// - Returns: Why it did not become the owner; nil where it is.
  /// - Throws: A `StoreError` where the marker cannot be read or written.
  public func take(in stores: EnvironmentStores, claiming claims: Bool) async throws -> Refusal? {
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
      // Somebody was faster; it may have been this profile on another machine.
      return refusal(in: try await read(stores.readers).content)
    }
  }

  private func read(_ readers: EnvironmentReaders) async throws -> Found {
    guard service.kind == .firestore else {
      let database = try readers.reader(.databases, named: service.name)
      return Found(content: try await database.tree(at: path))
    }
    let documents = try readers.reader(.firestore, named: service.name)
    let document = try await documents.document(at: DocumentPath(path.components))
    return Found(
      content: document.map { Tree(document: $0.fields) } ?? .null,
      time: document?.updateTime
    )
  }

  private func write(over found: Found, in stores: EnvironmentStores) async throws {
    let fields = [("profile", owner.profile)] + (owner.project.map { [("project", $0)] } ?? [])
    guard service.kind == .firestore else {
      let database = try stores.store(.databases, named: service.name)
      // Below one value there is no room: the run that makes it a map comes first.
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

  private func refusal(in marker: Tree) -> Refusal? {
    guard !marker.isNull else { return nil }
    let address = Address(service: service.name, path: path)
    let ways =
      "To make it \(profile.name)'s, run tane seed -e \(profile.name) --claim; \"marker: off\" in the profile turns"
      + " this check off"
    guard let name = marker["profile"]?.string else {
      let finding = "\(address) does not say which profile the environment belongs to"
      return Refusal(finding: finding, ways: ways)
    }
    let other = Owner(profile: name, project: marker["project"]?.string)
    guard !other.isSame(as: owner) else { return nil }
    let place = service.position.map { "\($0)" } ?? profile.file
    return Refusal(
      finding: "\(address) says that the environment belongs to \(other), not to \(owner)",
      ways: "Check \(service.setting) in \(place). \(ways)"
    )
  }
}

extension Error {
  /// Whether a write found something else than it expected.
  fileprivate var isConflict: Bool {
    self is DocumentConflict || (self as? StoreError)?.code == .conflict
  }
}
