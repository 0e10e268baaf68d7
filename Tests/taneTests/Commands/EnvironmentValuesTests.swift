import Foundation
import Testing

@Suite("tane env with values")
struct EnvironmentValuesTests {
  static let files = [
    "environments/values.schema.yaml": """
    api:
      baseURL: { type: url, required: true }
      timeout: duration
    key: { type: text, secret: true }
    """,
    "environments/base.yaml": "values: { api: { timeout: 30s }, key: \"${KEY}\" }\n",
    "environments/staging.yaml": """
    extends: base
    project: demo-stg
    databases: { shops: https://demo-stg.firebaseio.com }
    values: { api: { baseURL: https://stg.example.com } }
    """,
    "environments/production.yaml": """
    extends: base
    project: demo-prd
    databases: { shops: { url: https://demo-prd.firebaseio.com, disableTriggers: true } }
    values: { api: { baseURL: https://api.example.com }, key: "${KEY_PRD}" }
    """,
    "environments/local.yaml": """
    databases: { shops: embedded:shops }
    values: { api: { baseURL: http://127.0.0.1:8080 } }
    """,
    "fixtures/base/databases/shops/a.yaml": "1",
  ]

  static let variables = ["KEY": "planted-one", "KEY_PRD": "planted-two"]

  @Test("Literal keys and tokens in a profile are never shown and are exported unchanged")
  func literalKeys() async throws {
    let key = "AIzaSyPlanted0123456789planted0123456789"
    let other = "sk_live_51planted0123456789planted"
    let project = try TemporaryProject([
      "environments/values.schema.yaml": "{ web: text, public: { type: text, secret: false } }",
      "environments/a.yaml": """
      project: "\(key)"
      databases: { shops: https://demo-stg.firebaseio.com }
      values: { web: "\(key)", public: "\(other)" }
      """,
      "environments/b.yaml": """
      databases: { shops: embedded:shops }
      guard: "\(other)"
      \(other): 1
      values: { web: "\(key)x", \(key): "\(other)" }
      """,
      "environments/c.yaml": """
      databases: { shops: embedded:shops }
      values: { web: "\(key)x", public: "\(other)" }
      """,
    ])
    for arguments in [
      ["env", "list"], ["env", "show", "a"], ["env", "show", "a", "--json"], ["env", "show", "b"],
      ["env", "diff", "a", "c"], ["env", "diff", "a", "c", "--patch", "json"],
      ["env", "check", "a"],
      ["diff", "-e", "a"], ["seed", "-e", "b"], ["env", "list", "--json"], ["doctor"],
    ] {
      let result = try await TaneProcess.run(arguments, in: project.root, variables: [:])
      #expect(!"\(result)".contains("lanted"), "\(arguments): \(result)")
    }
    let shown = try await project.tane("env", "show", "a")
    #expect(shown.output.contains(/values\.web +<redacted>/), "\(shown.output)")
    let diff = try await project.tane("env", "diff", "a", "c")
    #expect(diff.output.contains("+ \"<redacted> (different values)\""), "\(diff.output)")
    let export = try await project.tane("env", "export", "a", "--format", "dotenv")
    #expect(export.output.contains(key), "\(export.output)\(export.errors)")
  }

  @Test("The env diff command shows differences and names secrets without showing them")
  func diff() async throws {
    let project = try TemporaryProject(Self.files)
    let result = try await project.tane(
      "env",
      "diff",
      "staging",
      "production",
      variables: Self.variables
    )
    #expect(result.status == 1)
    #expect(!"\(result)".contains("planted"))
    #expect(
      result.output == """
        staging → production

        + add     /databases/shops/disableTriggers
                  + true  environments/production.yaml:3:78
        ~ change  /databases/shops/url
                  - "https://demo-stg.firebaseio.com"
                  + "https://demo-prd.firebaseio.com"  environments/production.yaml:3:28
        ~ change  /project
                  - "demo-stg"
                  + "demo-prd"  environments/production.yaml:2:10
        ~ change  /values/api/baseURL
                  - "https://stg.example.com"
                  + "https://api.example.com"  environments/production.yaml:4:27
                  = 1 unchanged at the same level
        ~ change  /values/key
                  - "<redacted>"
                  + "<redacted> (different values)"  environments/production.yaml:4:59

        1 added, 4 changed, 0 removed; 1 value unchanged.

        """
    )
    let same = try await project.tane(
      "env",
      "diff",
      "staging",
      "staging",
      variables: Self.variables
    )
    #expect(same.status == 0)
  }

  @Test("The env show command lists the values and hides secrets")
  func show() async throws {
    let project = try TemporaryProject(Self.files)
    let result = try await project.tane("env", "show", "staging", variables: Self.variables)
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n").filter { $0.hasPrefix("values.") }
    #expect(
      lines.map { $0.replacing(/\ +/, with: " ") } == [
        "values.api.baseURL https://stg.example.com environments/staging.yaml:4:27",
        "values.api.timeout 30s environments/base.yaml:1:27",
        "values.key <redacted> environments/base.yaml:1:39",
      ]
    )
  }

  @Test("The env show command reports invalid values after the settings")
  func showInvalid() async throws {
    let project = try TemporaryProject([
      "environments/values.schema.yaml": "timeout: duration\n",
      "environments/local.yaml":
        "databases: { shops: embedded:shops }\nvalues: { timeout: 3 d }\n",
      "fixtures/base/databases/shops/a.yaml": "1",
    ])
    let result = try await project.tane("env", "show")
    #expect(result.status == 1)
    #expect(result.output.contains(/values\.timeout +<not valid> +environments\/local\.yaml:2:20/))
    #expect(
      result.errors == """

        environments/local.yaml:2:20: error: "3 d" is not a valid value of "values.timeout"; \
        expected a positive whole number with ms, s, m or h, such as 90s [invalid-value]

        """
    )
    let json = try await project.tane("env", "show", "--json")
    #expect(json.status == 1)
    #expect(json.output.contains("\"code\": \"invalid-value\""), "\(json.output)")
  }

  @Test("The env commands reject an environment that is given as an argument and with -e")
  func givenTwice() async throws {
    let project = try TemporaryProject(Self.files)
    for arguments in [["show"], ["check"], ["export", "--format", "json"]] {
      let result = try await TaneProcess.run(
        ["env"] + arguments + ["staging", "-e", "local"],
        in: project.root
      )
      #expect(result.status == 64)
      #expect(
        result.errors
          == "error: the environment is given twice, as staging and with -e local; remove one of "
          + "them\n"
      )
    }
  }

  @Test("A wrong value of another environment fails validate but not seed")
  func validate() async throws {
    let project = try TemporaryProject(Self.files)
    try project.write(
      "extends: base\ndatabases: { shops: embedded:x }\nvalues: { api: { timeout: 3 d } }\n",
      to: "environments/beta.yaml"
    )
    let result = try await project.tane("validate", "--no-types", variables: Self.variables)
    #expect(result.status == 1)
    let errors = result.output.split(separator: "\n").filter { $0.contains(" error: ") }
    #expect(
      errors == [
        "environments/beta.yaml:3:11: error: the value \"values.api.baseURL\" is missing; add it here [missing-value]",
        "environments/beta.yaml:3:27: error: \"3 d\" is not a valid value of "
          + "\"values.api.timeout\"; expected a positive whole number with ms, s, m or h, such "
          + "as 90s [invalid-value]",
      ]
    )
    let seed = try await project.tane(
      "seed",
      "-e",
      "beta",
      "--yes",
      "--no-types",
      variables: Self.variables
    )
    #expect(seed.status == 0)
    let warnings = seed.errors.split(separator: "\n").filter { $0.contains(" warning: ") }
    #expect(warnings == errors.map { $0.replacing(" error: ", with: " warning: ") })
  }
}
