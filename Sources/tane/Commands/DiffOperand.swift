import SystemPackage
import TaneCore
import TaneFormats
import TaneProject

/// One side of a comparison.
enum DiffOperand {
  case fixtures
  case environment(String)
  case file(FileOperand)

  /// Reads an operand: "fixtures", a file by its ending, else the name of an environment.
  init(_ text: String, in directory: FilePath) {
    let path = directory.pushing(FilePath(text))
    if text == "fixtures" {
      self = .fixtures
    } else if let format = path.extension.flatMap(TreeFormat.init(fileExtension:)) {
      self = .file(FileOperand(name: text, path: path, format: format))
    } else {
      self = .environment(text)
    }
  }

  /// The operand as a person wrote it.
  var label: String {
    switch self {
    case .fixtures: "fixtures"
    case .environment(let name): name
    case .file(let file): file.name
    }
  }
}

/// A file that is compared.
struct FileOperand {
  /// The file's name as a person wrote it.
  let name: String
  let path: FilePath
  let format: TreeFormat
}
