import TestSupport
import SystemPackage
import TaneProject
import Testing

@testable import TaneSwiftSource

@Suite("Location of tane-swift-reader")
struct ReaderLocationTests {
  private let built: FilePath = "/tane/.build/x86_64-unknown-linux-gnu/debug/tane"

  private func find(
    _ executable: FilePath?,
    _ files: InMemoryFiles,
    _ environment: [String: String] = [:]
  ) throws -> ReaderLocation {
    try ReaderLocation.find(beside: executable, environment: environment, files: files)
  }

  @Test("The reader is found by variable, next to the program, or as a package to build")
  func order() throws {
    var files = InMemoryFiles()
    files.write("", to: "/tane/Package.swift")
    let build = try #require(PackageBuild(containing: built, files: files))
    let product: FilePath = "/tane/.build/x86_64-unknown-linux-gnu/debug/tane-swift-reader"
    #expect(try find(built, files) == .unbuilt(build, product: product))
    files.write("", to: product)
    #expect(try find(built, files) == .file(product))
    files.write("", to: "/opt/reader")
    #expect(try find(built, files, ["TANE_SWIFT_READER": "/opt/reader"]) == .file("/opt/reader"))
    #expect(try find(built, files, ["TANE_SWIFT_READER": ""]) == .file(product))
  }

  @Test("A missing reader is an error with advice")
  func missing() {
    let remedy = """
      build it in a checkout of Tane with \
      `swift build --configuration release --product tane-swift-reader`, then copy it there or set \
      TANE_SWIFT_READER to its path
      """
    #expect(
      message("/usr/local/bin/tane") == """
        tane-swift-reader, which reads Swift sources, is not in the folder of /usr/local/bin/tane; \
        \(remedy)
        """
    )
    #expect(
      message(nil) == """
        tane-swift-reader, which reads Swift sources, is not in the folder of the running program; \
        \(remedy)
        """
    )
    #expect(
      message("/usr/bin/tane", ["TANE_SWIFT_READER": "/no\nwhere"]) == """
        TANE_SWIFT_READER is set to "/no\\nwhere", where no program exists; set it to the path of \
        tane-swift-reader, or unset it
        """
    )
  }

  private func message(
    _ executable: FilePath?,
    _ environment: [String: String] = [:]
  ) -> String? {
    do {
      _ = try find(executable, InMemoryFiles(), environment)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "A program moved elsewhere does not belong to a package",
    arguments: [
      "/tane/.build/x86_64-unknown-linux-gnu/other/tane", "/tane/build/linux/debug/tane", "/tane",
      "/other/.build/x86_64-unknown-linux-gnu/debug/tane",
    ] as [FilePath]
  )
  func elsewhere(program: FilePath) {
    var files = InMemoryFiles()
    files.write("", to: "/tane/Package.swift")
    #expect(PackageBuild(containing: program, files: files) == nil)
  }

  @Test("A reader in a package is built with the configuration of the program")
  func command() throws {
    var files = InMemoryFiles()
    files.write("", to: "/tane/Package.swift")
    let build = try #require(PackageBuild(containing: built, files: files))
    #expect(
      build.command(building: "tane-swift-reader") == [
        "swift", "build", "--configuration", "debug", "--product", "tane-swift-reader",
        "--package-path", "/tane", "--scratch-path", "/tane/.build",
      ]
    )
  }
}
