import SystemPackage
import TaneProject

/// A folder in which Swift's package manager builds, found from a program that lies in it:
/// `Tane/.build/x86_64-unknown-linux-gnu/debug/tane`.
struct PackageBuild: Hashable {
  /// The folder of `Package.swift`.
  let package: FilePath
  /// The folder of everything that is built, `.build`.
  let scratch: FilePath
  /// `debug` or `release`.
  let configuration: String
  /// A Boolean value indicating whether the package is Tane's own, not one that depends on Tane.
  private let isOwn: Bool

  /// The folder that a program lies in; nil where it was installed elsewhere.
  init?(holding executable: FilePath, files: any ProjectFiles) {
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
    isOwn = (try? files.kind(of: package.appending("Sources/TaneSwiftSource"))) == .folder
  }

  /// The words of the command that builds a product.
  func command(building product: String) -> [String] {
    // With the traits of the running program, its modules are compiled already. In a package of others they are that one's.
    #if Network
    let traits: [String] = []
    #else
    let traits = isOwn ? ["--disable-default-traits"] : []
    #endif
    return [
      "swift", "build", "--configuration", configuration, "--product", product,
      "--package-path", package.string, "--scratch-path", scratch.string,
    ] + traits
  }
}
