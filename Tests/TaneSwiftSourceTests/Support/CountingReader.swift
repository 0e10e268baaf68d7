import Synchronization
import tane_swift_reader
import TaneSwiftSource

/// A reader that records the number of files in each request with files.
final class CountingReader: SourceReading {
  private let counts = Mutex<[Int]>([])

  var questions: [Int] { counts.withLock { $0 } }

  func summaries(of files: [SwiftFile]) throws(Never) -> [FileSummary] {
    if !files.isEmpty { counts.withLock { $0.append(files.count) } }
    return SyntaxReader().summaries(of: files)
  }
}
