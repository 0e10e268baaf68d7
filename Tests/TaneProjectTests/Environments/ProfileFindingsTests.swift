import TaneCore
import TaneProject
import Testing

@Suite("Findings about profiles")
struct ProfileFindingsTests {
  private func messages(
    _ profile: String,
    _ variables: [String: String] = [:],
    sets: [String] = ["base"]
  ) -> [String] {
    DemoFiles(["environments/staging.yaml": profile], sets: sets).profiles(variables).messages
  }

  @Test("A timeout is a whole number with a unit")
  func timeouts() throws {
    let text = "databases: { a: embedded:a }\nlimits: { timeout: %@ }\n"
    for (time, expected) in [
      ("90s", Duration.seconds(90)), ("2 m", .seconds(120)), ("500ms", .milliseconds(500)),
      ("30", .seconds(30)), ("1h", .seconds(3600)),
    ] {
      let profiles = DemoFiles(["environments/a.yaml": text.replacing("%@", with: time)]).profiles()
      #expect(try profiles.profile(named: "a").limits.timeout == expected)
    }
    #expect(
      messages("limits: { timeout: soon }").filter { $0.contains("soon") } == [
        "environments/staging.yaml:1:20: error: \"soon\" is not a valid duration; expected a "
          + "positive whole number with ms, s, m or h, for example 90s [invalid-value]"
      ]
    )
    #expect(!messages("limits: { timeout: 0 }").isEmpty)
  }

  @Test("Settings that a caller omits cause no findings")
  func omitted() throws {
    let files = DemoFiles([
      "environments/a.yaml":
        "databases: { a: embedded:a }\ncredentials: ${NOPE}\nmaskKey: ${NOPE_EITHER}\n"
    ])
    #expect(files.profiles().messages.count == 1)
    let profiles = EnvironmentProfiles.load(
      from: files.project,
      variables: [:],
      omitting: ["credentials", "maskKey"]
    )
    #expect(profiles.messages == [])
    #expect(try profiles.profile(named: "a").credentials == nil)
  }

  @Test("Limits, undo retention and the marker are parsed, and mistakes are reported")
  func runs() throws {
    let text = """
      databases: { a: embedded:a }
      limits: { writes: 10, bytes: 64MB, documents: 3, connections: 2 }
      undo: { objects: 1GB, runs: 7 }
      marker: { key: _tane }
      """
    let profile = try DemoFiles(["environments/a.yaml": text]).profiles().profile(named: "a")
    #expect(
      profile.limits == RunLimits(writes: 10, bytes: 64_000_000, documents: 3, connections: 2)
    )
    #expect((profile.undo.objects, profile.undo.runs) == (1_000_000_000, 7))
    #expect(profile.reservedKey == "_tane")
    let wrong = """
      limits: { writes: -1, bytes: 0, documents: x, connections: 0 }
      undo: { objects: 0, runs: 0, run: 1 }
      marker: "on"
      """
    let place = "environments/staging.yaml"
    let amount =
      "is not a valid size: expected a positive whole number with B, kB, MB, GB, KiB, MiB or GiB, "
      + "such as 64MB [invalid-value]"
    #expect(
      messages(wrong) == [
        "\(place):1:19: error: \"limits.writes\" is -1; expected 0 or more [invalid-value]",
        "\(place):1:30: error: \"0\" \(amount)",
        "\(place):1:44: error: expected a whole number for \"limits.documents\", found a string [wrong-type]",
        "\(place):1:60: error: \"limits.connections\" is 0; expected 1 or more: it is the maximum "
          + "number of concurrent batches [invalid-value]",
        "\(place):2:18: error: \"0\" \(amount)",
        "\(place):2:27: error: \"undo.runs\" is 0; expected 1 or more: tane undo requires the last "
          + "run [invalid-value]",
        "\(place):2:30: error: unknown key \"run\" in \"undo\" (known: objects, runs); did you mean \"runs\"?"
          + " [unknown-key]",
        "\(place):3:9: error: \"on\" is not a valid marker; expected \"off\" or a map with a key, "
          + "for example marker: { key: __tane__ } [invalid-value]",
      ]
    )
    #expect(
      messages("marker: {}") == [
        "\(place):1:9: error: \"marker\" is empty [missing-value]"
      ]
    )
    for key in ["a/b", "1", "a.b"] {
      #expect(
        messages("marker: { key: \"\(key)\" }") == [
          "\(place):1:16: error: \"\(key)\" is not a valid key; expected a single Realtime "
            + "Database key that is not a number and contains no . $ # [ ] / or control characters "
            + "[invalid-value]"
        ]
      )
    }
  }

  @Test("A second default database or bucket is an error, also if it is inherited")
  func defaults() {
    let demo = DemoFiles([
      "environments/base.yaml":
        "databases: { shops: { url: 'embedded:shops', default: true }, users: embedded:users }",
      "environments/a.yaml": "extends: base\ndatabases: { users: { default: true } }",
      "environments/b.yaml":
        "extends: base\ndatabases: { shops: { default: false }, users: { default: true } }",
    ])
    #expect(
      demo.profiles().messages == [
        """
        environments/a.yaml:2:32: error: "databases.users" and "databases.shops" are both the \
        default; write "default: true" in only one of them [invalid-value]
        environments/base.yaml:1:55: note: the other one
        """
      ]
    )
    #expect(
      messages("buckets: { a: { url: gs://a, default: 1 }, b: gs://b }") == [
        "environments/staging.yaml:1:39: error: expected true or false for \"buckets.a.default\","
          + " found an integer [wrong-type]"
      ]
    )
  }

  @Test("A misspelled key is reported with the intended key")
  func typo() {
    #expect(
      messages("databse: { shops: embedded:shops }") == [
        """
        environments/staging.yaml:1:1: error: unknown key "databse" (known: extends, project, guard, \
        fixtures, databases, buckets, firestore, accounts, remoteConfig, credentials, state, limits, undo, \
        marker, own, ignore, masks, maskKey, maskExceptions, values, allowIn); \
        did you mean "databases"? [unknown-key]
        """
      ]
    )
    #expect(
      messages("databases: { shops: { url: embedded:shops, disabletrigger: true } }") == [
        """
        environments/staging.yaml:1:44: error: unknown key "disabletrigger" in "databases.shops" \
        (known: url, disableTriggers, default, persistence, member); did you mean "disableTriggers"? [unknown-key]
        """
      ]
    )
    #expect(
      messages("limits: { delete: 1 }") == [
        """
        environments/staging.yaml:1:11: error: unknown key "delete" in "limits" \
        (known: deletes, writes, bytes, documents, bytesPerMinute, connections, timeout, rampUp); did you mean "deletes"? [unknown-key]
        """
      ]
    )
  }

  @Test("An unset variable in a profile is an error at its position")
  func missingVariable() {
    let profile = "databases:\n  shops: https://${HOST}.firebaseio.com\ncredentials: ${KEY:-}\n"
    #expect(
      messages(profile) == [
        """
        environments/staging.yaml:2:10: error: the environment variable HOST is not set; set it, \
        or write a default: ${HOST:-default} [unset-variable]
        """
      ]
    )
    #expect(messages(profile, ["HOST": "shops"]) == [])
  }

  @Test("A malformed variable in a profile is an error")
  func malformedVariable() {
    #expect(
      messages("project: \"${1X} ${A ${B-c}\"", ["A": "a"]) == [
        """
        environments/staging.yaml:1:10: error: "${1X}" is not a variable; expected ${NAME} or \
        ${NAME:-default}, or $$ for a dollar sign [invalid-variable]
        """,
        """
        environments/staging.yaml:1:10: error: "${A ${B-c}" is not a variable; expected ${NAME} or \
        ${NAME:-default}, or $$ for a dollar sign [invalid-variable]
        """,
      ]
    )
  }

  @Test("A profile value of the wrong type is an error that names the value found")
  func wrongTypes() {
    let profile = """
      project: 12
      guard: { level: open }
      fixtures: base
      databases: [shops]
      buckets: { images: 3 }
      credentials: true
      limits: { deletes: many, bytesPerMinute: 64 MX }
      own: { "shops:/shops": 1 }
      """
    #expect(
      messages(profile) == [
        "environments/staging.yaml:1:10: error: expected a string for \"project\", found an integer;"
          + " quote it to make it a string [wrong-type]",
        "environments/staging.yaml:2:8: error: expected a string for \"guard\", found a map"
          + " [wrong-type]",
        "environments/staging.yaml:3:11: error: expected a list of strings for \"fixtures\","
          + " found a string [wrong-type]",
        "environments/staging.yaml:4:12: error: expected a map from names to URLs for \"databases\","
          + " found a list [wrong-type]",
        "environments/staging.yaml:5:20: error: expected a URL or a map with a url for"
          + " \"buckets.images\", found an integer [wrong-type]",
        "environments/staging.yaml:6:14: error: expected a string for \"credentials\","
          + " found a boolean; quote it to make it a string [wrong-type]",
        "environments/staging.yaml:7:20: error: expected a whole number for \"limits.deletes\","
          + " found a string [wrong-type]",
        "environments/staging.yaml:7:42: error: \"64 MX\" is not a valid size: expected a positive "
          + "whole number with B, kB, MB, GB, KiB, MiB or GiB, such as 64MB [invalid-value]",
        "environments/staging.yaml:8:8: error: the environment has no database \"shops\" (known: "
          + "none) [unknown-service]",
        "environments/staging.yaml:8:24: error: expected a string for \"own.shops:/shops\","
          + " found an integer; quote it to make it a string [wrong-type]",
      ]
    )
  }

  @Test("Unknown guards, sets and owners in a profile are errors")
  func unknownValues() {
    let profile = """
      guard: protect
      fixtures: [base, stagin, base]
      databases: { users: embedded:users }
      buckets: { images: embedded:images }
      own: { "user:/users": listed, "images:/a": whole, "users": lsted, "/users": listed }
      limits: { deletes: -1 }
      """
    #expect(
      messages(profile, sets: ["base", "staging"]) == [
        "environments/staging.yaml:1:8: error: \"protect\" is not a guard (known: open, confirm, "
          + "protected); did you mean \"protected\"? [invalid-value]",
        "environments/staging.yaml:2:18: error: no fixture set \"stagin\" in fixtures/ (known: "
          + "base, staging); did you mean \"staging\"? [unknown-set]",
        "environments/staging.yaml:2:26: error: the set \"base\" is listed twice [duplicate-name]",
        "environments/staging.yaml:5:8: error: the environment has no database \"user\" (known: "
          + "users); did you mean \"users\"? [unknown-service]",
        "environments/staging.yaml:5:31: error: \"images\" is a bucket; \"own\" can contain only "
          + "database nodes [invalid-value]",
        "environments/staging.yaml:5:51: error: \"users\" is not a valid address; expected a database and a"
          + " path, such as users:/users [invalid-value]",
        "environments/staging.yaml:5:60: error: unknown ownership \"lsted\" (known: whole, "
          + "listed); did you mean \"listed\"? [invalid-value]",
        "environments/staging.yaml:5:67: error: \"/users\" is not a valid address; expected a database and a"
          + " path, such as users:/users [invalid-value]",
        "environments/staging.yaml:6:20: error: \"limits.deletes\" is -1; expected 0 or more"
          + " [invalid-value]",
      ]
    )
  }

  @Test("Service names that addresses cannot contain are errors")
  func serviceNames() {
    let profile = """
      databases:
        a:b: embedded:a
        a/b: embedded:a
        firestore: embedded:a
        "": embedded:a
        images: embedded:a
      buckets:
        images: embedded:images
      """
    #expect(
      messages(profile) == [
        "environments/staging.yaml:2:3: error: the database's name \"a:b\" contains \":\", so it "
          + "cannot be used in addresses such as shops:/a/b; rename it [invalid-value]",
        "environments/staging.yaml:3:3: error: the database's name \"a/b\" contains \"/\", so it "
          + "cannot be used in addresses such as shops:/a/b; rename it [invalid-value]",
        "environments/staging.yaml:4:3: error: the database's name \"firestore\" is reserved for "
          + "the addresses of firestore, so it cannot be used in addresses such as shops:/a/b; "
          + "rename it [invalid-value]",
        "environments/staging.yaml:5:3: error: the database's name \"\" is empty, so it cannot be "
          + "used in addresses such as shops:/a/b; rename it [invalid-value]",
        """
        environments/staging.yaml:8:3: error: "images" is the name of a database and of a bucket; \
        use different names, because addresses contain only the name [duplicate-name]
        environments/staging.yaml:6:3: note: the database
        """,
      ]
    )
  }

  @Test("An invalid service URL is an error that does not show its secrets")
  func urls() {
    let profile = """
      databases:
        a: gs://bucket
        b: https://me:secret@host.firebaseio.com
        c: https://host.firebaseio.com/shops?auth=secret
        d: http://127.0.0.1:9000
        e: {}
        f: { url: "" }
      buckets:
        g: https://host
        h: gs://bucket/folder
        i: http://127.0.0.1:9199
      firestore: firebase
      """
    #expect(
      messages(profile) == [
        "environments/staging.yaml:2:6: error: \"gs://bucket\" is not the URL of a database: expected"
          + " https://HOST, http://HOST:PORT?ns=NAME of an emulator, or embedded:NAME [invalid-value]",
        "environments/staging.yaml:3:6: error: the URL \"https://<redacted>@host.firebaseio.com\" "
          + "contains a user or password; remove it, and specify a credentials file in "
          + "\"credentials\" [invalid-value]",
        "environments/staging.yaml:4:6: error: the URL "
          + "\"https://host.firebaseio.com/shops?auth=<redacted>\" contains more than the "
          + "database's location; remove everything after the host [invalid-value]",
        "environments/staging.yaml:5:6: error: the emulator's URL \"http://127.0.0.1:9000\" "
          + "contains no database name; end it with exactly ?ns=NAME [invalid-value]",
        "environments/staging.yaml:6:3: error: \"databases.e\" has no url [missing-value]",
        "environments/staging.yaml:7:13: error: \"databases.f.url\" is empty [missing-value]",
        "environments/staging.yaml:9:6: error: \"https://host\" is not the URL of a bucket: expected"
          + " gs://NAME, http://HOST:PORT/NAME of an emulator, or embedded:NAME [invalid-value]",
        "environments/staging.yaml:10:6: error: the URL \"gs://bucket/folder\" contains more than the "
          + "bucket's name; remove everything after the name [invalid-value]",
        "environments/staging.yaml:11:6: error: the emulator's URL \"http://127.0.0.1:9199\" "
          + "contains no bucket; end it with /NAME [invalid-value]",
        "environments/staging.yaml:12:12: error: \"firebase\" is not the location of Firestore: expected"
          + " projects/PROJECT/databases/(default), http://HOST:PORT/projects/PROJECT/databases/(default)"
          + " of an emulator, or embedded:NAME [invalid-value]",
      ]
    )
  }
}
