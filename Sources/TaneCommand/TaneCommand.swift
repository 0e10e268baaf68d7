import Foundation
import PackagePlugin

/// Runs `tane` in a package: `swift package tane validate`.
///
/// It asks for no permission: what only reads needs none. What writes or uses the network takes SwiftPM's own options,
/// such as `swift package --allow-writing-to-package-directory tane seed`. `tane` is built when the plug-in runs: as a
/// tool that the plug-in depends on, every build of Tane's own package would compile it a second time. It runs in the
/// package's folder, from which relative paths count.
@main
struct TaneCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    guard let tane = try program("tane") else { return }
    let process = Process()
    process.executableURL = tane
    process.arguments = arguments
    if arguments.contains(where: Self.readers.contains) {
      // tane would build it, and wait for the build folder, which SwiftPM holds while the plug-in runs.
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
    "demo", "doctor", "init", "plan", "schema", "seed", "validate", "watch",
  ]

  /// Builds a program of Tane; nil, with a message, where that fails.
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
