import ArgumentParser
import Foundation
import TaneCore
import TaneMapping
import TaneSwiftSource

/// Measures how fast Swift sources are read without compiling them, and how fast data is checked.
struct SourcesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources",
    abstract: "Read the Swift sources of folders, and check a generated list against one of them.",
    discussion: """
      Builds the release tane-swift-reader of the repository, unless --reader names one. Reading is \
      the whole work of tane: choosing files, the reader's process, the index; once without a cache, \
      once with it. Coverage says how much of what decodable types read the sources tell.
      """
  )

  @Argument(help: "Folders with Swift sources.")
  var folders: [String]

  @Option(help: "The tane-swift-reader to run.")
  var reader: String?

  @Option(help: "How often everything is done.")
  var runs = 5

  func run() throws {
    let program = try reader ?? ReleaseBuild(package: ".", product: "tane-swift-reader").run()
    let process = ReaderProcess(environment: ["TANE_SWIFT_READER": program], note: { _ in })
    print(Machine.description + ".\n")
    for folder in folders { try read(folder, with: process) }
    try check(with: process)
  }

  private func read(_ folder: String, with process: ReaderProcess) throws {
    let files = try Self.files(below: folder)
    var (cold, warm) = ([Double](), [Double]())
    var coverage: SourceCoverage?
    for _ in 0..<runs {
      var cache = SourceCache()
      var watch = Stopwatch()
      let index = try watch.time { try SourceIndex(of: files, cache: &cache, reader: process) }
      cold.append(watch.wall)
      coverage = index.coverage
      var kept = SourceCache(decoding: try cache.encoded())
      var second = Stopwatch()
      _ = try second.time { try SourceIndex(of: files, cache: &kept, reader: process) }
      warm.append(second.wall)
    }
    let kinds = SourceCoverage.Kind.allCases.map { "\($0.rawValue) \(coverage?.count($0) ?? 0)" }
    print("\(folder): \(files.count) files; \(kinds.joined(separator: ", "))")
    print(
      "  without a cache \(Self.rate(files.count, cold)) files/s, with it \(Self.rate(files.count, warm))"
    )
  }

  /// Measures the check of 100,000 small maps.
  private func check(with process: ReaderProcess) throws {
    let source = """
      struct Item: Codable {
        let id: Int, name: String, rating: Double?, url: URL, kind: Kind, tags: [String]
        enum Kind: String, Codable { case cafe, bar }
      }
      """
    let index = try SourceIndex(
      of: [SwiftFile(name: "Item.swift", bytes: Array(source.utf8))],
      reader: process
    )
    let item: TreeLiteral = [
      "id": 1, "name": "麺屋", "rating": 4.5, "url": "https://example.com/a", "kind": "cafe",
      "tags": ["a", "b"],
    ]
    let tree = Tree(.list(Array(repeating: item, count: 100_000)))
    let check = StaticCheck(of: TypeReference(parsing: "[Item]") ?? .other(""), in: index)
    var (times, count) = ([Double](), 0)
    for _ in 0..<runs {
      var watch = Stopwatch()
      count =
        watch.time { check.report(on: tree, at: Address(service: "db", path: .root)) }.valueCount
      times.append(watch.wall)
    }
    print("checking \(count) values: \(Self.rate(count, times)) values/s")
  }

  private static func files(below folder: String) throws -> [SwiftFile] {
    let root = URL(filePath: folder).resolvingSymlinksInPath()
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      SwiftFile(name: path, bytes: Array(try Data(contentsOf: root.appending(path: path))))
    }
  }

  private static func rate(_ count: Int, _ times: [Double]) -> String {
    let median = times.sorted()[times.count / 2]
    return String(format: "%.0f", Double(count) / median)
  }
}
