import Foundation
import PackagePlugin

/// Runs `tane` in a package: `swift package tane validate`.
///
/// It asks for no permission: what only reads needs none. What writes or uses the network takes SwiftPM's own options,
/// such as `swift package --allow-writing-to-package-directory tane seed`. `tane` is built when the plug-in runs: as a
/// tool that the plug-in depends on, every build of Tane's own package would compile it a second time.
@main
struct TaneCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let build = try packageManager.build(.product("tane"), parameters: .init())
    guard build.succeeded,
      let tane = build.builtArtifacts.first(where: { $0.kind == .executable })
    else {
      Diagnostics.error("tane cannot be built:\n\(build.logText)")
      return
    }
    let process = Process()
    process.executableURL = tane.url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // SwiftPM tells that the plug-in failed; tane has said why.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }
}
