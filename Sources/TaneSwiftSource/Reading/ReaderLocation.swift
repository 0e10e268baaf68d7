import SystemPackage
import TaneCore
import TaneProject

/// The location of `tane-swift-reader`, or the build that creates it.
enum ReaderLocation: Hashable {
  /// An existing file.
  case file(FilePath)
  /// A product that can be built in the running program's build folder.
  case unbuilt(PackageBuild, product: FilePath)

  /// The file name of the reader.
  static let program = "tane-swift-reader"
  /// The environment variable with the path of the reader.
  static let variable = "TANE_SWIFT_READER"

  /// Finds the reader: at the path in the variable, next to the running program, or, if that
  /// program was built from a package, in the package.
  static func find(
    beside executable: FilePath?,
    environment: [String: String],
    files: any ProjectFiles
  ) throws(SourceReadingError) -> ReaderLocation {
    if let path = environment[variable], !path.isEmpty {
      guard isFile(FilePath(path), files) else {
        throw SourceReadingError(
          "\(variable) is set to \"\(path.escapingControls)\", where no program exists; set it to "
            + "the path of \(program), or unset it"
        )
      }
      return .file(FilePath(path))
    }
    guard let executable else { throw missingReaderError(beside: "the running program") }
    let product = executable.removingLastComponent().appending(program)
    if isFile(product, files) { return .file(product) }
    guard let build = PackageBuild(containing: executable, files: files) else {
      throw missingReaderError(beside: executable.string.escapingControls)
    }
    return .unbuilt(build, product: product)
  }

  private static func isFile(_ path: FilePath, _ files: any ProjectFiles) -> Bool {
    (try? files.kind(of: path)) == .file
  }

  private static func missingReaderError(beside executable: String) -> SourceReadingError {
    SourceReadingError(
      "\(program), which reads Swift sources, is not in the folder of \(executable); build it in a "
        + "checkout of Tane with `swift build --configuration release --product \(program)`, then "
        + "copy it there or set \(variable) to its path"
    )
  }
}
