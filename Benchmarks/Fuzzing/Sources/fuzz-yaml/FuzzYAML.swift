import ReaderFuzzing
import TaneFormats

/// Fuzzes the YAML reader.
@main
struct FuzzYAML {
  static func main() {
    _ = Fuzzer.run { data, count in
      ReadingLaw.check(data, count: count, as: .yaml)
      return 0
    }
  }
}
