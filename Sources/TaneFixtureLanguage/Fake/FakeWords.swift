/// The words that made-up data of a language consists of, all written for Tane: nobody's data.
struct FakeWords: Sendable {
  /// A name as it is written, how it is read, and its spelling in mail addresses.
  struct Name: Sendable {
    let written: String
    let reading: String
    let latin: String
  }

  /// A place with the postcodes of its region and where it lies.
  struct Town: Sendable {
    /// The region and the town, as addresses begin or end.
    let region: String
    let town: String
    /// The first digits of its postcodes.
    let postcode: String
    let latitude: Double
    let longitude: Double
  }

  let families: [Name]
  let givens: [Name]
  let towns: [Town]
  /// The streets, or parts of towns.
  let streets: [String]
  let shopKinds: [String]
  let shopNames: [String]
  let sentences: [String]
  let things: [String]

  /// Names of three words each: `森 もり mori`.
  static func names(_ lines: String) -> [Name] {
    lines.split(separator: ",").map { line in
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      return Name(written: words[0], reading: words[1], latin: words[2])
    }
  }

  /// Names that are read as they are written.
  static func plainNames(_ words: String) -> [Name] {
    list(words).map { Name(written: $0, reading: $0, latin: $0.lowercased()) }
  }

  static func list(_ words: String) -> [String] {
    words.split(separator: ",").map { word in
      String(word.drop(while: \.isWhitespace))
    }
  }
}
