import Foundation
import Synchronization
import SystemPackage
import TaneProject
import Testing

@testable import TaneSwiftSource

/// Tests with shell scripts in place of readers of other versions and of failing readers.
@Suite("Reader processes")
struct ReaderProcessTests {
  private let file = SwiftFile("Shop.swift", "struct Shop: Codable { let id: Int }")

  /// Returns the number of summaries from a reader with this script, or its error.
  private func answer(
    of lines: String,
    about files: [SwiftFile],
    named name: String = "tane-swift-reader"
  ) throws -> String {
    var text = ""
    try withTemporaryFolder { folder in
      let program = folder.appending(name)
      try writeProgram(lines, to: program)
      let reader = ReaderProcess(
        beside: nil,
        environment: ["TANE_SWIFT_READER": program.string, "PATH": "/usr/bin:/bin"],
        files: DiskFiles(),
        note: { _ in }
      )
      do {
        text = "\(try reader.summaries(of: files).count)"
      } catch {
        text = "\(error)".replacingOccurrences(of: folder.string + "/", with: "")
      }
    }
    return text
  }

  @Test("A reader receives files on standard input and responds on standard output")
  func asking() throws {
    let empty =
      #"{\"format\":\#(FileSummary.format),\"summaries\":[{\"declarations\":[],\"imports\":[]}]}"#
    let program = """
      grep -q '"texts":."struct Shop: Codable' || exit 9
      echo "\(empty)"
      """
    #expect(try answer(of: program, about: [file]) == "1")
    #expect(try answer(of: "exit 1", about: []) == "0")
  }

  @Test("A reader may ignore input larger than a pipe")
  func largeQuestion() throws {
    let text = String(repeating: "// Codable\n", count: 100_000)
    let found = try answer(of: "exit 3", about: [SwiftFile("Large.swift", text)])
    #expect(found == "tane-swift-reader exited with code 3")
  }

  @Test("A failing or foreign reader causes a readable error")
  func failures() throws {
    #expect(
      try answer(of: "kill -9 $$", about: [file]) == "tane-swift-reader was terminated by signal 9"
    )
    let unreadable =
      "the response of tane-swift-reader cannot be read; check that it is tane-swift-reader"
    #expect(try answer(of: "cat", about: [file]) == unreadable)
    #expect(try answer(of: "exit 0", about: [file]) == unreadable)
    let none = #"echo '{"format":\#(FileSummary.format),"summaries":[]}'"#
    #expect(
      try answer(of: none, about: [file])
        == "tane-swift-reader returned the summaries of 0 files instead of 1 file"
    )
  }

  @Test("A crashing or endless reader is an error that names the current file")
  func failingFile() throws {
    let files = [file, SwiftFile("Deep.swift", "let a = [[[[[[[[")]
    #expect(
      try answer(of: "printf 1; kill -11 $$", about: files)
        == "tane-swift-reader was terminated by signal 11 while reading Deep.swift"
    )
    #expect(
      try answer(of: "printf 1; kill -14 $$", about: files)
        == "reading Deep.swift takes longer than a minute; simplify its nested brackets, or list it under \"exclude\" in"
        + " fixtures/mappings.yaml"
    )
    #expect(
      try answer(of: "printf 7; kill -14 $$", about: files)
        == "tane-swift-reader was terminated by signal 14"
    )
  }

  @Test("A reader of another version is an error that says which one is older")
  func versions() throws {
    #expect(
      try answer(of: #"echo '{"format":1,"other":true}'"#, about: [file]) == """
        tane-swift-reader is older than this tane: expected summaries in format \
        \(FileSummary.format), found format 1; build both from the same version
        """
    )
    #expect(
      try answer(of: #"echo '{"format":1000}'"#, about: [file]) == """
        tane-swift-reader is newer than this tane: expected summaries in format \
        \(FileSummary.format), found format 1000; build both from the same version
        """
    )
  }

  @Test("Source files are divided among one reader process per processor")
  func shares() {
    func files(_ sizes: [Int]) -> [SwiftFile] {
      sizes.map { SwiftFile(name: "", bytes: [UInt8](repeating: 0x20, count: $0)) }
    }
    func sizes(_ kilobytes: [Int], count: Int) -> [[Int]] {
      let files = files(kilobytes.map { $0 * 1024 })
      return ReaderProcess.shares(of: files, count: count).map { share in
        share.map { $0.bytes.count / 1024 }
      }
    }
    #expect(sizes([], count: 4) == [])
    #expect(sizes([1, 2, 3], count: 4) == [[1, 2, 3]])
    #expect(sizes([100, 100, 100, 100, 100], count: 2) == [[100, 100, 100], [100, 100]])
    #expect(sizes([300, 1, 1, 300], count: 8) == [[300], [1, 1, 300]])
    #expect(sizes([300, 1], count: 8) == [[300], [1]])
    #expect(sizes([300, 300], count: 1) == [[300, 300]])
    // The size of a share is rounded up.
    let odd = files([150_000, 150_000, 1])
    #expect(ReaderProcess.shares(of: odd, count: 2).map(\.count) == [2, 1])
  }

  @Test("A reader is built with the running program and rebuilt if it is older")
  func building() throws {
    try withTemporaryFolder { folder in
      let folder = try #require(try DiskFiles().canonicalPath(of: folder))
      let products = folder.appending(".build").appending("linux").appending("debug")
      try makeFolder(products)
      try makeFolder(folder.appending("bin"))
      try writeProgram("", to: folder.appending("Package.swift"))
      // A script in place of Swift Package Manager, which creates a reader of the requested
      // version.
      try writeProgram(
        """
        echo "$@" >> \(folder.string)/commands
        printf '#!/bin/sh\\ncat \(folder.string)/answer\\n' > \(products.string)/tane-swift-reader
        chmod +x \(products.string)/tane-swift-reader
        cp \(folder.string)/next \(folder.string)/answer
        """,
        to: folder.appending("bin").appending("swift")
      )
      let current =
        #"{"format":\#(FileSummary.format),"summaries":[{"declarations":[],"imports":[]}]}"#
      try writeText(current, to: folder.appending("next"))
      let notes = Mutex<[String]>([])
      let reader = ReaderProcess(
        beside: products.appending("tane"),
        environment: ["PATH": "\(folder.string)/bin:/usr/bin:/bin"],
        files: DiskFiles(),
        note: { note in notes.withLock { $0.append(note) } }
      )
      #expect(try reader.summaries(of: [file]).count == 1)
      #expect(try reader.summaries(of: [file]).count == 1)
      let note = """
        building tane-swift-reader, which reads Swift sources; this takes a few minutes, but \
        happens only once
        """
      #expect(notes.withLock { $0 } == [note])
      try writeText(#"{"format":1}"#, to: folder.appending("answer"))
      #expect(try reader.summaries(of: [file]).count == 1)
      #expect(notes.withLock { $0 } == [note, note])
      #expect(
        try readText(folder.appending("commands")).split(separator: "\n").last.map(String.init)
          == """
          build --configuration debug --product tane-swift-reader --package-path \(folder.string) \
          --scratch-path \(folder.string)/.build
          """
      )
    }
  }

  @Test("A failed build of the reader causes a readable error")
  func failedBuild() throws {
    try withTemporaryFolder { folder in
      let folder = try #require(try DiskFiles().canonicalPath(of: folder))
      let products = folder.appending(".build").appending("linux").appending("release")
      try makeFolder(products)
      try makeFolder(folder.appending("bin"))
      try writeProgram("", to: folder.appending("Package.swift"))
      let command = """
        swift build --configuration release --product tane-swift-reader --package-path \
        \(folder.string) --scratch-path \(folder.string)/.build
        """
      func message() -> String? {
        let reader = ReaderProcess(
          beside: products.appending("tane"),
          environment: ["PATH": "\(folder.string)/bin"],
          files: DiskFiles(),
          note: { _ in }
        )
        do {
          _ = try reader.summaries(of: [file])
          return nil
        } catch {
          return "\(error)"
        }
      }
      // The exit code of `env` for a program that does not exist.
      #expect(message() == "`\(command)` exited with code 127; see its output above")
      try writeProgram("exit 1", to: folder.appending("bin").appending("swift"))
      #expect(message() == "`\(command)` exited with code 1; see its output above")
    }
  }

  @Test("A reader is neither built nor given many files if time is limited")
  func quick() throws {
    try withTemporaryFolder { folder in
      let folder = try #require(try DiskFiles().canonicalPath(of: folder))
      let products = folder.appending(".build").appending("linux").appending("debug")
      try makeFolder(products)
      try writeProgram("", to: folder.appending("Package.swift"))
      func message(_ files: [SwiftFile]) -> String? {
        let reader = ReaderProcess(
          beside: products.appending("tane"),
          environment: ["PATH": "\(folder.string)/bin:/usr/bin:/bin"],
          files: DiskFiles(),
          allowsLongOperations: false,
          note: { Issue.record("\($0)") }
        )
        do {
          _ = try reader.summaries(of: files)
          return nil
        } catch {
          return "\(error)"
        }
      }
      let unbuilt = """
        tane-swift-reader, which reads Swift sources, has to be built first; run tane validate to build it
        """
      #expect(message([file]) == unbuilt)
      try writeProgram(#"echo '{"format":1}'"#, to: products.appending("tane-swift-reader"))
      #expect(message([file]) == unbuilt)
      let large = SwiftFile(name: "a.swift", bytes: Array(repeating: 32, count: 1 << 20))
      #expect(
        message([large, large, file])
          == "3 Swift files must be read first; run tane validate, which caches the result"
      )
    }
  }
}
