import Foundation
import PackagePlugin

/// A build plug-in that generates `TaneEnvironment` from the profiles in `environments/`.
///
/// For targets that link `TaneFirebase`, or Firebase's libraries for databases and buckets, it also
/// generates managers with a member for each database and bucket. For test targets that link
/// `TaneInMemory` or `TaneTesting`, it also generates `CompiledFixtures` with each environment's
/// fixtures; other targets do not get them, because fixtures contain passwords.
@main
struct TaneProfiles: BuildToolPlugin {
  /// The products for which members of managers are generated.
  private static let libraries: Set = [
    "TaneFirebase", "Firebase", "FirebaseDatabase", "FirebaseStorage",
  ]

  /// The products whose test targets get `CompiledFixtures`.
  private static let testLibraries: Set = ["TaneInMemory", "TaneTesting"]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let products = target.dependencies.compactMap { dependency in
      if case .product(let product) = dependency { product.name } else { nil as String? }
    }
    return try commands(
      from: context.package.directoryURL,
      tool: try context.tool(named: "tane-profiles").url,
      output: context.pluginWorkDirectoryURL,
      products: products,
      isTest: (target as? any SourceModuleTarget)?.kind == .test
    )
  }

  /// Returns the commands that run the generator, which writes only files that have changed.
  private func commands(
    from folder: URL,
    tool: URL,
    output: URL,
    products: [String],
    isTest: Bool
  ) throws -> [Command] {
    let project = try project(around: folder)
    let profiles = try profiles(of: project)
    let buildFolder = buildFolder(of: output).map { [$0] }
    let environments = output.appending(path: "TaneEnvironment.swift")
    let command = Command.buildCommand(
      displayName: "Reading the profiles of environments/",
      executable: tool,
      arguments: [project.path, environments.path]
        + products.filter(Self.libraries.contains).sorted(),
      inputFiles: buildFolder ?? profiles,
      outputFiles: [environments]
    )
    let sets = project.appending(path: "fixtures")
    guard isTest, !Self.testLibraries.isDisjoint(with: products),
      FileManager.default.fileExists(atPath: sets.path)
    else { return [command] }
    let inputs = buildFolder ?? profiles + files(below: sets)
    return [command, compilation(of: project, by: tool, to: output, inputFiles: inputs)]
  }

  /// Returns the command that compiles the fixtures of all environments.
  private func compilation(
    of project: URL,
    by tool: URL,
    to output: URL,
    inputFiles: [URL]
  ) -> Command {
    let fixtures = output.appending(path: "TaneFixtures.swift")
    return .buildCommand(
      displayName: "Compiling the fixtures of fixtures/",
      executable: tool,
      arguments: ["--fixtures", project.path, fixtures.path],
      inputFiles: inputFiles,
      outputFiles: [fixtures]
    )
  }

  /// Returns SwiftPM's build folder, or nil in Xcode.
  ///
  /// The folder is an input of the generator's command, so that the generator runs in every build:
  /// every build creates and removes a file in the folder.
  ///
  /// SwiftPM runs a plug-in again when a source file is added or removed, but not when a profile
  /// is. If profiles were the inputs, an added profile would go unnoticed, and a removed one would
  /// be a missing input. Xcode has a different build folder, and always runs its plug-ins.
  private func buildFolder(of output: URL) -> URL? {
    var folder = output
    while folder.pathComponents.count > 1 {
      let name = folder.lastPathComponent
      folder.deleteLastPathComponent()
      if name == "plugins" {
        let isSwiftPM = ["build.db", "plugin-tools.yaml"].contains {
          FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
        }
        return isSwiftPM ? folder : nil
      }
    }
    return nil
  }

  /// Returns the YAML files in `environments/`, sorted by name.
  private func profiles(of project: URL) throws -> [URL] {
    let folder = project.appending(path: "environments")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.sorted()
      .map { folder.appending(path: $0) }
  }

  /// Returns all files in a folder and its subfolders, sorted by path.
  private func files(below folder: URL) -> [URL] {
    let entries = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (entries?.compactMap { $0 as? URL } ?? []).filter { !$0.hasDirectoryPath }
      .sorted { $0.path < $1.path }
  }

  /// Returns the nearest folder with `environments/`, starting at the given one: an app's package
  /// may be in a subfolder of its repository.
  private func project(around folder: URL) throws -> URL {
    var project = folder.standardizedFileURL
    while !FileManager.default.fileExists(atPath: project.appending(path: "environments").path) {
      guard project.pathComponents.count > 1 else { throw MissingFolder(start: folder.path) }
      project.deleteLastPathComponent()
    }
    return project
  }
}

/// An error for a package without `environments/` in its folder or an ancestor.
struct MissingFolder: Error, CustomStringConvertible {
  let start: String

  var description: String {
    "no environments/ was found in \(start) or a folder above it; TaneProfiles needs the folder, "
      + "with a profile for each environment (run tane init to create it)"
  }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

// `XcodeProjectPlugin` is not available on Linux.
extension TaneProfiles: XcodeBuildToolPlugin {
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
    let products = target.dependencies.compactMap { dependency in
      if case .product(let product) = dependency { product.name } else { nil as String? }
    }
    var isTest = false
    if case .other("com.apple.product-type.bundle.unit-test") = target.product?.kind {
      isTest = true
    }
    return try commands(
      from: context.xcodeProject.directoryURL,
      tool: try context.tool(named: "tane-profiles").url,
      output: context.pluginWorkDirectoryURL,
      products: products,
      isTest: isTest
    )
  }
}
#endif
