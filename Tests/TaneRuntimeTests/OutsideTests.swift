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
    let path = "user_shop_images/0/1000003/20260401/20260401_1.jpg"
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
  #endif
}
