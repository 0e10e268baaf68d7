import Foundation
import SystemPackage
import TaneKit
import Testing

@testable import TaneEmulator

@Suite("Finding Google's Firestore emulator")
final class GoogleFirestoreProgramTests {
  private let root = FileManager.default.temporaryDirectory
    .appending(path: "tane-google-\(UUID())").resolvingSymlinksInPath()

  deinit { try? FileManager.default.removeItem(at: root) }

  private func add(_ paths: String..., isExecutable: Bool = false) throws {
    for path in paths {
      let file = root.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      let attributes = isExecutable ? [FileAttributeKey.posixPermissions: 0o755] : nil
      let path = file.path
      _ = FileManager.default.createFile(atPath: path, contents: Data(), attributes: attributes)
    }
  }

  private func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? OperationFailure)?.message
    }
  }

  @Test("The newest emulator in the cache of firebase is used")
  func cache() throws {
    try add(
      "emulators/cloud-firestore-emulator-v1.9.0.jar",
      "emulators/cloud-firestore-emulator-v1.19.8.jar",
      "emulators/pubsub-emulator-0.8.27.zip"
    )
    let variables = ["FIREBASE_EMULATORS_PATH": "\(root.path)/emulators"]
    let jar = try GoogleFirestoreProgram.jar(variables, systemFolder: "/nonexistent")
    #expect(jar.lastComponent == "cloud-firestore-emulator-v1.19.8.jar")
  }

  @Test("The emulator of Google's command line is found through links")
  func toolkit() throws {
    let jar = "sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator.jar"
    try add("sdk/bin/gcloud", isExecutable: true)
    try add(jar)
    let folder = root.appending(path: "bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "gcloud"),
      withDestinationURL: root.appending(path: "sdk/bin/gcloud")
    )
    #expect(try GoogleFirestoreProgram.jar(["PATH": folder.path]).string == "\(root.path)/\(jar)")
  }

  @Test("The variable names the emulator's file, which must exist")
  func variable() throws {
    try add("a.jar")
    let variables = ["FIRESTORE_EMULATOR_JAR": "\(root.path)/a.jar"]
    #expect(try GoogleFirestoreProgram.jar(variables).string == "\(root.path)/a.jar")
    let message = message {
      _ = try GoogleFirestoreProgram.jar(["FIRESTORE_EMULATOR_JAR": "/nonexistent/a.jar"])
    }
    #expect(
      message == """
        /nonexistent/a.jar does not exist or is not a file; set FIRESTORE_EMULATOR_JAR to the path \
        of cloud-firestore-emulator.jar
        """
    )
  }

  @Test("Java is found in JAVA_HOME, otherwise in PATH")
  func java() throws {
    try add("home/bin/java", "bin/java", isExecutable: true)
    var variables = ["JAVA_HOME": "\(root.path)/home", "PATH": "/nonexistent:\(root.path)/bin"]
    #expect(try GoogleFirestoreProgram.java(variables) == "\(root.path)/home/bin/java")
    variables["JAVA_HOME"] = "/nonexistent"
    #expect(try GoogleFirestoreProgram.java(variables) == "\(root.path)/bin/java")
    let message = message { _ = try GoogleFirestoreProgram.java(["PATH": "/nonexistent"]) }
    #expect(
      message == """
        Google's Firestore emulator needs Java, which was not found: install Java 11 or newer, or set JAVA_HOME to \
        its folder
        """
    )
  }

  @Test(
    "The version is read from the output, or the reason that it is missing",
    arguments: [
      (["Picked up JAVA_TOOL_OPTIONS: -Xmx1g", "cloud-firestore-emulator 1.20.2"], "1.20.2"),
      (
        [
          "Error: LinkageError occurred while loading main class com.google.cloud.datastore.emulator.CloudFirestore",
          "\tjava.lang.UnsupportedClassVersionError: CloudFirestore has been compiled by a more recent version of the "
            + "Java Runtime (class file version 55.0), this version of the Java Runtime only recognizes class file "
            + "versions up to 52.0",
        ],
        "/a.jar needs Java 11 or newer, and /bin/java is Java 8: install a newer Java, or set JAVA_HOME to its folder"
      ),
      (
        ["The operation couldn’t be completed. Unable to locate a Java Runtime."],
        "Google's Firestore emulator needs Java, which was not found: install Java 11 or newer, or set JAVA_HOME to "
          + "its folder"
      ),
      (
        ["Error: Invalid or corrupt jarfile /a.jar", ""],
        "/bin/java cannot start /a.jar: Error: Invalid or corrupt jarfile /a.jar; reinstall Google's Firestore "
          + "emulator or Java"
      ),
    ]
  )
  func versions(output: [String], expected: String) throws {
    var version: String?
    let message = message {
      version = try GoogleFirestoreProgram.version(in: output, of: "/a.jar", java: "/bin/java")
    }
    #expect((version ?? message) == expected)
  }
}
