import Foundation
import TestSupport
import Testing

/// Swift sources in a temporary folder that are compiled and run like an app.
final class SwiftProgram {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tane-swift-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Compiles sources into a module with its object file, in Swift 6 mode and with warnings as
  /// errors.
  func compileModule(
    _ name: String,
    _ sources: [String: String],
    _ options: [String] = []
  ) async throws {
    try await compile(
      options + [
        "-parse-as-library", "-module-name", name, "-emit-module", "-emit-object", "-o",
        path("\(name).o"),
      ],
      sources
    )
  }

  /// Compiles a program's sources and links them with modules.
  func link(_ name: String, _ sources: [String: String], with modules: [String]) async throws {
    try await compile(["-o", path(name)] + modules.map { path("\($0).o") }, sources)
  }

  private func compile(_ arguments: [String], _ sources: [String: String]) async throws {
    for (file, text) in sources { try Data(text.utf8).write(to: folder.appending(path: file)) }
    let result = try await run(
      "/usr/bin/env",
      [
        "swiftc", "-swift-version", "6", "-warnings-as-errors", "-whole-module-optimization", "-I",
        folder.path,
      ]
        + arguments + sources.keys.sorted().map(path)
    )
    try #require(result.status == 0, "\(result.output)")
  }

  /// Runs a program and waits until it exits.
  func run(
    _ program: String,
    _ arguments: [String] = [],
    _ variables: [String: String] = [:]
  ) async throws -> (status: Int32, output: String) {
    var environment = ProcessInfo.processInfo.environment
    environment["TANE_ENV"] = nil
    let result = try await TestProgram.run(
      [program] + arguments,
      in: folder,
      variables: environment.merging(variables) { $1 },
      mergesErrors: true
    )
    return (result.status, result.output)
  }
}
