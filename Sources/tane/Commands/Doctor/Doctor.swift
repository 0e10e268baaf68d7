import Foundation
import SystemPackage
import TaneCore
import TaneProject
import TaneRendering
import TaneRuntime
import TaneServices
import TaneSwiftSource

/// One run of `tane doctor`.
struct Doctor {
  /// A check with its result.
  struct Item {
    let name: String
    /// The result.
    let text: String
    /// The solution, or nil if there is no problem.
    var advice: String?
  }

  let context: CommandContext

  func run() async throws -> ExitStatus {
    var items = [program, project]
    if let project = try? context.project {
      let profiles = try context.profiles()
      items += [self.profiles(profiles), fixtures(profiles, project), mappings(in: project)]
      items += await emulators(of: profiles)
      items += try profiles.environments.compactMap { try credentials(of: $0, in: profiles) }
    }
    items += [credentials, reader]
    show(items)
    return items.contains { $0.advice != nil } ? .found : .clean
  }

  // MARK: The machine

  private var program: Item {
    Item(
      name: "tane",
      text: "\(Tane.versionNumber) on \(ProcessInfo.processInfo.operatingSystemVersionString)"
    )
  }

  private var credentials: Item {
    let variable = "GOOGLE_APPLICATION_CREDENTIALS"
    let login = "gcloud auth application-default login"
    if let path = context.variables[variable], !path.isEmpty {
      let isThere = FileManager.default.isReadableFile(atPath: path)
      let state = isThere ? "is set" : "is set, but its file cannot be read"
      return Item(
        name: "credentials",
        text: "\(variable) \(state)",
        advice: isThere
          ? nil : "set it to the file of a service account's key, or unset it and run \(login)"
      )
    }
    let home = context.variables["HOME"] ?? ""
    let file = "\(home)/.config/gcloud/application_default_credentials.json"
    guard FileManager.default.isReadableFile(atPath: file) else {
      // Embedded environments and emulators do not need credentials.
      return Item(name: "credentials", text: "none; for a Firebase project run \(login)")
    }
    return Item(name: "credentials", text: "created by \(login)")
  }

  /// Returns the credential that a profile names, or nil if it names none.
  private func credentials(
    of profile: EnvironmentProfile,
    in profiles: EnvironmentProfiles
  ) throws -> Item? {
    guard profile.credentials != nil, profile.hasFirebaseService else { return nil }
    let exposed = profiles.diagnostics(of: profile.name)
      .filter { $0.code == .exposedCredentials }.map(\.message)
    let name = "credentials of \(profile.name)"
    do {
      let advice = exposed.isEmpty ? nil : exposed.joined(separator: "; ")
      return Item(
        name: name,
        text: try context.environments.credentialName(of: profile),
        advice: advice
      )
    } catch {
      return Item(name: name, text: "cannot be used", advice: "\(error)")
    }
  }

  private var reader: Item {
    do {
      let isBuilt = try ReaderProcess(environment: context.variables) { _ in }.isBuilt
      return Item(
        name: "reader",
        text: isBuilt
          ? "reads Swift sources"
          : "not built yet; the first run of tane validate builds it, which takes minutes"
      )
    } catch {
      return Item(name: "reader", text: "not found", advice: "\(error)")
    }
  }

  // MARK: The project

  private var project: Item {
    do {
      return Item(name: "project", text: try context.project.root.string)
    } catch {
      return Item(name: "project", text: "none here", advice: CommandFailure(error).message)
    }
  }

  private func profiles(_ profiles: EnvironmentProfiles) -> Item {
    let errors = profiles.diagnostics.count { $0.severity == .error }
    return Item(
      name: "profiles",
      text: profiles.environments.map(\.name).joined(separator: ", "),
      advice: errors > 0 ? "\(counted(errors, "error")) in them: tane env list shows which" : nil
    )
  }

  private func fixtures(_ profiles: EnvironmentProfiles, _ project: Project) -> Item {
    let name = EnvironmentProfiles.defaultName(in: context.variables)
    guard let profile = profiles.environments.first(where: { $0.name == name }) else {
      return Item(
        name: "fixtures",
        text: "not inspected",
        advice: "there is no environment \"\(name)\", the default one; tane init creates local"
      )
    }
    let fixtures = Fixtures.load(for: profile, from: project)
    let errors = fixtures.diagnostics.count { $0.severity == .error }
    return Item(
      name: "fixtures",
      text: "\(counted(fixtures.fileCount, "file")) of \(fixtures.sets.joined(separator: ", "))",
      advice: errors > 0 ? "\(counted(errors, "error")) in them: tane validate shows which" : nil
    )
  }

  private func mappings(in project: Project) -> Item {
    let mappings = Mappings.load(from: project)
    guard let file = mappings.file else {
      return Item(
        name: "mappings",
        text: "none",
        advice:
          "fixtures/mappings.yaml maps data to the Swift types that read them: tane init creates it"
      )
    }
    let text = "\(counted(mappings.rules.count, "rule")) in \(file)"
    guard !mappings.diagnostics.containsError else {
      return Item(
        name: "mappings",
        text: text,
        advice: "they have errors: tane validate shows which"
      )
    }
    let isEmpty = mappings.rules.isEmpty
    return Item(
      name: "mappings",
      text: text,
      advice: isEmpty ? "no type is checked: tane validate --suggest proposes rules" : nil
    )
  }

  /// Checks the emulators of environments that consist of emulators only, and are therefore local.
  private func emulators(of profiles: EnvironmentProfiles) async -> [Item] {
    var items: [Item] = []
    for profile in profiles.environments where profile.isOnEmulators {
      let services = (try? context.environments.checkedServices(of: profile)) ?? []
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
              ? "its emulators are not running; tane emulate serves them"
              : "some emulators are running",
          advice: missing.isEmpty || isNone
            ? nil
            : "\(missing.joined(separator: ", ")) cannot be reached: tane env check "
              + "\(profile.name) shows why"
        )
      )
    }
    return items
  }

  // MARK: Output

  private func show(_ items: [Item]) {
    guard !context.isJSON else {
      return context.console.printJSON([
        "items": .list(
          items.map {
            [
              "name": .string($0.name), "found": .string($0.text),
              "advice": $0.advice.map { .string($0) } ?? .null,
            ]
          }
        )
      ])
    }
    let style = context.console.style
    let names = items.map(\.name.localized)
    let width = names.map { DisplayWidth.of($0) }.max() ?? 0
    for (item, name) in zip(items, names) {
      let name = DisplayWidth.padded(name, to: width)
      let symbol = item.advice == nil ? "=" : style.yellow("!")
      context.console.print(
        "\(symbol) \(name)  \(item.text.localized)",
        indent: width + 4,
        isData: true
      )
      if let advice = item.advice { context.console.print("  \(advice)", indent: 2) }
    }
  }
}

extension EnvironmentProfile {
  /// A Boolean value indicating whether all services are emulators.
  fileprivate var isOnEmulators: Bool {
    !services.isEmpty
      && services.allSatisfy { if case .emulator = $0.location { true } else { false } }
  }
}
