import Foundation
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Values of Remote Config are converted as in the SDK")
struct RemoteConfigValueTests {
  private let config = RemoteConfigManager().remoteConfig

  private func value(_ text: String) -> RemoteConfigValue {
    config.setDefaults(["key": NSString(string: text)])
    return config["key"]
  }

  @Test(
    "A Remote Config text is true if it starts with Y, T or a number other than zero",
    arguments: [
      ("true", true), ("Yes", true), ("t", true), ("1", true), (" 07", true), ("-3", true),
      ("false", false), ("no", false), ("0", false), ("on", false), ("", false),
    ]
  )
  func booleans(text: String, expected: Bool) { #expect(value(text).boolValue == expected) }

  @Test(
    "A Remote Config number is read from the start of the text",
    arguments: [
      ("5", "5"), ("2.5", "2.5"), (" 12 apples", "12"), ("1e3", "1000"), ("-0.5", "-0.5"),
      ("abc", "0"), ("", "0"),
    ]
  )
  func numbers(text: String, expected: String) {
    #expect(value(text).numberValue.stringValue == expected)
  }

  @Test("A missing Remote Config key has an empty static value")
  func missing() {
    let value = config.configValue(forKey: nil)
    #expect(value.source == .static && value.stringValue == "" && value.numberValue == 0)
    #expect(!value.boolValue && value.dataValue == Data() && value.jsonValue == nil)
    #expect(config["other"].source == .static && config.defaultValue(forKey: "other") == nil)
  }

  @Test("Remote Config returns JSON objects and lists as Foundation values, other JSON as nil")
  func json() throws {
    let value = value(#"{"list": [1, "b", true, null], "size": 1.5, "nested": {"on": false}}"#)
    let object = try #require(value.jsonValue as? [String: Any])
    #expect((object["list"] as? [Any])?.count == 4)
    #expect(object["size"] as? Double == 1.5)
    #expect((object["nested"] as? [String: Bool]) == ["on": false])
    let hashable = try #require(config[jsonValue: "key"])
    #expect(hashable["list"] == AnyHashable([1, "b", true, NSNull()] as [AnyHashable]))
    #expect(hashable["nested"] == AnyHashable(["on": false] as [String: AnyHashable]))
    #expect((self.value("[1, 2]").jsonValue as? [Int]) == [1, 2])
    #expect(config[jsonValue: "key"] == nil)
    #expect(self.value("5").jsonValue == nil && self.value("{").jsonValue == nil)
  }

  @Test("Remote Config defaults of all types are stored as text")
  func defaults() throws {
    config.setDefaults([
      "text": NSString(string: "熱い"), "integer": NSNumber(value: 9_876_543_210),
      "half": NSNumber(value: 0.5), "whole": NSNumber(value: 3.0), "on": NSNumber(value: true),
      "off": NSNumber(value: false), "list": [1, 2] as NSArray, "map": ["b": 1] as NSDictionary,
      "data": NSData(data: Data("x".utf8)), "date": NSDate(timeIntervalSince1970: 0),
    ])
    let texts = [
      "text": "熱い", "integer": "9876543210", "half": "0.5", "whole": "3", "on": "1", "off": "0",
      "list": "[1,2]", "map": #"{"b":1}"#, "data": "x",
    ]
    for (key, text) in texts { #expect(config[key].stringValue == text, "\(key)") }
    #expect(config["date"].stringValue.wholeMatch(of: /(1969|1970)-\d\d-\d\d \d\d:\d\d:00/) != nil)
    config.setDefaults(nil)
    #expect(config.allKeys(from: .default) == [])
  }

  private struct Recipe: Codable, Equatable {
    var name: String
    var minutes: Int
    var steps: [String]
  }

  private struct Settings: Codable, Equatable {
    var text: String
    var size: Int
    var ratio: Float
    var price: Decimal
    var isOn: Bool
    var page: URL
    var recipe: Recipe
    var tags: [String]
    var hint: String?
  }

  @Test("A type can be encoded as Remote Config defaults and decoded from them")
  func coding() throws {
    let settings = Settings(
      text: "a",
      size: 20,
      ratio: 0.25,
      price: 2.5,
      isOn: true,
      page: try #require(URL(string: "https://example.com/a")),
      recipe: Recipe(name: "うどん", minutes: 7, steps: ["boil", "eat"]),
      tags: ["x", "y"]
    )
    try config.setDefaults(from: settings)
    #expect(try config.decoded() == settings)
    #expect(config["isOn"].boolValue && config["size"].numberValue == 20)
    #expect(try config["recipe"].decoded(asType: Recipe.self) == settings.recipe)
    let tags: [String]? = config[decodedValue: "tags"]
    #expect(tags == ["x", "y"])
    #expect(try config["tags"].decoded(asType: [String]?.self) == ["x", "y"])
    #expect(try config["recipe"].decoded(asType: Data.self) == config["recipe"].dataValue)
    let error = #expect(throws: RemoteConfigCodableError.self) { try config.setDefaults(from: 7) }
    guard case .invalidSetDefaultsInput(let message) = error else { return }
    #expect(message == "The setDefaults input: 7, must be a Struct that encodes to a Dictionary")
  }

  @Test("Remote Config values that a type cannot decode throw decoding errors")
  func undecodable() async throws {
    let text = value("not JSON")
    #expect(
      await failure { try text.decoded(asType: Recipe.self) }
        == #"expected Dictionary<String, Any>, found "not JSON""#
    )
    let ratio = value("2.5")
    #expect(
      await failure { try ratio.decoded(asType: Int.self) } == "the number 2.5 does not fit in Int"
    )
    #expect(throws: RemoteConfigValueCodableError.self) { try ratio.decoded(asType: Date.self) }
    let none: Recipe? = config[decodedValue: "key"]
    #expect(none == nil)
    #expect(
      await failure { try self.config.decoded(asType: Recipe.self) }
        == #"no parameter has the key "name""#
    )
    #expect(
      await failure { try self.config.decoded(asType: [Int].self) }
        == "Remote Config values are keyed: decode a struct or a dictionary"
    )
  }

  @Test("A bundle's property list replaces Remote Config defaults, unless it is missing")
  func propertyList() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tane-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let list = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
        <key>greeting</key><string>hello</string>
        <key>on</key><true/>
        <key>sizes</key><array><integer>1</integer></array>
      </dict></plist>
      """
    try Data(list.utf8).write(to: folder.appending(path: "Defaults.plist"))
    let bundle = try #require(Bundle(path: folder.path))
    config.setDefaults(fromPlist: "Defaults", in: bundle)
    #expect(config["greeting"].stringValue == "hello" && config["on"].boolValue)
    #expect(config["sizes"].stringValue == "[1]")
    config.setDefaults(fromPlist: "Missing")
    config.setDefaults(fromPlist: nil)
    #expect(config["greeting"].stringValue == "hello")
  }
}
