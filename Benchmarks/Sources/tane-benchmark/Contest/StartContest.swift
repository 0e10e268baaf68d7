import Foundation

extension Contest {
  /// Returns a contest between starting `tane` and a program that does nothing.
  static func starting(_ tane: String, besides empty: String) -> Contest {
    let nothing = Contestant(
      name: "an empty Swift program",
      process: ChildProcess(program: empty, arguments: [])
    )
    let version = Contestant(
      name: "`tane --version`",
      process: ChildProcess(program: tane, arguments: ["--version"])
    )
    return Contest(contestants: [nothing, version], reference: nothing.name, inputBytes: nil)
  }
}

/// An empty program, built like `tane`.
enum EmptyProgram {
  /// Builds the program in a folder, and returns its path.
  static func build(in folder: URL) throws -> String {
    let manifest = """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(name: "Empty", targets: [.executableTarget(name: "empty")])
      """
    let sources = folder.appending(path: "Sources/empty", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try Data(manifest.utf8).write(to: folder.appending(path: "Package.swift"))
    try Data().write(to: sources.appending(path: "main.swift"))
    return try ReleaseBuild(package: folder.path, product: "empty").run()
  }
}
