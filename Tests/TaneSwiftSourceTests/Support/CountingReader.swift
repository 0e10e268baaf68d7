import Synchronization
import tane_swift_reader
import TaneSwiftSource

/// A reader that keeps how many files it was asked about, each time that it was asked about any.
final class CountingReader: SourceReading {
  private let counts = Mutex<[Int]>([])

  var questions: [Int] { counts.withLock { $0 } }

  func summaries(of files: [SwiftFile]) throws(Never) -> [FileSummary] {
    if !files.isEmpty { counts.withLock { $0.append(files.count) } }
    return SyntaxReader().summaries(of: files)
  }
}
