import Foundation

/// A release build of a product.
struct ReleaseBuild {
  let package: String
  let product: String

  /// Builds the product and returns the path of its program.
  func run() throws -> String {
    FileHandle.standardError.write(Data("Building \(product) for release...\n".utf8))
    let arguments = ["build", "-c", "release", "--package-path", package]
    _ = try ChildProcess(program: "swift", arguments: arguments + ["--product", product]).run()
    let folder = try ChildProcess(program: "swift", arguments: arguments + ["--show-bin-path"])
      .run().output
    return folder.trimmingCharacters(in: .whitespacesAndNewlines) + "/" + product
  }
}
