/// The vocabulary of fake data in a language, written for Tane.
struct FakeWords: Sendable {
  /// A name with its reading and its spelling in email addresses.
  struct Name: Sendable {
    let written: String
    let reading: String
    let latin: String
  }

  /// A town with its region, postcodes and coordinates.
  struct Town: Sendable {
    /// The region, as used in addresses.
    let region: String
    let town: String
    /// The first digits of the town's postcodes.
    let postcode: String
    let latitude: Double
    let longitude: Double
  }

  let familyNames: [Name]
  let givenNames: [Name]
  let towns: [Town]
  /// The streets, or parts of towns.
  let streets: [String]
  let shopKinds: [String]
  let shopNames: [String]
  let sentences: [String]
  let things: [String]

  /// Parses names of three words each: `森 もり mori`.
  static func names(_ lines: String) -> [Name] {
    lines.split(separator: ",").map { line in
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      return Name(written: words[0], reading: words[1], latin: words[2])
    }
  }

  /// Parses names whose reading equals their spelling.
  static func plainNames(_ words: String) -> [Name] {
    list(words).map { Name(written: $0, reading: $0, latin: $0.lowercased()) }
  }

  static func list(_ words: String) -> [String] {
    words.split(separator: ",").map { word in
      String(word.drop(while: \.isWhitespace))
    }
  }
}
