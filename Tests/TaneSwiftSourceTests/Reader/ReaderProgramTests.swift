import Foundation
import TaneCore
import tane_swift_reader
import TaneSwiftSource
import TestSupport
import Testing

@Suite("The program tane-swift-reader")
struct ReaderProgramTests {
  private static let program = BuildProducts.folder.appending(path: "tane-swift-reader").path

  private func run(_ arguments: [String], input: String) async throws -> TestProgram.Result {
    try await TestProgram.run(
      [Self.program] + arguments,
      in: FileManager.default.temporaryDirectory,
      variables: [:],
      input: input
    )
  }

  @Test("Several reader processes read many files, and each summary belongs to its file")
  func manyFiles() throws {
    let reader = ReaderProcess(environment: ["TANE_SWIFT_READER": Self.program], note: { _ in })
    let comment = String(repeating: "// \n", count: 10_000)
    let files = (0..<20).map { number in
      SwiftFile(
        name: "T\(number).swift",
        bytes: Array("\(comment)struct T\(number): Codable { let x: Int }".utf8)
      )
    }
    let found = try SourceIndex(of: files, reader: reader)
    #expect(found.decodableTypeNames == (0..<20).map { "T\($0)" }.sorted())
    #expect(found.schema(named: "T7")?.place.description == "T7.swift:10001:8")
  }

  @Test("The reader rejects invalid requests and arguments")
  func refusals() async throws {
    let other = try await run([], input: "struct Shop {}")
    #expect(other.errors == "tane-swift-reader: the input is not a request\n")
    #expect(other.status == 64)
    let usage = try await run(["--help"], input: "")
    #expect(usage.status == 64)
    #expect(
      usage.errors.hasPrefix("tane-swift-reader: reads Swift sources for tane, which starts it")
    )
  }

  @Test("The reader produces the same index as the parser in this process")
  func agreement() throws {
    let reader = ReaderProcess(environment: ["TANE_SWIFT_READER": Self.program], note: { _ in })
    let files = [
      SwiftFile(
        name: "Shop.swift",
        bytes: Array(
          """
          struct Shop: Codable {
            let id: Int
            let 種類: Kind?
            let pages: [Page<Shop>]
            enum CodingKeys: String, CodingKey { case id = "shop_id", 種類 = "kind", pages }
          }
          struct Page<Item: Codable>: Codable { let items: [Item] }
          """.utf8
        )
      ),
      SwiftFile(name: "Kind.swift", bytes: Array("enum Kind: String { case cafe }".utf8)),
      SwiftFile(
        name: "Broken.swift",
        bytes: Array("extension Kind: Codable { struct \u{FF} ".utf8)
      ),
    ]
    let found = try SourceIndex(of: files, reader: reader)
    let expected = SourceIndex(of: files, reader: SyntaxReader())
    #expect(found.decodableTypeNames == ["Kind", "Page", "Shop"])
    for name in found.decodableTypeNames {
      #expect(found.schema(named: name) == expected.schema(named: name))
    }
    #expect(found.readFileCount == 3)
  }
}
