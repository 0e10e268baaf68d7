import Foundation
import Testing

@Suite("Module graph")
struct ModuleGraphTests {
  @Test("Modules depend on each other exactly as CONTRIBUTING.md says")
  func arrows() throws {
    let told = try Self.toldArrows()
    let made = try Self.madeArrows()
    #expect(Set(told.keys) == Set(made.keys))
    for (module, arrows) in made {
      #expect(told[module] == arrows, "\(module)")
    }
  }

  @Test("The tane executable builds without the sample apps and their packages")
  func sampleApps() throws {
    let arrows = try Self.madeArrows()
    var reached: Set = ["tane"]
    var open = ["tane"]
    while let module = open.popLast() {
      open += (arrows[module] ?? []).filter { reached.insert($0).inserted }
    }
    #expect(reached.count > 10)
    #expect(reached.filter { $0.hasPrefix("Demo") } == [])
    let target = /\.(?:executableTarget|target)\(\s*name: "([^"]+)"((?:.|\n)*?)swiftSettings/
    let users = try Self.text(of: "Package.swift").matches(of: target)
      .filter { $0.2.contains("OpenCombine") || $0.2.contains("swift-async-algorithms") }
    #expect(users.map { String($0.1) } == ["DemoApps"])
  }

  @Test("Only the managers and their activation use shared instances")
  func shared() throws {
    let allowed = [
      "TaneFirebase/Firestore/Firestore+Shared.swift", "TaneFirebase/Accounts/Auth+Shared.swift",
      "TaneFirebase/Database/Database+Shared.swift", "TaneFirebase/Storage/Storage+Shared.swift",
      "TaneFirebase/RemoteConfig/RemoteConfig+Shared.swift", "TaneFirebase/Apps/FirebaseApp.swift",
      "TaneRuntime/FirebaseApp+Configuring.swift",
    ]
    let sources = TemporaryProject.repository.appending(path: "Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter {
        $0.hasPrefix("Tane") && $0.hasSuffix(".swift") && !allowed.contains($0)
          // The providers connect the managers of each kind.
          && !$0.hasPrefix("TaneRuntime/Providers/")
      }
    #expect(files.count > 500)
    for file in files {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      let code = text.split(separator: "\n").filter {
        !$0.drop(while: \.isWhitespace).hasPrefix("//")
      }
      // Searching for a word is much faster than matching a pattern.
      let named = code.filter {
        $0.contains(".shared") && $0.contains(/Manager\.shared\b|[:=({] \.shared\b(?!\()/)
      }
      #expect(named.isEmpty, "\(file)")
    }
  }

  @Test("Only TaneProcesses starts programs, except for the plug-in")
  func launchers() throws {
    let allowed = ["Sources/TaneProcesses/", "Sources/TaneCommand/TaneCommand.swift"]
    // Split, so that this file does not contain them.
    let calls = [
      "posix_\("spawn")", " Process\("()")", " Process\(".run(")", "fork\("()")", "exec\("v")",
    ]
    let root = TemporaryProject.repository
    var launchers: [String] = []
    for folder in ["Sources", "Tests"] {
      let files = try FileManager.default.subpathsOfDirectory(
        atPath: root.appending(path: folder).path
      )
      for file in files.map({ "\(folder)/\($0)" }) where file.hasSuffix(".swift") {
        guard !allowed.contains(where: { file.hasPrefix($0) }) else { continue }
        let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
        if calls.contains(where: { text.contains($0) }) { launchers.append(file) }
      }
    }
    #expect(launchers == [])
  }

  /// Returns the dependencies in each row of the table, with full module names.
  private static func toldArrows() throws -> [String: Set<String>] {
    var arrows: [String: Set<String>] = [:]
    for line in try text(of: "CONTRIBUTING.md").split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, let name = cells[0].wholeMatch(of: /`([A-Za-z-]+)`/)
      else { continue }
      let names = cells[2].split(separator: ", ").map(String.init)
      arrows[String(name.1)] = Set(
        names.compactMap {
          $0.hasPrefix("Demo") ? $0 : modules.contains("Tane\($0)") ? "Tane\($0)" : nil
        }
      )
    }
    return arrows
  }

  /// Returns the dependencies of the targets in `Package.swift`, without those on other packages.
  private static func madeArrows() throws -> [String: Set<String>] {
    var arrows: [String: Set<String>] = [:]
    let target = /\.(?:executableTarget|target)\(\s*name: "([^"]+)"((?:.|\n)*?)swiftSettings/
    for match in try text(of: "Package.swift").matches(of: target) {
      let names = match.2.matches(of: /"((?:Tane|Demo)[A-Za-z]*)"/).map { String($0.1) }
      arrows[String(match.1)] = Set(names)
    }
    return arrows
  }

  private static let modules: Set<String> = {
    let sources = TemporaryProject.repository.appending(path: "Sources").path
    return Set((try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? [])
  }()

  private static func text(of file: String) throws -> String {
    try String(contentsOf: TemporaryProject.repository.appending(path: file), encoding: .utf8)
  }
}
