import Foundation
import TestSupport
import TaneCore
import TaneFormats
import Testing

@testable import TaneProject

@Suite("File names of fixtures")
struct FileNameTests {
  private static let examples: [(key: String, name: String)] = [
    ("shops", "shops"), ("麺屋", "麺屋"), ("a b", "a b"), ("50%", "50%25"), ("a/b", "a%2Fb"),
    ("x~", "x%7E"), ("~x", "~x"), (".hidden", "%2Ehidden"), ("..", "%2E."), ("#t#", "%23t#"),
    ("README", "%52EADME"), ("readme.md", "%72eadme.md"), ("a.yaml", "a%2Eyaml"),
    ("a.YML", "a%2EYML"), ("a.json", "a%2Ejson"), ("a.yaml.txt", "a.yaml.txt"),
    ("a.meta.yaml", "a.meta%2Eyaml"), ("か\u{3099}", "%E3%81%8B%E3%82%99"), ("が", "が"),
    ("a%+", "a%25+"), ("%J\u{301}", "%25J\u{301}"),
  ]

  @Test("Keys with special meaning are percent-encoded in file names", arguments: examples.indices)
  func encodes(index: Int) {
    let (key, name) = Self.examples[index]
    #expect(FileName.names(of: key, ofTree: true) == [name])
  }

  @Test("File names of objects keep the extensions of YAML and JSON files")
  func objects() {
    #expect(FileName.names(of: "a.yaml", ofTree: false) == ["a.yaml"])
    #expect(FileName.names(of: "a.meta.yaml", ofTree: false) == ["a%2Emeta.yaml"])
    let slashes = ["a/b", "/a", "a/", "a//b", "//", "/", "a/b//c/"]
    #expect(
      slashes.map(FileName.parts(ofObject:)) == [
        ["a", "b"], ["/a"], ["a/"], ["a/", "b"], ["//"], ["/"], ["a", "b/", "c/"],
      ]
    )
  }

  @Test("A long key continues in the next path component")
  func longKeys() {
    let key = String(repeating: "麺", count: 90)
    let names = FileName.names(of: key, ofTree: true)
    #expect(names == ["\(String(repeating: "麺", count: 66))%+", String(repeating: "麺", count: 24)])
    #expect(FileName.keys(of: ["shops"] + names + ["x"]) == ["shops", key, "x"])
  }

  @Test("Keys that differ only in case get different file names on request")
  func capitals() {
    #expect(FileName.names(of: "aB", ofTree: true, .capitals) == ["a%42"])
    #expect(FileName.names(of: "É", ofTree: true, .capitals) == ["%C3%89"])
    #expect(FileName.names(of: "ab", ofTree: true, .all) == ["%61%62"])
  }

  @Test("Any file name decodes to exactly one key")
  func roundTrip() {
    var random = SeededGenerator(seed: 18)
    var seen: [String: String] = [:]
    for _ in 0..<20_000 {
      let key = Self.key(&random)
      for encoding in FileName.Encoding.allCases {
        let isTree = Bool.random(using: &random)
        let names = FileName.names(of: key, ofTree: isTree, encoding)
        let decomposed = names.map { $0.decomposedStringWithCanonicalMapping }
        for spelling in [names, decomposed] {
          #expect(
            FileName.keys(of: spelling).map { Array($0.utf8) } == [Array(key.utf8)],
            "\(names)"
          )
        }
        for (index, name) in names.enumerated() {
          // The extension of metadata files is the longest one.
          #expect(name.utf8.count + ".meta.yaml".utf8.count <= 255 && !name.contains("/"))
          #expect(!FileName.isIgnored(name) && !FileName.isDocumentation(name), "\(name)")
          #expect(index == names.count - 1 || name.hasSuffix("%+"))
          if isTree { #expect(TreeFormat(ofFile: name) == nil, "\(name)") }
        }
        if encoding == .plain, isTree {
          let other = seen.updateValue(key, forKey: names.joined(separator: "/"))
          #expect(other == nil || other?.utf8.elementsEqual(key.utf8) == true)
        }
      }
    }
  }

  /// Returns a key of random parts, most of which have a meaning in file names.
  private static func key(_ random: inout SeededGenerator) -> String {
    let pieces = [
      "a", "A", "J", "é", "e\u{301}", "\u{307}", "か\u{3099}", "麺", "👨‍👩‍👧", "\u{301}", "~", ".", "#",
      "%", "%2F", "%+",
      "+",
      "readme", "README", ".yaml", ".yml", ".JSON", ".meta.yaml", "/", "\u{1}", "\u{7F}", " ", "\\",
      ":", "-",
      String(repeating: "麺", count: 40), String(repeating: "x", count: 199),
    ]
    return (0..<Int.random(in: 1...6, using: &random)).map { _ in
      pieces[Int.random(in: pieces.indices, using: &random)]
    }.joined()
  }

  @Test("The file name parts of an object join to its name")
  func parts() {
    var random = SeededGenerator(seed: 19)
    for _ in 0..<5_000 {
      let name = Self.key(&random) + ["", "/", "//", "/b"].randomElement(using: &random)!
      let parts = FileName.parts(ofObject: name)
      #expect(!parts.contains(""))
      let names = parts.flatMap { FileName.names(of: $0, ofTree: false) }
      #expect(
        FileName.keys(of: names).joined(separator: "/").utf8.elementsEqual(name.utf8),
        "\(name)"
      )
    }
  }
}
