import Foundation

/// A change of files that a page shows as a unified diff without line numbers.
struct GuideEdit {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Consecutive lines of a file, and the lines that replace them.
  fileprivate struct Hunk {
    var old: [String] = []
    var new: [String] = []
  }

  /// The changes of one file.
  fileprivate struct File {
    let path: String
    let isNew: Bool
    var hunks = [Hunk()]
  }

  private let files: [File]
  private let place: String

  init(_ lines: [String], place: String) throws {
    self.place = place
    var files: [File] = []
    var isNew = false
    for line in lines {
      if line.hasPrefix("--- ") {
        isNew = line == "--- /dev/null"
      } else if line.hasPrefix("+++ ") {
        files.append(File(path: String(line.dropFirst(4)), isNew: isNew))
      } else {
        guard let file = files.indices.last else {
          throw Failure(description: "\(place): the diff names no file")
        }
        files[file].add(line)
      }
    }
    self.files = files
  }

  /// Applies the change to a project.
  func apply(in project: TemporaryProject) throws {
    for file in files {
      guard !file.isNew else {
        try project.write(file.hunks.flatMap(\.new).map { $0 + "\n" }.joined(), to: file.path)
        continue
      }
      var text = try project.read(file.path)
      for hunk in file.hunks { text = try replaced(hunk, in: text, of: file.path) }
      try project.write(text, to: file.path)
    }
  }

  private func replaced(_ hunk: Hunk, in text: String, of path: String) throws -> String {
    let old = "\n" + hunk.old.joined(separator: "\n") + "\n"
    let count = "\n\(text)".ranges(of: old).count
    guard count == 1 else {
      throw Failure(description: "\(place): the lines of the diff stand \(count) times in \(path)")
    }
    let new = "\n" + hunk.new.joined(separator: "\n") + "\n"
    return String("\n\(text)".replacing(old, with: new).dropFirst())
  }
}

extension GuideEdit.File {
  /// Adds a line of the diff.
  fileprivate mutating func add(_ line: String) {
    let last = hunks.count - 1
    let text = String(line.dropFirst())
    switch line.first {
    case "@": if !hunks[last].old.isEmpty { hunks.append(.init()) }
    case "-": hunks[last].old.append(text)
    case "+": hunks[last].new.append(text)
    default:
      hunks[last].old.append(text)
      hunks[last].new.append(text)
    }
  }
}
