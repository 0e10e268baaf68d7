import TaneCore
import Testing

@testable import TaneSeeding

@Suite("Detection of personal data")
struct PersonalDataTests {
  @Test(
    "Personal data is detected from values alone",
    arguments: [
      ("hana@example.jp", "email address"), ("ＨＡＮＡ＠example.jp", "email address"),
      ("Mail me: hana@example.jp!", "text with an email address"),
      ("090-1234-5678", "phone number"),
      ("+81 90 1234 5678", "phone number"), ("(415) 555-0123", "phone number"),
      ("Call 03-1234-5678 today", "text with a phone number"), ("150-0001", "postcode"),
      ("〒150-0001", "postcode"),
      ("山田 花子", "name"), ("佐藤　健一", "name"), ("Emma Johnson", "name"),
      ("Zed Smithson Taylor", "name"),
      ("東京都渋谷区神南1-2-3", "address"), ("221 Baker Street, London", "address"),
      ("192.168.1.20", "IP address"),
      ("2001:0db8:85a3:0000:0000:8a2e:0370:7334", "IP address"),
      ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlMTIz", "token"),
    ]
  )
  func values(text: String, kind: String) {
    #expect(PersonalData.kind(of: text)?.rawValue == kind)
  }

  @Test(
    "Values without personal data are not reported",
    arguments: [
      "", "ラーメン花", "Salt Ramen", "Green Tea", "2026-04-01", "2026-04-01T10:00:00Z", "10:00",
      "1.2.3", "#ff8800", "shops/0",
      "https://example.com/a.png", "-NxT8eabcdefghij", "1000001_main_food", "山田", "森のレストラン",
      "ISBN 978-4-00-310101-8",
      "1985", "3.14159265", "gs://images/a.png", "@hana",
    ]
  )
  func others(text: String) {
    #expect(PersonalData.kind(of: text)?.rawValue == nil)
  }

  @Test(
    "Keys reveal personal data that values alone do not",
    arguments: [
      ("homeTel", "0312345678", "phone number"), ("tel_number", "312345678", "phone number"),
      ("birthday", "May 8", "birthday"),
      ("fcmToken", "abc", "token"), ("郵便番号", "1500001", "postcode"), ("ふりがな", "やまだ", "reading"),
      ("contactEmail", "hana at example", "email address"), ("氏名", "森", "name"),
      ("streetAddress", "1-2", "address"),
    ]
  )
  func keys(key: String, text: String, kind: String) {
    #expect(PersonalData(Tree(.string(text)), key: key)?.rawValue == kind)
    #expect(PersonalData(Tree(.string("")), key: key) == nil)
    #expect(PersonalData(Tree(.bool(true)), key: key) == nil)
  }

  @Test(
    "Keys that only resemble personal data are not reported",
    arguments: ["name", "shopName", "emailVerified", "itemAddressType", "ipsum", "mailCount"]
  )
  func otherKeys(key: String) {
    #expect(PersonalData(Tree(.bool(true)), key: key) == nil)
    if key != "emailVerified", key != "mailCount" {
      #expect(PersonalData(Tree(.string("plain words")), key: key) == nil)
    }
  }
}
