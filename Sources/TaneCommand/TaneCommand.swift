import Foundation
import PackagePlugin

/// A command plug-in that runs `tane` in a package: `swift package tane validate`.
///
/// The plug-in requests no permissions, because reading needs none. For writing and network access,
/// users pass SwiftPM's own options, such as `swift package --allow-writing-to-package-directory
/// tane seed`. The plug-in builds `tane` when it runs; if it depended on `tane`, every build of
/// Tane's own package would compile `tane` twice. `tane` runs in the package's folder, so relative
/// paths are resolved in that folder.
@main
struct TaneCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    guard let tane = try program("tane") else { return }
    let process = Process()
    process.executableURL = tane
    process.arguments = arguments
    if arguments.contains(where: Self.readers.contains) {
      // If `tane` had to build the reader itself, it would wait for the build folder, which SwiftPM
      // locks while the plug-in runs.
      guard let reader = try program("tane-swift-reader") else { return }
      process.environment = ProcessInfo.processInfo.environment
        .merging(["TANE_SWIFT_READER": reader.path]) { $1 }
    }
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // SwiftPM reports that the plug-in failed; `tane` has already printed the reason.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  /// The subcommands that read Swift sources.
  private static let readers: Set = [
    "check", "demo", "doctor", "init", "plan", "schema", "seed", "validate", "watch",
  ]

  /// Builds one of Tane's programs; if the build fails, prints an error message and returns nil.
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
