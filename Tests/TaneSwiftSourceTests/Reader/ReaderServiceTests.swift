import Foundation
import tane_swift_reader
import TaneSwiftSource
import Testing

@Suite("The service of tane-swift-reader")
struct ReaderServiceTests {
  private let texts = [
    "struct Shop: Codable { let id: Int; var 名前 = \"\" }",
    "enum Kind: String, Decodable { case cafe = \"c\"\n  case bar }\nextension Kind { struct ; }",
    "",
  ]

  @Test("The service answers with the same summaries as the parser in this process")
  func summaries() throws {
    let request = try JSONEncoder().encode(ReaderRequest(texts: texts))
    var indexes: [Int] = []
    let answer = try ReaderService.answer(to: Array(request)) { indexes.append($0) }
    #expect(indexes == [0, 1, 2])
    let decoded = try JSONDecoder().decode(ReaderResponse.self, from: Data(answer))
    let files = texts.map { SwiftFile(name: "x", bytes: Array($0.utf8)) }
    #expect(decoded.summaries == SyntaxReader().summaries(of: files))
    #expect(decoded.format == FileSummary.format)
  }

  @Test("The service responds to a request of another version with its own version")
  func otherVersion() throws {
    let answer = try ReaderService.answer(to: Array(#"{"format":0,"paths":["a"]}"#.utf8))
    #expect(String(decoding: answer, as: UTF8.self) == #"{"format":\#(FileSummary.format)}"#)
  }

  @Test(
    "The service rejects invalid requests",
    arguments: ["", "{}", "[1]", #"{"format":\#(FileSummary.format)}"#]
  )
  func noQuestion(text: String) {
    #expect(throws: DecodingError.self) { try ReaderService.answer(to: Array(text.utf8)) }
  }
}
