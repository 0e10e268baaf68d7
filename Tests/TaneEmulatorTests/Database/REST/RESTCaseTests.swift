import Foundation
import HTTPTypes
import TaneCore
import TaneFormats
import TaneTesting
import Testing

@testable import TaneEmulator

/// A case of the REST protocol: the initial data, requests with their responses, and the resulting
/// data.
struct RESTCase: Sendable, CustomTestStringConvertible {
  let file: String
  let tree: Tree

  var testDescription: String { "\(file): \(tree["name"]?.string ?? "")" }

  /// Returns the cases of all files, each of which contains a list of cases.
  static func all() throws -> [RESTCase] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    return try files.sorted { $0.path < $1.path }.flatMap { file in
      let bytes = try [UInt8](Data(contentsOf: file))
      let list = try #require(JSONReader().read(bytes, named: file.lastPathComponent).tree)
      return list.children.map { RESTCase(file: file.lastPathComponent, tree: $0) }
    }
  }
}

@Suite("REST cases")
struct RESTCaseTests {
  @Test("REST requests are answered as in the recorded cases", arguments: try RESTCase.all())
  func answered(_ testCase: RESTCase) async throws {
    let database = TestDatabase(testCase.tree["given"] ?? .null)
    for step in testCase.tree["steps"]?.children ?? Tree.null.children {
      try await take(step, with: database)
    }
    if let expected = testCase.tree["then"] {
      #expect(JSON(try await database.store.tree(at: .root)) == JSON(expected))
    }
  }

  private func take(_ step: Tree, with database: TestDatabase) async throws {
    let words = try #require(step["ask"]?.string).split(separator: " ", maxSplits: 1)
    let method = try #require(HTTPRequest.Method(String(words[0])))
    let body = step["text"]?.string ?? step["body"].map { JSON($0).text } ?? ""
    let answer = await database.call(
      method,
      String(words[1]),
      body,
      headers: Self.strings(step["headers"])
    )
    let place = Comment(rawValue: "\(words.joined(separator: " ")): \(answer.body)")
    #expect(answer.status == Int(step["status"]?.integer ?? 200), place)
    for (name, value) in Self.strings(step["fields"]) {
      #expect(HTTPField.Name(name).flatMap { answer.fields[$0] } == value, place)
    }
    if let text = step["answerText"]?.string { #expect(answer.body == text, place) }
    if let error = step["error"]?.string {
      #expect(answer.body == "{\n  \"error\" : \(JSON(Tree(.string(error))).text)\n}\n", place)
    }
    if let expected = step["answer"] {
      #expect(JSON(text: answer.body) == JSON(expected), place)
    }
  }

  private static func strings(_ tree: Tree?) -> [String: String] {
    let pairs = (tree?.children ?? Tree.null.children).map { ($0.key ?? "", $0.string ?? "") }
    return Dictionary(pairs) { first, _ in first }
  }
}

/// JSON for comparison, in a normalized form.
struct JSON: Equatable, CustomStringConvertible {
  let text: String

  init(_ tree: Tree) {
    text = String(decoding: DatabaseJSON.compact(tree), as: UTF8.self)
  }

  init(text: String) {
    let tree = JSONReader().read(Array(text.utf8), named: "answer").tree
    self.text = tree.map { JSON($0).text } ?? "no JSON: \(text)"
  }

  var description: String { text }
}
