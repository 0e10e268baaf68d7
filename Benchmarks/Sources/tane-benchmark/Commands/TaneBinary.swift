import Foundation

/// The release build of `tane`.
enum TaneBinary {
  /// Builds the package in a folder and returns the path of its `tane`.
  static func build(in package: String) throws -> String {
    guard FileManager.default.fileExists(atPath: package + "/Package.swift") else {
      throw BenchmarkError(
        "no Package.swift in \(package): run this from the repository's root, or give --tane PATH"
      )
    }
    FileHandle.standardError.write(Data("Building tane for release...\n".utf8))
    let arguments = ["build", "-c", "release", "--package-path", package]
    _ = try ChildProcess(program: "swift", arguments: arguments + ["--product", "tane"]).run()
    let folder = try ChildProcess(program: "swift", arguments: arguments + ["--show-bin-path"])
      .run().output
    return folder.trimmingCharacters(in: .whitespacesAndNewlines) + "/tane"
  }
}
