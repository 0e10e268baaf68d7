import Foundation

/// Code of packages outside of this one, which sees of the libraries what everybody does.
enum OutsideCode {
  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files of a folder of the tests.
  static func files(in folder: String) throws -> [URL] {
    let folder = repository.appending(path: "Tests").appending(path: folder)
    return try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
  }

  /// The folder of the test runner, beside which the modules of this build stand.
  private static var products: URL {
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      return bundle.bundleURL.deletingLastPathComponent()
    }
    return URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
  }

  /// Type-checks the files of a folder against the modules of this build, in a language mode.
  ///
  /// - Returns: The compiler's exit code, and what it said.
  static func check(_ folder: String, mode: String) async throws -> (Int32, String) {
    try await check(try files(in: folder), mode: mode)
  }

  /// Type-checks files against the modules of this build, in a language mode.
  static func check(_ files: [URL], mode: String) async throws -> (Int32, String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "swiftc", "-typecheck", "-swift-version", mode, "-parse-as-library", "-module-name",
        "Outside", "-I", products.appending(path: "Modules").path,
      ]
      + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
      + files.map(\.path)
    let output = FileManager.default.temporaryDirectory.appending(path: "tane-outside-\(UUID())")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: output) }
    process.standardError = try FileHandle(forWritingTo: output)
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in done.resume() }
      do { try process.run() } catch { done.resume(throwing: error) }
    }
    return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
  }

  /// The modules in C on which those of this build lean, as the build describes them.
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
