import Foundation
import Testing

extension TemporaryProject {
  /// Compiles files of the project with warnings as errors.
  func swiftc(_ arguments: [String], mode: String) async throws {
    let result = try await TaneProcess.run(
      ["swiftc", "-swift-version", mode, "-warnings-as-errors"] + arguments,
      in: root,
      // The compiler caches modules in the home directory.
      variables: ["HOME": NSHomeDirectory()],
      executable: URL(filePath: "/usr/bin/env")
    )
    try #require(result.status == 0, "\(result.output)\(result.errors)")
  }

  /// Compiles files in a folder of the project into a module and its object file.
  func compileModule(
    _ name: String,
    _ files: [String],
    into folder: String,
    mode: String
  ) async throws {
    try await swiftc(
      ["-parse-as-library", "-module-name", name, "-emit-module", "-emit-object", "-I", folder]
        + ["-whole-module-optimization", "-o", "\(folder)/\(name).o"] + files,
      mode: mode
    )
  }
}
