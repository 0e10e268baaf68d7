import TaneCore
@testable import TaneProject
import Testing

@testable import TaneSeeding

@Suite("Pseudonyms")
struct PseudonymsTests {
  private func pseudonyms(_ key: String = "0123456789abcdef0123") throws -> Pseudonyms {
    Pseudonyms(key: try MaskKey(named: "K", in: ["K": key]), avoiding: OriginalSearch([:]))
  }

  private func kept(_ text: String) throws -> String {
    var pseudonyms = try self.pseudonyms()
    return pseudonyms.pseudonym(for: text, .keepFormat)
  }

  /// Returns the pattern of a text's character classes: `A` for a capital, `あ` for hiragana and so
  /// on.
  private func shape(_ text: String) -> String {
    String(
      text.map { character -> Character in
        let value = character.unicodeScalars.first?.value ?? 0
        switch value {
        case 0x30...0x39: return "0"
        case 0x61...0x7A: return "a"
        case 0x41...0x5A: return "A"
        case 0xFF10...0xFF19: return "０"
        case 0x3041...0x3096: return "あ"
        case 0x30A1...0x30FA: return "ア"
        case 0x4E00...0x9FFF: return "字"
        case 0xAC00...0xD7A3: return "한"
        default: return character
        }
      }
    )
  }

  @Test(
    "Format-preserving masks keep length, character classes, case and punctuation",
    arguments: [
      "山田 花子", "ヤマダ・ハナコ", "やまだはなこ", "Hanako O'Neil-Smith", "A1-b2/C3", "０９０－１２３４", "김민준", "Ünal",
      "Петр",
      "髙橋", "x", "7", "〒150-0001",
    ]
  )
  func format(text: String) throws {
    let masked = try kept(text)
    #expect(masked != text)
    #expect(shape(masked) == shape(text) || text == "Ünal" || text == "Петр")
    #expect(masked.count == text.count)
    #expect(try kept(text) == masked)
  }

  @Test("Masked email addresses, telephone numbers and dates keep their kind")
  func shapes() throws {
    let mail = try kept("hana.yamada@tanaka-clinic.co.jp")
    #expect(
      mail.wholeMatch(of: /[a-z]{4}\.[a-z]{6}@[a-z]{6}-[a-z]{6}\.[a-z]{2}\.jp/) != nil,
      "\(mail)"
    )
    #expect(try kept("HANA.Yamada@TANAKA-clinic.co.jp").lowercased() == mail)
    #expect(try kept("hana,yamada@tanaka-clinic,co,jp").replacing(",", with: ".") == mail)
    let telephone = try kept("090-1234-5678")
    #expect(telephone.wholeMatch(of: /0[1-9]0?\d-?\d{4}-\d{4}/) != nil, "\(telephone)")
    let digits = telephone.filter(\.isNumber)
    #expect(try kept("09012345678") == digits)
    #expect(try kept("+819012345678") == "+81\(digits.dropFirst())")
    #expect(try kept("+81 90 1234 5678").filter(\.isNumber) == "81\(digits.dropFirst())")
    let date = try kept("1985-12-31")
    #expect(date.wholeMatch(of: /198\d-(0[1-9]|1[0-2])-([01]\d|2[0-8])/) != nil, "\(date)")
    #expect(try kept("1985/02/03T10:00").hasSuffix("T10:00"))
  }

  @Test("Format-preserving masks never give two texts of one format the same pseudonym")
  func bijection() throws {
    var pseudonyms = try self.pseudonyms()
    let all = (0..<2000).map { "id-\(1000 + $0)" }
    #expect(Set(all.map { pseudonyms.pseudonym(for: $0, .keepFormat) }).count == all.count)
    #expect(Set((1...9).map { pseudonyms.integer($0, .keepFormat) }) == Set(1...9))
  }

  @Test(
    "A person has the same pseudonym in any spelling, and a different one with another key"
  )
  func joins() throws {
    var pseudonyms = try self.pseudonyms()
    var other = try self.pseudonyms("another key of length")
    for mask in [Mask.hash, .fake(.email, .en), .fake(.email, nil)] {
      let one = pseudonyms.pseudonym(for: "hana@example.jp", mask)
      for spelling in [
        "HANA@Example.JP", "hana@example,jp", "hana%40example%2Ejp", "ｈａｎａ＠example.jp",
      ] {
        #expect(pseudonyms.pseudonym(for: spelling, mask) == one)
      }
      #expect(other.pseudonym(for: "hana@example.jp", mask) != one)
    }
    #expect(
      pseudonyms.pseudonym(for: "090-1234-5678", .hash)
        == pseudonyms.pseudonym(for: "+81 90 1234 5678", .hash)
    )
    #expect(pseudonyms.pseudonym(for: "u1.png", .hash) != pseudonyms.pseudonym(for: "u1", .hash))
    #expect(
      pseudonyms.key("u1.png", .hash, in: .buckets) == pseudonyms.pseudonym(for: "u1", .hash)
        + ".png"
    )
    #expect(
      pseudonyms.key("a@b.example", .fake(.email, .en), in: .databases).hasSuffix("@example,com")
    )
    #expect(pseudonyms.pseudonym(for: "", .hash).isEmpty)
  }

  @Test("Masked numbers keep their type and number of digits")
  func types() throws {
    var pseudonyms = try self.pseudonyms()
    #expect("\(pseudonyms.integer(9_012_345_678, .keepFormat))".count == 10)
    #expect(try kept("09012345678") == "0\(pseudonyms.integer(9_012_345_678, .keepFormat))")
    #expect(pseudonyms.integer(-42, .keepFormat) < -9)
    #expect(pseudonyms.integer(.max, .keepFormat) > 999_999_999_999_999_999)
    #expect(pseudonyms.integer(.min, .keepFormat) < 0)
    #expect(pseudonyms.integer(9_012_345_678, .fake(.phone, .ja)) > 300_000_000)
    #expect(pseudonyms.double(35.5, .keepFormat) != 35.5)
    #expect(pseudonyms.double(1e300, .keepFormat).isFinite)
    let time = pseudonyms.timestamp("2020-02-29T00:00:00Z")
    // The text must be the one that is read back.
    #expect(DocumentTimestamp(parsing: time)?.shortText == time)
    #expect(pseudonyms.base64("AAEC").count == 4)
  }

  @Test("A pseudonym that contains an original is not used")
  func avoidance() throws {
    var all = try self.pseudonyms()
    let originals = ["Hana", "Mori", "Ken"].map { all.pseudonym(for: $0, .fake(.name, .en)) }
    let rule = try #require(
      AddressPattern(parsing: "users:/a").map {
        MaskRule(pattern: $0, value: .hash, key: nil, position: nil)
      }
    )
    var pseudonyms = try self.pseudonyms()
    pseudonyms.search = OriginalSearch(
      Dictionary(uniqueKeysWithValues: originals.map { ($0, rule) })
    )
    for text in ["Hana", "Mori", "Ken"] {
      #expect(!originals.contains(pseudonyms.pseudonym(for: text, .fake(.name, .en))))
    }
    #expect(pseudonyms.search.sharedCount == 0)
  }

  @Test("A short key is rejected, and without a key each run uses a random one")
  func keys() throws {
    #expect(throws: MaskKey.TooShort.self) {
      try MaskKey(named: nil, in: ["TANE_MASK_KEY": "secret"])
    }
    let key = try MaskKey(named: nil, in: [:])
    #expect(key.variable == nil)
    let other = try MaskKey(named: nil, in: [:])
    #expect(key.number("a", "b") != other.number("a", "b"))
  }
}
