import SystemPackage
import TaneProject

/// A Swift Package Manager build folder, derived from the path of a program in it.
///
/// An example of such a path is `Tane/.build/x86_64-unknown-linux-gnu/debug/tane`.
struct PackageBuild: Hashable {
  /// The folder that contains `Package.swift`.
  let package: FilePath
  /// The folder of build products, `.build`.
  let scratch: FilePath
  /// The build configuration: `debug` or `release`.
  let configuration: String
  /// A Boolean value indicating whether the package is Tane itself instead of a package that
  /// depends on it.
  private let isTanePackage: Bool

  /// Finds the build folder of a program, or returns nil if the program was installed elsewhere.
  init?(containing executable: FilePath, files: any ProjectFiles) {
    let products = executable.removingLastComponent()
    let scratch = products.removingLastComponent().removingLastComponent()
    let package = scratch.removingLastComponent()
    guard let configuration = products.lastComponent?.string,
      ["debug", "release"].contains(configuration),
      scratch.lastComponent?.string.hasPrefix(".build") == true,
      (try? files.kind(of: package.appending("Package.swift"))) == .file
    else { return nil }
    self.package = package
    self.scratch = scratch
    self.configuration = configuration
    isTanePackage = (try? files.kind(of: package.appending("Sources/TaneSwiftSource"))) == .folder
  }

  /// Returns the command that builds a product, as an array of arguments.
  func command(building product: String) -> [String] {
    // Building with the traits of the running program reuses its compiled modules. Other packages
    // determine the traits themselves.
    #if Network
    let traits: [String] = []
    #else
    let traits = isTanePackage ? ["--disable-default-traits"] : []
    #endif
    return [
      "swift", "build", "--configuration", configuration, "--product", product,
      "--package-path", package.string, "--scratch-path", scratch.string,
    ] + traits
  }
}
