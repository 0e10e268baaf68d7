import Foundation
import PackagePlugin

/// A command plug-in that runs `tane` in a package: `swift package tane validate`.
///
/// It requests no permissions, because reading needs none. Writing and network access need
/// SwiftPM's own options, such as `swift package --allow-writing-to-package-directory tane seed`.
/// `tane` is built when the plug-in runs: if the plug-in depended on it, every build of Tane's own
/// package would compile it a second time. It runs in the package's folder, to which relative paths
/// refer.
@main
struct TaneCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    guard let tane = try program("tane") else { return }
    let process = Process()
    process.executableURL = tane
    process.arguments = arguments
    if arguments.contains(where: Self.readers.contains) {
      // `tane` itself would wait for the build folder, which SwiftPM locks while the plug-in runs.
      guard let reader = try program("tane-swift-reader") else { return }
      process.environment = ProcessInfo.processInfo.environment
        .merging(["TANE_SWIFT_READER": reader.path]) { $1 }
    }
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // SwiftPM reports that the plug-in failed; tane has printed the reason.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  /// The subcommands that read Swift sources.
  private static let readers: Set = [
    "check", "demo", "doctor", "init", "plan", "schema", "seed", "validate", "watch",
  ]

  /// Builds a program of Tane; returns nil, with an error message, if that fails.
  private func program(_ name: String) throws -> URL? {
    let build = try packageManager.build(.product(name), parameters: .init())
    guard build.succeeded,
      let program = build.builtArtifacts.first(where: { $0.kind == .executable })
    else {
      Diagnostics.error("\(name) cannot be built:\n\(build.logText)")
      return nil
    }
    return program.url
  }
}
