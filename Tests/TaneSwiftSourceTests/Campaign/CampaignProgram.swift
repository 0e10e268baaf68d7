import Foundation
import TestSupport

/// A program, compiled for one round, that decodes documents with `JSONDecoder`.
struct CampaignProgram {
  /// A JSON text and the index of the type that decodes it.
  struct Document {
    let type: Int
    let text: String
  }

  /// The result of decoding a document.
  enum Outcome: Hashable {
    case success
    /// Decoding failed, with the path of the error if it has one.
    case failure(path: String?)
  }

  /// An error of compiling or running the program.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let source: String
  let types: [String]
  let settings: CampaignSettings

  /// Compiles the program and runs it with the documents.
  func outcomes(of documents: [Document], in folder: URL) async throws -> [Outcome] {
    let main = folder.appending(path: "main.swift")
    try Data("\(source)\n\(reading)".utf8).write(to: main)
    let lines = documents.map { "\($0.type)\t\($0.text)\n" }.joined()
    try Data(lines.utf8).write(to: folder.appending(path: "documents"))
    let program = folder.appending(path: "program").path
    _ = try await run(
      "/usr/bin/env",
      "swiftc",
      "-suppress-warnings",
      "-o",
      program,
      main.path,
      in: folder
    )
    let output = try await run(program, in: folder)
    let outcomes = output.split(separator: "\n").map { line -> Outcome in
      if line == "+" { return .success }
      if line == "?" { return .failure(path: nil) }
      let keys = line.dropFirst().split(separator: "\u{1}").map(String.init)
      return .failure(path: CampaignRound.key(keys))
    }
    guard outcomes.count == documents.count else {
      throw Failure(
        description: "the program read \(outcomes.count) of \(documents.count) documents"
      )
    }
    return outcomes
  }

  /// Runs a program and returns its output.
  private func run(_ program: String, _ arguments: String..., in folder: URL) async throws -> String
  {
    let result = try await TestProgram.run(
      [program] + arguments,
      in: folder,
      variables: ProcessInfo.processInfo.environment,
      mergesErrors: true
    )
    guard result.status == 0 else {
      throw Failure(
        description: "\(program) ended with \(result.status): \(result.output.prefix(3000))"
      )
    }
    return result.output
  }

  private var readers: String {
    types.map { type in "{ _ = try $0.decode(\(type).self, from: $1) }" }.joined(separator: ",\n")
  }

  /// The code that follows the types in the program.
  private var reading: String {
    """
    let readers: [(JSONDecoder, Data) throws -> Void] = [\(readers)]
    \(settings.source)
    func path(_ keys: [any CodingKey]) -> String {
      keys.map { $0.stringValue.hasPrefix("Index ") ? "\\($0.intValue!)" : $0.stringValue }.joined(separator: "\\u{1}")
    }
    for line in String(decoding: FileManager.default.contents(atPath: "documents")!, as: UTF8.self).split(separator: "\\n") {
      let parts = line.split(separator: "\\t", maxSplits: 1)
      do {
        try readers[Int(parts[0])!](decoder, Data(parts[1].utf8))
        print("+")
      } catch DecodingError.keyNotFound(let key, let context) {
        print("-" + path(context.codingPath + [key]))
      } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
        print("-" + path(context.codingPath))
      } catch DecodingError.dataCorrupted(let context) {
        // Of a number that does not fit the decoder does not say where it is.
        print(context.codingPath.isEmpty ? "?" : "-" + path(context.codingPath))
      } catch {
        print("?")
      }
    }
    """
  }
}
