import TestSupport
import TaneCore
import TaneFormats
import TaneProject
import TaneTesting
import Testing

@Suite("Remote Config in fixtures")
struct RemoteConfigFixtureTests {
  private func read(_ text: String) -> RemoteConfigFixture {
    let bytes = Array(text.utf8)
    let tree = TreeParser.parse(bytes, named: "remote-config.yaml", as: .yaml).tree
    return RemoteConfigFixture(tree ?? .null, spelledIn: bytes)
  }

  @Test(
    "Any Remote Config template converted to a tree and back is unchanged",
    arguments: 0..<50 as Range<UInt64>
  )
  func treeRoundTrip(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let template = RemoteConfigTemplate.random(using: &generator)
    let (found, findings) = RemoteConfigTemplate.read(template.tree)
    #expect(found == template)
    #expect(findings == [])
  }

  @Test(
    "Any Remote Config template written to a file and read back is unchanged",
    arguments: 0..<50 as Range<UInt64>
  )
  func fileRoundTrip(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let template = RemoteConfigTemplate.random(using: &generator)
    let fixture = read(YAMLWriter().write(template.tree))
    #expect(fixture.template == template)
    #expect(fixture.tree == template.tree)
    #expect(fixture.diagnostics == [])
  }

  @Test("Remote Config values are stored as text with the type that YAML implies")
  func values() {
    let fixture = read(
      """
      conditions:
        - { name: ios, expression: device.os == 'ios', color: BLUE }
        - { name: half, expression: percent <= 50 }
      parameters:
        greeting: こんにちは
        empty: ""
        enabled: True
        page_size: 20
        ratio: 1.50
        large: 1_000
        wide: 0x1F
        exact: 12345678901234567890
        colors: [red, {b: 1, a: yes}]
        layout: { z: 1.0, y: [] }
        theme:
          value: light
          description: Which colours
          conditions: { ios: dark, half: { inAppDefault: true } }
        code: { type: STRING, value: 007 }
        only: { conditions: { ios: 3 } }
        app: { inAppDefault: true }
        raw: { type: JSON, value: '{"a" : 1}' }
      groups:
        Limits:
          description: Numbers
          parameters: { retries: 3 }
      """
    )
    #expect(fixture.diagnostics == [])
    let parameters = fixture.template.parameters
    let short = parameters.mapValues { [$0.valueType.rawValue, $0.defaultValue.map { "\($0)" }] }
    #expect(
      short == [
        "greeting": ["STRING", #"text("こんにちは")"#], "empty": ["STRING", #"text("")"#],
        "enabled": ["BOOLEAN", #"text("true")"#], "page_size": ["NUMBER", #"text("20")"#],
        "ratio": ["NUMBER", #"text("1.50")"#], "large": ["STRING", #"text("1_000")"#],
        "wide": ["NUMBER", #"text("31")"#], "exact": ["NUMBER", #"text("12345678901234567890")"#],
        "colors": ["JSON", #"text("[\"red\",{\"b\":1,\"a\":\"yes\"}]")"#],
        "layout": ["JSON", #"text("{\"z\":1.0,\"y\":[]}")"#],
        "theme": ["STRING", #"text("light")"#],
        "code": ["STRING", #"text("007")"#], "only": ["NUMBER", nil],
        "app": ["STRING", "inAppDefault"], "raw": ["JSON", #"text("{\"a\" : 1}")"#],
      ]
    )
    #expect(
      parameters["theme"]
        == RemoteConfigParameter(
          .text("light"),
          conditionalValues: ["ios": .text("dark"), "half": .inAppDefault],
          description: "Which colours"
        )
    )
    #expect(parameters["only"]?.conditionalValues == ["ios": .text("3")])
    #expect(
      fixture.template.conditions == [
        RemoteConfigCondition(name: "ios", expression: "device.os == 'ios'", tagColor: "BLUE"),
        RemoteConfigCondition(name: "half", expression: "percent <= 50"),
      ]
    )
    #expect(
      fixture.template.groups == [
        "Limits": RemoteConfigGroup(
          description: "Numbers",
          parameters: ["retries": RemoteConfigParameter(.text("3"), valueType: .number)]
        )
      ]
    )
  }

  @Test("Every Remote Config value has the position where it was written")
  func places() {
    let tree = read(
      """
      parameters:
        page_size: 20
        theme:
          value: light
          conditions: { }
      """
    ).tree
    #expect(
      tree["parameters"]?["page_size"]?["value"]?.position?.description == "remote-config.yaml:2:14"
    )
    #expect(
      tree["parameters"]?["page_size"]?["type"]?.position?.description == "remote-config.yaml:2:14"
    )
    #expect(tree["parameters"]?["theme"]?.keyPosition?.description == "remote-config.yaml:3:3")
    #expect(
      tree["parameters"]?["theme"]?["value"]?.position?.description == "remote-config.yaml:4:12"
    )
  }

  @Test("Malformed Remote Config fixtures are reported at their position")
  func shapes() {
    let fixture = read(
      """
      conditon: []
      conditions: { ios: x }
      parameters:
        a: null
        b: .nan
        c: { value: 1, defalt: 2 }
        d: { value: 1, inAppDefault: true }
        e: { type: TEXT, value: 1 }
        f: { value: 1, description: 3 }
      groups: { g: 3 }
      """
    )
    #expect(
      fixture.diagnostics.map(\.description) == [
        """
        remote-config.yaml:1:1: error: unknown key "conditon" (known: conditions, parameters, groups); did \
        you mean "conditions"? [unknown-key]
        """,
        """
        remote-config.yaml:2:13: error: expected an ordered list of conditions for "conditions", found a \
        map [wrong-type]
        """,
        """
        remote-config.yaml:5:6: error: expected a string, a number, true, false or JSON, found a \
        number that Remote Config does not support [wrong-type]
          remoteConfig:/parameters/b/value
        """,
        """
        remote-config.yaml:6:18: error: unknown key "defalt" in "parameters.c" (known: type, value, description, \
        conditions, inAppDefault, managed) [unknown-key]
        """,
        """
        remote-config.yaml:7:3: error: "parameters.d" has value and inAppDefault; remove all but one [invalid-value]
        """,
        """
        remote-config.yaml:8:14: error: expected STRING, BOOLEAN, NUMBER or JSON for "parameters.e.type", found \
        a string [wrong-type]
        """,
        """
        remote-config.yaml:9:31: error: expected a string for "description", found an integer; quote it to make \
        it a string [wrong-type]
        """,
        """
        remote-config.yaml:10:14: error: expected a map with "parameters" and an optional "description" for "groups.g", found an integer [wrong-type]
        """,
      ]
    )
  }

  @Test("Remote Config values that the service rejects are reported at their position")
  func rules() {
    let fixture = read(
      """
      conditions:
        - { name: ios, expression: x }
        - { name: ios, expression: y, color: RED }
      parameters:
        page-size: 20
        theme: { type: BOOLEAN, value: light, conditions: { web: true } }
      """
    )
    #expect(
      fixture.problems.map(\.description) == [
        """
        remote-config.yaml:3:5: error: two conditions have the name "ios"; rename one of them \
        [invalid-remote-config]
          remoteConfig:/conditions/1
        """,
        """
        remote-config.yaml:3:33: error: "RED" is not a Remote Config color; expected BLUE, \
        BROWN, CYAN, \
        DEEP_ORANGE, GREEN, INDIGO, LIME, ORANGE, PINK, PURPLE, TEAL [invalid-remote-config]
          remoteConfig:/conditions/1/color
        """,
        """
        remote-config.yaml:5:3: error: the parameter "page-size" cannot be stored: a key can \
        contain only English letters, digits and _, and cannot begin with a digit [illegal-key]
          remoteConfig:/parameters/page-size
        """,
        """
        remote-config.yaml:6:27: error: expected true or false for a value of type BOOLEAN, found "light" \
        [invalid-remote-config]
          remoteConfig:/parameters/theme/value
        """,
        """
        remote-config.yaml:6:55: error: the template has no condition "web"; add it to "conditions", or correct \
        the name [invalid-remote-config]
          remoteConfig:/parameters/theme/conditions/web
        """,
      ]
    )
  }

  @Test("A later set replaces Remote Config parameters in any group and conditions in place")
  func layers() {
    let base = read(
      """
      conditions: [{ name: a, expression: x }, { name: b, expression: y }]
      parameters: { one: 1, two: 2 }
      groups: { g: { description: d, parameters: { three: 3 } } }
      """
    ).template
    let layer = read(
      """
      conditions: [{ name: c, expression: z }, { name: a, expression: w }]
      parameters: { three: 4 }
      groups: { g: { parameters: { one: 5 } } }
      """
    ).template
    let expected = read(
      """
      conditions:
        [{ name: a, expression: w }, { name: b, expression: y }, { name: c, expression: z }]
      parameters: { two: 2, three: 4 }
      groups: { g: { description: d, parameters: { one: 5 } } }
      """
    ).template
    #expect(base.overlaid(by: layer) == expected)
  }

  @Test("A parameter in the long form changes only the fields that it contains")
  func longFormLayers() {
    let base = read(
      """
      parameters:
        theme: { value: light, description: Colors, conditions: { ios: dark } }
        size: { value: 20, description: Items }
      groups: { g: { parameters: { list: [1] } } }
      """
    )
    let layer = read(
      """
      parameters:
        theme: { conditions: { beta: blue } }
        size: { description: Items of a page }
        list: { description: Numbers }
      """
    )
    let expected = read(
      """
      parameters:
        theme: { value: light, description: Colors, conditions: { ios: dark, beta: blue } }
        size: { value: 20, description: Items of a page }
        list: { value: [1], description: Numbers }
      groups: { g: { parameters: {} } }
      """
    )
    #expect(base.overlaid(by: layer).template == expected.template)
    let short = read("parameters: { theme: dark }")
    #expect(
      base.overlaid(by: short).template.parameters["theme"]
        == read("parameters: { theme: dark }").template.parameters["theme"]
    )
    let removed = read("parameters: { theme: { conditions: { ios: null } } }")
    #expect(
      base.overlaid(by: removed).template.parameters["theme"]
        == read("parameters: { theme: { value: light, description: Colors } }").template
        .parameters["theme"]
    )
  }

  @Test("A null omits a Remote Config value, and removes the parameter of an earlier set")
  func nulls() {
    let base = read("parameters: { a: null, b: 1 }\ngroups: { g: { parameters: { c: 2 } } }\n")
    #expect(base.diagnostics == [])
    #expect(
      base.template
        == read("parameters: { b: 1 }\ngroups: { g: { parameters: { c: 2 } } }\n").template
    )
    let layer = read(
      "parameters: { b: null, c: null, d: { value: null, inAppDefault: true, conditions: { x: null } } }"
    )
    let merged = base.overlaid(by: layer)
    #expect(merged.diagnostics == [])
    #expect(
      merged.template
        == read("parameters: { d: { inAppDefault: true } }\ngroups: { g: {} }\n").template
    )
  }

  @Test("A merged Remote Config condition has its position in the later set")
  func layerPositions() {
    let base = read("conditions:\n  - { name: ios, expression: device.os == 'ios' }\n")
    let layer = read(
      """
      conditions:
        - { name: android, expression: device.os == 'android', color: BLUE }
        - { name: ios, expression: device.os == 'ios', color: PURPL }
      """
    )
    #expect(
      base.overlaid(by: layer).problems.map(\.description) == [
        "remote-config.yaml:3:50: error: \"PURPL\" is not a Remote Config color; expected BLUE, "
          + "BROWN, CYAN, DEEP_ORANGE, GREEN, INDIGO, LIME, ORANGE, PINK, PURPLE, TEAL "
          + "[invalid-remote-config]\n  remoteConfig:/conditions/0/color"
      ]
    )
  }
}
