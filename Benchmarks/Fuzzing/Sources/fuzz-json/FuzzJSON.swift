import ReaderFuzzing
import TaneFormats

/// Fuzzes the JSON reader.
@main
struct FuzzJSON {
  static func main() {
    _ = Fuzzer.run { data, count in
      ReadingLaw.check(data, count: count, as: .json)
      return 0
    }
  }
}
