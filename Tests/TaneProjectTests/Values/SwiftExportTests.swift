import Foundation
import TaneCore
import Testing

@testable import TaneProject

@Suite("Export of environments as Swift code")
struct SwiftExportTests {
  private static let files = [
    "environments/values.schema.yaml": """
    api:
      baseURL: { type: url, required: true, description: The API of the app }
      timeout: duration
    cache: bytes
    level: { type: text, allowed: [debug, "in fo", default] }
    hosts: { type: list, of: url }
    flags: { type: map, of: boolean }
    key: { type: text, secret: true }
    device: { type: integer, runtime: true }
    retries: integer
    base-url: text
    default: { in: { type: number } }
    """,
    "environments/base.yaml": "values: { api: { timeout: 90s }, key: \"${KEY}\", hosts: [] }\n",
    "environments/staging.yaml": """
    extends: base
    project: demo-stg
    allowIn: [debug]
    databases: { shops: https://demo-stg.firebaseio.com, users: https://demo-stg-users.firebaseio.com }
    buckets: { images: gs://demo-stg.appspot.com }
    firestore: projects/demo-stg/databases/(default)
    values:
      api: { baseURL: https://stg.example.com }
      cache: 64MB
      level: in fo
      hosts: ["https://a.example"]
      flags: { a: true }
      device: ${DEVICE:-7}
      base-url: "a\\"b\\\\(c)\\nd"
      default: { in: 2 }
    """,
    "environments/production.yaml": """
    extends: base
    project: demo-prd
    databases: { shops: https://demo-prd.firebaseio.com }
    buckets: { images: gs://demo-prd.appspot.com }
    values: { api: { baseURL: https://api.example.com }, device: "${DEVICE}", retries: 3 }
    """,
  ]

  private static let entries = [
    ("API_KEY", "AIzaSy-exact_1"), ("CLIENT_ID", "1-a.apps.googleusercontent.com"),
    ("GCM_SENDER_ID", "123456"), ("GOOGLE_APP_ID", "1:123456:ios:abc"),
    ("PROJECT_ID", "demo-stg"), ("BUNDLE_ID", "com.example.app"),
    ("DATABASE_URL", "https://demo-stg.firebaseio.com"), ("STORAGE_BUCKET", "demo-stg.appspot.com"),
  ]

  private static let plist =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict>\n"
    + entries.map { "<key>\($0.0)</key>\n<string>\($0.1)</string>\n" }.joined()
    + "</dict></plist>\n"

  private func code(_ names: [String], isConditional: Bool = false) throws -> ExportedText {
    let demo = DemoFiles(Self.files.merging(["App/GoogleService-Info.plist": Self.plist]) { $1 })
    let profiles = demo.profiles(["KEY": "planted-secret"])
    #expect(profiles.messages == [])
    return try SwiftExport(
      of: try names.map { try profiles.profile(named: $0) },
      among: profiles,
      apps: GoogleServiceInfo.search(demo.project).infos,
      isConditional: isConditional
    ).text()
  }

  /// Returns an app's code that uses the exported code, with types that have names of SwiftUI and
  /// Foundation.
  private static func app(_ name: String) -> String {
    """
    import Foundation
    public struct Environment {}
    public struct URL {}
    public enum \(name) {
      public static func describe(_ arguments: [String], _ variables: [String: String], plist: String?) -> String {
        do {
          let chosen = try TaneEnvironment.chosen(
            arguments: arguments, variables: variables, infoDictionary: { $0 == "TaneEnvironment" ? plist : nil },
            otherwise: TaneEnvironment.all.last)
          return "\\(chosen.name) \\(chosen.api.baseURL.host() ?? "") \\(chosen.databases.shops)"
        } catch { return "\\(error)" }
      }
    }
    """
  }

  private static let details = """
    import Shop
    let staging = TaneEnvironment.staging
    print(staging.api.timeout == .seconds(90), staging.cache == 64_000_000, staging.level == .`default`, staging.level!.rawValue)
    print(staging.hosts.count, staging.flags!["a"]!, staging.baseUrl! == "a\\"b\\\\(c)\\nd", staging.`default`.`in`!)
    print(staging.databases.users!, TaneEnvironment.production.databases.users as Any, staging.buckets.images)
    print(staging.firestore!, TaneEnvironment.production.firestore as Any, TaneEnvironment.production.retries!)
    print(staging.device.value(variables: [:], infoDictionary: { _ in nil })!,
      TaneEnvironment.production.device.value(variables: [:], infoDictionary: { _ in nil }) as Any,
      TaneEnvironment.production.device.value(variables: ["DEVICE": "9"], infoDictionary: { _ in nil })!,
      TaneEnvironment.production.device.value(variables: [:], infoDictionary: { $0 == "DEVICE" ? "8" : nil })!,
      staging.device.value(variables: ["DEVICE": "x"], infoDictionary: { _ in nil }) as Any)
    let app = staging.firebaseApps[0]
    print([app.apiKey, app.clientID, app.gcmSenderID, app.googleAppID, app.projectID, app.bundleID, app.databaseURL,
      app.storageBucket].map { $0! }.joined(separator: " "))
    print(TaneEnvironment.production.firebaseApps.count, TaneEnvironment.all.map(\\.name))
    for (arguments, variables, plist) in [
      (["app", "-TaneEnvironment", "staging"], ["TANE_ENV": "production"], "production"),
      (["app"], ["TANE_ENV": "staging"], "production"), (["app"], ["TANE_ENV": ""], "staging"),
      (["app"], [:], nil), (["app", "-TaneEnvironment", "beta"], [:], nil), (["app"], [:], "local"),
      (["app", "-TaneEnvironment"], [:], nil),
    ] as [([String], [String: String], String?)] {
      print(Shop.describe(arguments, variables, plist: plist))
    }
    """

  @Test("The exported code compiles in two modules and has exactly the profiles' values")
  func compiled() async throws {
    let exported = try code(["staging", "production"])
    #expect(exported.secrets == ["key"])
    #expect(!exported.text.contains("planted"))
    let program = try SwiftProgram()
    for name in ["Shop", "Users"] {
      try await program.compileModule(
        name,
        ["\(name)Environment.swift": exported.text, "\(name).swift": Self.app(name)]
      )
    }
    try await program.link(
      "app",
      [
        "main.swift": Self.details + "\nimport Users\nprint(Users.describe([], [:], plist: nil))\n",
        "AppEnvironment.swift": exported.text,
      ],
      with: ["Shop", "Users"]
    )
    let result = try await program.run(program.path("app"))
    let unknown = "names the environment"
    #expect(
      result.output == """
        true true false in fo
        1 true true 2.0
        https://demo-stg-users.firebaseio.com nil gs://demo-stg.appspot.com
        projects/demo-stg/databases/(default) nil 3
        7 nil 9 8 nil
        \(Self.entries.map(\.1).joined(separator: " "))
        0 ["staging", "production"]
        staging stg.example.com https://demo-stg.firebaseio.com
        staging stg.example.com https://demo-stg.firebaseio.com
        staging stg.example.com https://demo-stg.firebaseio.com
        production api.example.com https://demo-prd.firebaseio.com
        the argument -TaneEnvironment \(unknown) "beta", which is not in this build (it contains staging, production)
        the key TaneEnvironment of Info.plist \(unknown) "local", which is not in this build (it contains staging, production)
        the argument -TaneEnvironment \(unknown) "", which is not in this build (it contains staging, production)
        production api.example.com https://demo-prd.firebaseio.com

        """
    )
  }

  @Test(
    "A program contains no secrets and no data of excluded environments",
    arguments: [false, true]
  )
  func binary(isConditional: Bool) async throws {
    let program = try SwiftProgram()
    let names = isConditional ? ["production", "staging"] : ["production"]
    let code = try code(names, isConditional: isConditional).text
    try await program.compileModule(
      "Shop",
      ["Generated.swift": code, "Shop.swift": Self.app("Shop")]
    )
    try await program.link(
      "app",
      ["main.swift": "import Shop\nprint(Shop.describe(CommandLine.arguments, [:], plist: nil))\n"],
      with: ["Shop"]
    )
    let result = try await program.run(program.path("app"), ["-TaneEnvironment", "production"])
    #expect(result.output == "production api.example.com https://demo-prd.firebaseio.com\n")
    let bytes = try Data(contentsOf: program.folder.appending(path: "app"))
    #expect(bytes.range(of: Data("api.example.com".utf8)) != nil)
    for other in ["stg.example.com", "demo-stg", "planted", "AIzaSy", "a.example\""] {
      #expect(bytes.range(of: Data(other.utf8)) == nil, "\(other) is in the binary")
    }
  }

  @Test("A build contains an environment if its build configuration allows it")
  func condition() async throws {
    let program = try SwiftProgram()
    try await program.compileModule(
      "Shop",
      [
        "Generated.swift": try code(["production", "staging"], isConditional: true).text,
        "Shop.swift": Self.app("Shop"),
      ],
      ["-D", "DEBUG"]
    )
    try await program.link(
      "app",
      ["main.swift": "import Shop\nprint(Shop.describe([], [:], plist: nil))\n"],
      with: ["Shop"]
    )
    let result = try await program.run(program.path("app"))
    #expect(result.output == "staging stg.example.com https://demo-stg.firebaseio.com\n")
  }

  @Test("With the Firebase SDK the exported code creates its options")
  func firebase() async throws {
    let program = try SwiftProgram()
    // The public members of the class, as imported from its header.
    let sdk = """
      open class FirebaseOptions {
        public init(googleAppID: String, gcmSenderID GCMSenderID: String) {}
        open var apiKey: String?
        open var bundleID = ""
        open var clientID: String?
        open var projectID: String?
        open var databaseURL: String?
        open var storageBucket: String?
      }
      """
    try await program.compileModule("FirebaseCore", ["FirebaseCore.swift": sdk])
    try await program.link(
      "app",
      [
        "main.swift": "print(TaneEnvironment.staging.firebaseOptions?.apiKey as Any)",
        "Generated.swift": try code(["staging"]).text,
      ],
      with: ["FirebaseCore"]
    )
    #expect(try await program.run(program.path("app")).output == "Optional(\"AIzaSy-exact_1\")\n")
  }

  @Test("Allowed texts in a group are read at run time, including names of Optional's cases")
  func groupedChoices() async throws {
    let profiles = DemoFiles([
      "environments/values.schema.yaml": """
      log:
        level: { type: text, allowed: [debug, none], runtime: true }
        shown: { type: text, allowed: [none, all] }
      """,
      "environments/a.yaml":
        "databases: { s: embedded:s }\nvalues: { log: { level: \"${LEVEL:-none}\", shown: none } }\n",
      "environments/b.yaml": "databases: { s: embedded:s }\n",
    ]).profiles()
    #expect(profiles.messages == [])
    let environments = try ["a", "b"].map { try profiles.profile(named: $0) }
    let program = try SwiftProgram()
    let main = """
      let log = TaneEnvironment.a.log
      for variables in [[:], ["LEVEL": "debug"]] {
        print(log.level!.value(variables: variables, infoDictionary: { _ in nil })!, log.shown!)
      }
      print(TaneEnvironment.b.log.shown as Any)
      """
    try await program.link(
      "app",
      [
        "main.swift": main,
        "Generated.swift": try SwiftExport(of: environments, among: profiles).text().text,
      ],
      with: []
    )
    #expect(try await program.run(program.path("app")).output == "none none\ndebug none\nnil\n")
  }

  private func findings(_ files: [String: String]) throws -> [String] {
    let profiles = DemoFiles(files).profiles()
    do {
      _ = try SwiftExport(of: [try profiles.profile(named: "a")], among: profiles).text()
      return []
    } catch let failure as ExportFailure {
      return failure.findings.map(\.description)
    }
  }

  @Test("A value with several types is a finding whichever environment is exported")
  func conflictingTypes() throws {
    let start = "databases: { s: embedded:s }\nvalues: { port: "
    #expect(
      try findings([
        "environments/a.yaml": start + "80 }\n", "environments/b.yaml": start + "\"81\" }\n",
      ]) == [
        "environments/b.yaml:2:17: error: \"values.port\" is text, but an integer in another "
          + "environment; use one type, or declare the type in environments/values.schema.yaml "
          + "[wrong-type]\nenvironments/a.yaml:2:17: note: the other one"
      ]
    )
  }

  @Test("An exported Swift name that is declared twice or hides a used one is a finding")
  func takenNames() throws {
    let text = """
      databases: { shops: embedded:shops }
      values:
        Foo: { a: 1 }
        foo: { b: 2 }
        firebaseApp: { c: 3 }
        a-b: 1
        aB: { c: 2 }
        Swift: 1
      """
    let place = "environments/a.yaml"
    let end =
      "in Swift, but this name is already in use; choose another name, or another format "
      + "[invalid-value]"
    #expect(
      try findings(["environments/a.yaml": text]) == [
        "\(place):4:13: error: \"values.foo.b\" needs the name FooValues \(end)",
        "\(place):5:21: error: \"values.firebaseApp.c\" needs the name FirebaseAppValues \(end)",
        "\(place):7:12: error: \"values.aB.c\" needs the name aB \(end)",
        "\(place):8:10: error: \"values.Swift\" needs the name Swift \(end)",
      ]
    )
  }

  @Test("A value that Swift code cannot contain is a finding with suitable advice")
  func unsupportedValues() throws {
    #expect(
      try findings([
        "environments/values.schema.yaml": """
        level: { type: text, allowed: [a-b, aB] }
        tags: { type: list, of: text, runtime: true }
        """,
        "environments/a.yaml": """
        databases: { shops: embedded:shops }
        values: { level: aB, tags: "${TAGS}" }
        """,
      ]) == [
        "environments/a.yaml:2:18: error: \"values.level\" allows strings that cannot be cases of a "
          + "Swift enumeration; change the strings, or choose another format [invalid-value]",
        "environments/a.yaml:2:28: error: \"values.tags\" is read at run time, which is possible "
          + "only for single values; use a single value, or remove \"runtime: true\" from the "
          + "schema [invalid-value]",
      ]
    )
  }

  @Test("A value without a valid Swift name is a finding at its line")
  func names() throws {
    let text = """
      databases: { shops: embedded:shops }
      values: { name: 1, "麺": 1, "-": 2, a-b: 1, aB: 2 }
      """
    let profiles = DemoFiles(["environments/a.yaml": text]).profiles()
    let export = SwiftExport(of: [try profiles.profile(named: "a")], among: profiles)
    do {
      _ = try export.text()
      Issue.record("the names were taken")
    } catch {
      let end = "; choose another name, or another format [invalid-value]"
      #expect(
        error.findings.map(\.description) == [
          "environments/a.yaml:2:17: error: \"values.name\" is reserved in generated code\(end)",
          "environments/a.yaml:2:33: error: \"values.-\" contains no letter or digit, which a Swift name requires\(end)",
          "environments/a.yaml:2:48: error: \"values.aB\" would be named aB in Swift, but another "
            + "value already has this name\(end)",
        ]
      )
    }
  }
}
