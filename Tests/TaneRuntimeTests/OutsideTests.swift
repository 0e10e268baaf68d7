import Foundation
import TaneFirebase
import Testing

@Suite("Tests in an external package")
struct OutsideTests {
  @Test("An external test reads seeded data over the network")
  func seeded() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tane-outside-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try CopiedDemo.copy(to: folder)
    let demo = try await ServedDemo(seeding: folder.path)
    let shops = try await demo.shops()
    #expect(shops.count == 42)
    let path = "user_shop_images/1000001/1000003/20260401/20260401_1.jpg"
    let image = demo.storage.storageReference.child(path)
    #expect(try await image.getMetadata().contentType == "image/jpeg")
    #expect(try await image.downloadURL().scheme == "http")
    await demo.shutDown()
  }

  @Test("All modules used by an external test are in library products")
  func products() throws {
    let manifest = try String(
      contentsOf: OutsideCode.repository.appending(path: "Package.swift"),
      encoding: .utf8
    )
    let targets = manifest.matches(of: /\.library\(\s*name: "\w+",\s*targets: \[(.+)\]/)
      .flatMap { $0.1.matches(of: /\w+/).map(\.0) }
    for file in try OutsideCode.files(in: "TaneRuntimeTests/Outside") {
      let imports = try String(contentsOf: file, encoding: .utf8)
        .matches(of: /import ((Tane|Demo)\w+)/)
      #expect(!imports.isEmpty)
      for name in imports.map(\.1) { #expect(targets.contains(name)) }
    }
  }

  #if os(Linux)
  @Test("An external test compiles in both language modes", arguments: ["5", "6"])
  func compiles(mode: String) async throws {
    let (status, output) = try await OutsideCode.check("TaneRuntimeTests/Outside", mode: mode)
    #expect(output == "")
    #expect(status == 0)
  }

  @Test("The guide's program compiles in an external package, and one that skips guards does not")
  func program() async throws {
    let page = OutsideCode.repository
      .appending(path: "Sources/tane/Documentation.docc/Configuration.md")
    let guide = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(
      guide.components(separatedBy: "\n## ").first { $0.hasPrefix("In a program\n") }
    )
    let blocks = section.matches(of: /```swift\n((?:.|\n)*?)```/).map { String($0.1) }
    let opening = try #require(blocks.first)
    #expect(blocks.count == 3)
    // All blocks use the environment that the first one opens.
    let lines =
      opening.replacing("import TaneKit", with: "")
      + blocks.dropFirst().map { "do {\n\($0)}\n" }.joined()
    let compiled = try await check(lines)
    #expect(compiled.status == 0, "\(compiled.output)")
    for (line, reason) in [
      ("_ = PlanRun.self", "cannot find 'PlanRun' in scope"),
      (
        "_ = try staging.connector", "'connector' is inaccessible due to 'package' protection level"
      ),
      (
        "_ = try EnvironmentProfiles.load(from: \"environments\").activate().stores",
        "'stores' is inaccessible due to 'package' protection level"
      ),
    ] {
      #expect(try await check(lines + line + "\n").output.contains("error: \(reason)"), "\(line)")
    }
  }

  /// Type-checks lines of a program that imports TaneKit and TaneRuntime, and returns the
  /// compiler's messages.
  private func check(_ lines: String) async throws -> (status: Int32, output: String) {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "tane-program-\(UUID()).swift"
    )
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(
      "import TaneKit\nimport TaneRuntime\n\nfunc program() async throws {\n\(lines)}\n".utf8
    ).write(to: file)
    let (status, output) = try await OutsideCode.check([file], mode: "6")
    return (status, output)
  }
  #endif
}
