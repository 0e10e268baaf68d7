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
    return try ReleaseBuild(package: package, product: "tane").run()
  }
}
