import Foundation
import TaneCore
@testable import TaneProject
import Testing

@testable import TaneSeeding

@Suite("Search for originals in text")
struct OriginalSearchTests {
  private func search(_ originals: [String]) throws -> OriginalSearch {
    let pattern = try #require(AddressPattern(parsing: "users:/users/*/x"))
    let rule = MaskRule(pattern: pattern, value: .hash, key: nil, position: nil)
    return OriginalSearch(Dictionary(uniqueKeysWithValues: originals.map { ($0, rule) }))
  }

  @Test(
    "Email addresses, names and telephone numbers are found in text in any spelling",
    arguments: [
      "Hana.Mori@Example.JP", "write to hana.mori@example.jp, please",
      "mailto:hana.mori%40example.jp",
      "hana,mori@example,jp", "ｈａｎａ．ｍｏｒｉ＠ｅｘａｍｐｌｅ．ｊｐ", #"{"mail":"hana.mori\u0040example.jp"}"#,
      "xhana.mori@example.jpx",
      "森 はなこ様", "%E6%A3%AE%20%E3%81%AF%E3%81%AA%E3%81%93", #"{"name":"\u68ee \u306f\u306a\u3053"}"#,
      "tel:09012345678", "+81 90-1234-5678", "電話 (090) 1234 5678 まで", "０９０−１２３４−５６７８",
      "819012345678",
      "CARD 4111-1111-1111-1111", "4111111111111111", "h a n a . m o r i @ e x a m p l e . j p",
      "aGFuYS5tb3JpQGV4YW1wbGUuanA=", "id_aGFuYS5tb3JpQGV4YW1wbGUuanA", "hana.mori&#64;example.jp",
      "森\u{3000}は\u{200B}なこ", "5qOuIOOBr+OBquOBkw==", "森+はなこ",
    ]
  )
  func spellings(text: String) throws {
    let search = try search(["hana.mori@example.jp", "森 はなこ", "090-1234-5678", "4111111111111111"])
    #expect(search.finding(in: text) != nil)
    let whole = [
      "Hana.Mori@Example.JP", "hana,mori@example,jp", "ｈａｎａ．ｍｏｒｉ＠ｅｘａｍｐｌｅ．ｊｐ", "０９０−１２３４−５６７８",
      "4111111111111111",
      "%E6%A3%AE%20%E3%81%AF%E3%81%AA%E3%81%93", "h a n a . m o r i @ e x a m p l e . j p",
      "aGFuYS5tb3JpQGV4YW1wbGUuanA=", "id_aGFuYS5tb3JpQGV4YW1wbGUuanA",
      "hana.mori&#64;example.jp", "森\u{3000}は\u{200B}なこ",
      "5qOuIOOBr+OBquOBkw==", "森+はなこ",
    ]
    #expect(search.finding(in: text)?.isWhole == whole.contains(text))
  }

  @Test(
    "Similar text that is not an original is not found",
    arguments: [
      "hana.mori@example.jq", "森はな", "1909012345678999999", "2026-04-01T12:30:00.000Z",
      "19850301000", "", "100",
    ]
  )
  func others(text: String) throws {
    let search = try search([
      "hana.mori@example.jp", "森 はなこ", "090-1234-5678", "1985030", "true", "1", "森 花", "Jo",
    ])
    #expect(search.finding(in: text) == nil)
    #expect(search.count == 5)
    #expect(search.shortCount == 3)
  }

  @Test(
    "A short name is found as a whole text and as a word",
    arguments: [
      "森", "森さんへ", "担当：森", "森 花", "「森 花」です", "森花は来た", "ケンさん", "ケン", "はな様", "はな", "Bob", "BOB",
      "ask Bob.",
      "%E6%A3%AE", #"{"name":"\u68ee"}"#,
    ]
  )
  func shortNames(text: String) throws {
    let search = try search(["森", "森 花", "森花", "ケン", "はな", "Bob"])
    #expect(search.finding(in: text) != nil)
    #expect(search.finding(inBytes: Array(text.utf8)) != nil)
    #expect(search.shortCount == 0)
  }

  @Test(
    "A short name is not found inside a longer word",
    arguments: [
      "森林", "森花子", "ケンタッキー", "はなのみせ", "Bobby", "-Op00Bob-1", "bob_7", "男の子", "4", "Al", "an apple",
    ]
  )
  func partsOfWords(text: String) throws {
    let search = try search(["森", "森花", "ケン", "はな", "Bob", "4", "Al", "男"])
    #expect(search.finding(in: text) == nil)
    #expect(search.shortCount == 2)
  }

  @Test("Binary data is not searched for short names")
  func shortNamesInBytes() throws {
    let search = try search(["Bob", "Hanako"])
    #expect(search.finding(inBytes: [0xFF, 0x20] + Array("Bob".utf8) + [0x00]) == nil)
    #expect(search.finding(inBytes: [0xFF, 0x20] + Array("Hanako".utf8) + [0x00]) != nil)
  }

  @Test("Adjacent words that together spell a short name are not found")
  func words() throws {
    let search = try search(["Iran", "Anna", "Theo"])
    #expect(search.finding(in: "I ran into an na, the other said") == nil)
    #expect(search.finding(in: "a trip to I r a n") != nil)
  }

  @Test(
    "Bytes are searched for originals as UTF-16 in either byte order and at odd offsets",
    arguments: ["Hanako", "森はなこ"]
  )
  func utf16(name: String) throws {
    let search = try search(["HANAKO", "森はなこ"])
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
      let bytes = Array(try #require("to \(name)!".data(using: encoding)))
      #expect(search.finding(inBytes: bytes) != nil)
      #expect(search.finding(inBytes: [0xFF, 0x00, 0x89] + bytes) != nil)
    }
  }

  @Test("20,000 originals are found in 20,000 texts with one pass over each")
  func many() throws {
    let originals = (0..<20_000).map { "person\($0)@example.jp" }
    var search = try search(originals)
    #expect(search.count == 20_000)
    for index in stride(from: 0, to: 20_000, by: 10) {
      #expect(search.finding(in: "nobody\(index)@example.org is not a person") == nil)
    }
    #expect(search.finding(in: "see PERSON19999@example.jp")?.isWhole == false)
    search.exempt("person7@example.jp")
    #expect(search.finding(in: "person7@example.jp") == nil)
    #expect(search.finding(in: "person8@example.jp") != nil)
    #expect(search.sharedCount == 1)
  }
}
