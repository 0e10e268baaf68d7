import TaneCore

// The parts of a profile that a project has once: Firestore and the accounts.
extension ProfileReader {
  mutating func readFirestore(_ tree: Tree?) -> FirestoreProfile? {
    guard let tree, let text = optionalText(tree, "firestore") else { return nil }
    do {
      let url = try FirestoreURL(parsing: text)
      if case .emulator(let origin, _) = url { warnOfRemoteEmulator(origin, at: tree.position) }
      return FirestoreProfile(url: url, position: tree.position)
    } catch {
      report(.invalidValue, error.message, at: tree.position)
      return nil
    }
  }

  /// The accounts, written as a text or as `project` and `apiKey` in a map.
  mutating func readAccounts(_ tree: Tree?) -> AccountsProfile? {
    guard let tree, !tree.isNull else { return nil }
    guard tree.kind == .map || tree.kind == .string else {
      report(
        .wrongType(of: "accounts", expected: "a project or a map with a project", found: tree)
      )
      return nil
    }
    guard tree.kind == .map else {
      guard let text = optionalText(tree, "accounts") else { return nil }
      return accounts(text, at: tree.position, apiKey: nil)
    }
    diagnostics += Diagnostic.unknownKeys(in: tree, known: ["project", "apiKey"], of: "accounts")
    let apiKey = secret(tree["apiKey"], "accounts.apiKey")
    guard let project = tree["project"], !project.isNull else {
      // A profile that others extend may leave the project to them.
      if !isExtended {
        report(.missingValue, "\"accounts\" has no project", at: tree.position)
      }
      return nil
    }
    guard let text = requiredText(project, "accounts.project") else { return nil }
    show("accounts.project", text, at: project.position)
    return accounts(text, at: project.position, apiKey: apiKey)
  }

  private mutating func accounts(
    _ text: String,
    at position: SourcePosition?,
    apiKey: Secret?
  ) -> AccountsProfile? {
    do {
      let url = try AccountsURL(parsing: text)
      if case .emulator(let origin, _) = url { warnOfRemoteEmulator(origin, at: position) }
      return AccountsProfile(url: url, apiKey: apiKey, position: position)
    } catch {
      report(.invalidValue, error.message, at: position)
      return nil
    }
  }

  /// An emulator takes everybody for the owner, and plain HTTP is read by all on the way.
  mutating func warnOfRemoteEmulator(_ origin: String, at position: SourcePosition?) {
    guard let parts = URLParts(origin), !parts.isLoopback else { return }
    report(
      .warning(
        .remoteEmulator,
        "the emulator \"\(origin.escapingControls)\" is on another machine: what is sent there can be read"
          + " on the way, and whoever reaches it may change everything; use 127.0.0.1, or a network of your"
          + " own",
        at: position
      )
    )
  }
}
