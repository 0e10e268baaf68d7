import Foundation
import SystemPackage
import TaneCore
package import TaneProject
package import TaneRuntime
import TaneServices
import TaneSwiftSource

/// An operation that checks the machine, and the project's credentials and emulators.
package struct DoctorOperation {
  /// A check with its result.
  package struct Item {
    /// The name of the check.
    package let name: String
    /// The result of the check.
    package let text: String
    /// The solution, or nil if there is no problem.
    package var advice: String?
  }

  private let version: String
  private let variables: [String: String]

  /// Creates the operation with the program's version and the environment variables.
  package init(version: String, variables: [String: String]) {
    (self.version, self.variables) = (version, variables)
  }

  /// Returns the checks of the machine and the project; the connector opens the project's services.
  package func run(
    in profiles: EnvironmentProfiles,
    openedBy connector: EnvironmentConnector
  ) async -> [Item] {
    let project = profiles.project
    var items = [program, Item(name: "project", text: project.root.string)]
    items += [self.profiles(profiles), fixtures(profiles, project), mappings(in: project)]
    items += GoogleServiceInfo.search(project).diagnostics.map { finding in
      Item(name: "app", text: "\(finding.position?.file ?? "")", advice: finding.message)
    }
    items += await emulators(of: profiles, connector)
    items += profiles.environments.compactMap { credentials(of: $0, in: profiles, connector) }
    return items + [credentials, reader]
  }

  /// Returns the checks that need no project; `reason` explains why no project was found.
  package func run(withoutProject reason: String) -> [Item] {
    [program, Item(name: "project", text: "not found", advice: reason), credentials, reader]
  }

  // MARK: The machine

  private var program: Item {
    Item(
      name: "tane",
      text: "\(version) on \(ProcessInfo.processInfo.operatingSystemVersionString)"
    )
  }

  private var credentials: Item {
    let variable = "GOOGLE_APPLICATION_CREDENTIALS"
    let login = "gcloud auth application-default login"
    if let path = variables[variable], !path.isEmpty {
      let isThere = FileManager.default.isReadableFile(atPath: path)
      let state = isThere ? "is set" : "is set, but its file cannot be read"
      return Item(
        name: "credentials",
        text: "\(variable) \(state)",
        advice: isThere
          ? nil : "set it to the path of a service account's key file, or unset it and run \(login)"
      )
    }
    let home = variables["HOME"] ?? ""
    let file = "\(home)/.config/gcloud/application_default_credentials.json"
    guard FileManager.default.isReadableFile(atPath: file) else {
      // Embedded environments and emulators do not need credentials.
      return Item(name: "credentials", text: "none found; to use a Firebase project, run \(login)")
    }
    return Item(name: "credentials", text: "created by \(login)")
  }

  /// Returns the check of a profile's credentials, or nil if the profile has none.
  private func credentials(
    of profile: EnvironmentProfile,
    in profiles: EnvironmentProfiles,
    _ connector: EnvironmentConnector
  ) -> Item? {
    guard profile.credentials != nil, profile.hasFirebaseService else { return nil }
    let exposed = profiles.diagnostics(of: profile.name)
      .filter { $0.code == .exposedCredentials }.map(\.message)
    let name = "credentials of \(profile.name)"
    do {
      let advice = exposed.isEmpty ? nil : exposed.joined(separator: "; ")
      return Item(
        name: name,
        text: try connector.credentialName(of: profile),
        advice: advice
      )
    } catch {
      return Item(name: name, text: "cannot be used", advice: "\(error)")
    }
  }

  private var reader: Item {
    do {
      let isBuilt = try ReaderProcess(environment: variables) { _ in }.isBuilt
      return Item(
        name: "reader",
        text: isBuilt
          ? "ready to read Swift sources"
          : "not built yet; the first run of tane validate builds it, which takes a few minutes"
      )
    } catch {
      return Item(name: "reader", text: "not found", advice: "\(error)")
    }
  }

  // MARK: The project

  private func profiles(_ profiles: EnvironmentProfiles) -> Item {
    let errors = profiles.diagnostics.count { $0.severity == .error }
    return Item(
      name: "profiles",
      text: profiles.environments.map(\.name).joined(separator: ", "),
      advice: errors > 0 ? "\(counted(errors, "error")); run tane env list for details" : nil
    )
  }

  private func fixtures(_ profiles: EnvironmentProfiles, _ project: Project) -> Item {
    let name = EnvironmentProfiles.defaultName(in: variables)
    guard let profile = profiles.environments.first(where: { $0.name == name }) else {
      return Item(
        name: "fixtures",
        text: "not inspected",
        advice:
          "the default environment \"\(name)\" does not exist; run tane init to create \"local\""
      )
    }
    let fixtures = Fixtures.load(for: profile, from: project)
    let errors = fixtures.diagnostics.count { $0.severity == .error }
    return Item(
      name: "fixtures",
      text: "\(counted(fixtures.fileCount, "file")) of \(fixtures.sets.joined(separator: ", "))",
      advice: errors > 0 ? "\(counted(errors, "error")); run tane validate for details" : nil
    )
  }

  private func mappings(in project: Project) -> Item {
    let mappings = Mappings.load(from: project)
    guard let file = mappings.file else {
      return Item(
        name: "mappings",
        text: "none",
        advice:
          "run tane init to create fixtures/mappings.yaml, which maps data to the app's Swift types"
      )
    }
    let text = "\(counted(mappings.rules.count, "rule")) in \(file)"
    guard !mappings.diagnostics.containsError else {
      return Item(
        name: "mappings",
        text: text,
        advice: "the mappings have errors; run tane validate for details"
      )
    }
    let isEmpty = mappings.rules.isEmpty
    return Item(
      name: "mappings",
      text: text,
      advice: isEmpty
        ? "no types are checked; run tane validate --suggest for suggested mappings" : nil
    )
  }

  /// Checks the emulators in environments that consist only of emulators.
  private func emulators(
    of profiles: EnvironmentProfiles,
    _ connector: EnvironmentConnector
  ) async -> [Item] {
    var items: [Item] = []
    for profile in profiles.environments where profile.usesOnlyEmulators {
      let services = (try? connector.checkedServices(of: profile)) ?? []
      var missing: [String] = []
      for service in services {
        guard let probe = try? await service.probe(), probe.reachable == .yes else {
          missing.append(service.name)
          continue
        }
      }
      let isNone = missing.count == services.count
      items.append(
        Item(
          name: profile.name,
          text: missing.isEmpty
            ? "its emulators are running"
            : isNone
              ? "its emulators are not running; run tane emulate to start them"
              : "some emulators are running",
          advice: missing.isEmpty || isNone
            ? nil
            : "\(missing.joined(separator: ", ")) cannot be reached; run tane env check "
              + "\(profile.name) to see why"
        )
      )
    }
    return items
  }
}

extension EnvironmentProfile {
  /// A Boolean value indicating whether all services are emulators.
  fileprivate var usesOnlyEmulators: Bool {
    !services.isEmpty
      && services.allSatisfy { if case .emulator = $0.location { true } else { false } }
  }
}
