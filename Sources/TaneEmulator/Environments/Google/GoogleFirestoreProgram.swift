import Foundation
import SystemPackage
import TaneCore
import TaneKit
import TaneProcesses

/// Google's Firestore emulator, a Java program, as installed on this machine.
struct GoogleFirestoreProgram: Sendable {
  /// The environment variable with the path of the emulator's JAR file.
  static let variable = "FIRESTORE_EMULATOR_JAR"
  private static let supportedVersions = ["1.19.", "1.20."]
  private static let mainClass = "com.google.cloud.datastore.emulator.firestore.CloudFirestore"
  private static let jarName = "cloud-firestore-emulator"

  /// The version, such as `1.19.9`.
  let version: String
  private let java: String
  private let jar: FilePath
  private let variables: [String: String]

  /// A Boolean value indicating whether Tane supports the version.
  var isSupported: Bool { Self.supportedVersions.contains { version.hasPrefix($0) } }

  /// Finds the emulator and Java, and runs them once to determine the version.
  ///
  /// - Throws: An `OperationFailure` with the remedy if one is missing or cannot be used.
  init(variables: [String: String]) async throws {
    self.variables = variables
    jar = try Self.jar(variables)
    java = try Self.java(variables)
    let program = try DependentProcess(
      command: Self.command(java, jar) + ["--version"],
      environment: variables
    )
    let timeoutTask = program.endAfterStartTimeout()
    defer { timeoutTask.cancel() }
    var output: [String] = []
    for await line in program.lines { output.append(line) }
    await program.end()
    try Task.checkCancellation()
    version = try Self.version(in: output, of: jar, java: java)
  }

  /// Starts the emulator on a port of `127.0.0.1`, with the same security rules for all projects.
  func start(on port: Int, _ rules: FirestoreRules?) throws -> DependentProcess {
    var command = Self.command(java, jar) + ["--host=127.0.0.1", "--port=\(port)"]
    if let rules { command.append("--rules=\(rules.file)") }
    return try DependentProcess(command: command, environment: variables)
  }

  /// Returns the command that starts the emulator with English messages in every locale.
  private static func command(_ java: String, _ jar: FilePath) -> [String] {
    [java, "-Duser.language=en", "-cp", jar.string, mainClass]
  }

  /// Returns the version in the output of `--version`, or throws an error if there is none.
  static func version(in output: [String], of jar: FilePath, java: String) throws -> String {
    let text = output.joined(separator: "\n")
    if let match = text.firstMatch(of: /cloud-firestore-emulator ([0-9]+\.[0-9]+[0-9.]*)/) {
      return String(match.1)
    }
    if text.contains("Unable to locate a Java Runtime") { throw javaNotFound }
    // The class file version of Java 1.1 is 45.
    let versions = /class file version ([0-9]+).*up to ([0-9]+)/.dotMatchesNewlines()
    if let match = text.firstMatch(of: versions), let needed = Int(match.1),
      let present = Int(match.2)
    {
      throw OperationFailure(
        .failed,
        "\(jar) needs Java \(needed - 44) or newer, and \(java) is Java \(present - 44): install a newer Java,"
          + " or set JAVA_HOME to its folder"
      )
    }
    let reason = output.last { !$0.isEmpty } ?? "it did not print its version"
    throw OperationFailure(
      .failed,
      "\(java) cannot start \(jar): \(reason.escapingControls); reinstall Google's Firestore emulator or Java"
    )
  }

  // MARK: Locating files

  private static var javaNotFound: OperationFailure {
    OperationFailure(
      .failed,
      "Google's Firestore emulator needs Java, which was not found: install Java 11 or newer, or set"
        + " JAVA_HOME to its folder"
    )
  }

  static func java(_ variables: [String: String]) throws -> String {
    let home = variables["JAVA_HOME"].map { $0.isEmpty ? [] : ["\($0)/bin"] } ?? []
    guard let path = program("java", in: home + folders(variables)) else { throw javaNotFound }
    return path
  }

  /// Returns the path of the emulator's JAR file: the value of the environment variable, otherwise
  /// the file installed by the gcloud CLI, otherwise the newest file installed by the Firebase CLI.
  static func jar(
    _ variables: [String: String],
    systemFolder: String = "/usr/lib/google-cloud-sdk"
  ) throws -> FilePath {
    if let path = variables[variable], !path.isEmpty {
      guard isFile(path) else {
        throw OperationFailure(
          .failed,
          "\(path.escapingControls) does not exist or is not a file; set \(variable) to the path "
            + "of \(jarName).jar"
        )
      }
      return FilePath(path)
    }
    let found = (gcloudFolders(variables) + [systemFolder])
      .map { "\($0)/platform/\(jarName)/\(jarName).jar" }.first(where: isFile)
    guard let path = found ?? cachedJar(variables) else {
      throw OperationFailure(
        .failed,
        "Google's Firestore emulator was not found: run gcloud components install \(jarName), apt-get install"
          + " google-cloud-cli-firestore-emulator or firebase setup:emulators:firestore, or set"
          + " \(variable) to the path of \(jarName).jar"
      )
    }
    return FilePath(path)
  }

  /// Returns the folders in which the user may have installed the gcloud CLI.
  private static func gcloudFolders(_ variables: [String: String]) -> [String] {
    let command = program("gcloud", in: folders(variables)).map { path in
      let file = URL(filePath: path).resolvingSymlinksInPath()
      return file.deletingLastPathComponent().deletingLastPathComponent().path
    }
    let home = variables["HOME"].map { ["\($0)/google-cloud-sdk"] } ?? []
    return [command].compactMap(\.self) + home
  }

  /// Returns the path of the newest emulator in the Firebase CLI's cache, if any.
  private static func cachedJar(_ variables: [String: String]) -> String? {
    let usual = variables["HOME"].map { "\($0)/.cache/firebase/emulators" }
    guard let folder = variables["FIREBASE_EMULATORS_PATH"] ?? usual else { return nil }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let jars = names.filter { $0.hasPrefix("\(jarName)-v") && $0.hasSuffix(".jar") }
    let newest = jars.max { $0.compare($1, options: .numeric) == .orderedAscending }
    return newest.map { "\(folder)/\($0)" }
  }

  private static func folders(_ variables: [String: String]) -> [String] {
    (variables["PATH"] ?? "").split(separator: ":").map(String.init)
  }

  private static func program(_ name: String, in folders: [String]) -> String? {
    folders.map { "\($0)/\(name)" }
      .first { isFile($0) && FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return exists && !isFolder.boolValue
  }
}

extension DependentProcess {
  /// The maximum time for Java to start a program.
  private static let startTimeout = Duration.seconds(60)

  /// Ends the program if it takes too long to start, unless the returned task is canceled first.
  func endAfterStartTimeout() -> Task<Void, any Error> {
    Task {
      try await Task.sleep(for: Self.startTimeout)
      await end()
    }
  }
}
