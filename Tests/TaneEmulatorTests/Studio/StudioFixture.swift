import Foundation
import HTTPTypes
import SystemPackage
import TaneCore
import TaneEmbedded
import TaneKit
import TaneProject
import TaneRuntime

@testable import TaneEmulator

/// A studio of a project in a temporary folder, with a browser that has opened its URL.
final class StudioFixture {
  let root: URL
  let service: StudioService
  private var cookie: String?

  init(_ files: [String: String]) throws {
    root = FileManager.default.temporaryDirectory
      .appending(path: "tane-studio-\(UUID())").resolvingSymlinksInPath()
    for (path, text) in files { try Self.write(text, to: root.appending(path: path)) }
    service = StudioService(gate: StudioGate(), project: try Self.project(root))
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  static func project(_ root: URL) throws -> StudioProject {
    let project = try Project.open(at: root.path)
    return StudioProject(
      project,
      opening: "local",
      over: EnvironmentConnector(project: project, variables: [:]),
      timeout: .seconds(5),
      variables: [:]
    )
  }

  private static func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }

  func write(_ text: String, to path: String) throws {
    try Self.write(text, to: root.appending(path: path))
  }

  func read(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The environment, for preparing its data.
  func environment(_ name: String = "local") throws -> ProjectEnvironment {
    try Project.open(at: root.path).environment(name, variables: [:])
  }

  /// The embedded stores, in which a test makes manual edits.
  func stores(_ name: String = "local") throws -> EmbeddedEnvironment {
    try EmbeddedEnvironment(
      path: FilePath(root.appending(path: ".tane/embedded/\(name).sqlite").path),
      access: .readWrite
    )
  }

  /// Sends a request with the session's cookie.
  func get(_ path: String) async -> EmulatorResponse {
    await service.respond(to: .make(.get, path, ["Cookie": await session()]))
  }

  /// Sends a form of the studio.
  func post(_ path: String, _ form: String) async -> EmulatorResponse {
    await service.respond(
      to: .make(
        .post,
        path,
        ["Cookie": await session(), "Origin": "http://localhost:9199"],
        body: Array(form.utf8)
      )
    )
  }

  /// Opens the printed URL once, and returns the cookie.
  func session() async -> String {
    if let cookie { return cookie }
    let response = await service.respond(to: .make(.get, "/?token=\(service.gate.token)"))
    let value = response.header("Set-Cookie").map { String($0.prefix { $0 != ";" }) } ?? ""
    cookie = value
    return value
  }
}
