import SystemPackage
import TaneCore
import TaneFormats
import TaneProject

/// One side of a comparison.
enum DiffOperand {
  case fixtures
  case environment(String)
  case path(DiffPath)

  /// Reads an operand: the word "fixtures"; a file or a folder by its slash, its ending, or because one
  /// of the name is there and no environment is; else the name of an environment.
  init(_ text: String, in directory: FilePath, environments: () -> [String]) throws {
    let path = directory.pushing(FilePath(text)).lexicallyNormalized()
    let kind = try? DiskFiles().kind(of: path)
    let isData = path.extension.flatMap(TreeFormat.init(fileExtension:)) != nil
    let isPath = text.contains("/") || text == "." || text == ".." || isData
    if text == "fixtures" {
      self = .fixtures
    } else if isPath || kind != nil && !environments().contains(text) {
      self = .path(DiffPath(name: text, path: path, kind: kind))
    } else {
      self = .environment(text)
    }
  }

  /// The operand as a person wrote it.
  var label: String {
    switch self {
    case .fixtures: "fixtures"
    case .environment(let name): name
    case .path(let path): path.name
    }
  }
}

/// A file or a folder that is compared.
struct DiffPath: Sendable {
  /// The name as a person wrote it.
  let name: String
  let path: FilePath
  /// What is there, links followed; nil where nothing is.
  let kind: FileKind?
}
