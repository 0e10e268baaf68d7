import Foundation
import TestSupport

/// Code of external packages, which can use only the public declarations of the libraries.
enum OutsideCode {
  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the Swift files of a folder below `Tests`.
  static func files(in folder: String) throws -> [URL] {
    let folder = repository.appending(path: "Tests").appending(path: folder)
    return try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
  }

  private static var products: URL { BuildProducts.folder }

  /// Type-checks the files of a folder against the modules of this build, in a language mode.
  ///
  /// - Returns: The compiler's exit code and its messages.
  static func check(_ folder: String, mode: String) async throws -> (Int32, String) {
    try await check(try files(in: folder), mode: mode)
  }

  /// Type-checks files against the modules of this build, in a language mode.
  static func check(_ files: [URL], mode: String) async throws -> (Int32, String) {
    let command =
      [
        "/usr/bin/env", "swiftc", "-typecheck", "-swift-version", mode, "-parse-as-library",
        "-module-name", "Outside", "-I", products.appending(path: "Modules").path,
      ]
      + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
      + files.map(\.path)
    let result = try await TestProgram.run(
      command,
      in: repository,
      variables: ProcessInfo.processInfo.environment
    )
    return (result.status, result.errors)
  }

  /// The module maps of the C modules that the modules of this build import.
  private static var moduleMaps: [String] {
    let scratch = products.deletingLastPathComponent().deletingLastPathComponent()
    func children(_ folder: URL) -> [URL] {
      let manager = FileManager.default
      return (try? manager.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    }
    let sources = children(scratch.appending(path: "checkouts"))
      .flatMap { children($0.appending(path: "Sources")) }
    let folders =
      sources + sources.map { $0.appending(path: "include") }
      + children(products).filter { $0.pathExtension == "build" }
      + [repository.appending(path: "Sources/CLibYAML")]
    return folders.map { $0.appending(path: "module.modulemap").path }
      .filter { FileManager.default.fileExists(atPath: $0) && !$0.contains("SQLCipher") }
  }
}
