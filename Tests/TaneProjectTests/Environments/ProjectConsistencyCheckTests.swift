import SystemPackage
import TaneCore
import TaneProject
import Testing

@Suite("Consistency of the project ID")
struct ProjectConsistencyCheckTests {
  private func findings(
    _ profile: String,
    _ others: [String: String] = [:],
    apps: [String: String] = [:],
    credential: ProjectConsistencyCheck.Credential? = nil
  ) throws -> (findings: [String], uncheckedClauses: [String]) {
    var files = ["environments/staging.yaml": profile]
    for (name, text) in others { files["environments/\(name).yaml"] = text }
    let demo = DemoFiles(files.merging(apps) { $1 })
    let profiles = demo.profiles()
    #expect(profiles.messages == [])
    let search = GoogleServiceInfo.search(demo.project)
    let agreement = ProjectConsistencyCheck(
      of: try profiles.profile(named: "staging"),
      among: profiles.profiles,
      infos: search.infos,
      credential: credential
    )
    let all = search.diagnostics + agreement.findings
    return (all.map(\.description), agreement.uncheckedClauses)
  }

  private let agreeing = """
    project: demo-stg
    databases:
      shops: https://demo-stg-shops.asia-southeast1.firebasedatabase.app
      main: https://demo-stg.firebaseio.com
    buckets:
      images: gs://demo-stg.appspot.com
    firestore: projects/demo-stg/databases/(default)
    accounts: demo-stg
    """

  private func plist(_ entries: [(String, String)]) -> String {
    let lines = entries.map { "\t<key>\($0.0)</key>\n\t<string>\($0.1)</string>\n" }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \(lines.joined())</dict>
      </plist>

      """
  }

  @Test("A consistent project ID causes no findings")
  func agrees() throws {
    let result = try findings(
      agreeing,
      apps: [
        "App/GoogleService-Info.plist": plist([
          ("API_KEY", "AIza-secret"), ("PROJECT_ID", "demo-stg"),
          ("DATABASE_URL", "https://demo-stg.firebaseio.com/"),
          ("STORAGE_BUCKET", "demo-stg.appspot.com"), ("BUNDLE_ID", "com.example.app"),
        ])
      ],
      credential: .init(project: "demo-stg", name: "the service account a@b")
    )
    #expect(result.findings == [])
    #expect(result.uncheckedClauses == [])
  }

  @Test("Every setting of another project is reported at its position")
  func mixedProjects() throws {
    let result = try findings(
      """
      project: demo-stg
      databases:
        shops: https://demo-prd-shops.firebaseio.com
        other: { url: "https://menu-1f2e.firebaseio.com" }
      buckets: { images: gs://demo-prd.appspot.com, media: gs://demo-stg-media }
      firestore: projects/demo-prd/databases/(default)
      accounts: { project: demo-prd }
      credentials: key.json
      """,
      ["production": "{ project: demo-prd, accounts: demo-prd }"],
      credential: .init(project: "demo-ci", name: "the service account ci@demo-ci")
    )
    let advice = "but \"project\" specifies \"demo-stg\"; correct one of them [mixed-projects]"
    #expect(
      result.findings == [
        "environments/staging.yaml:3:10: warning: \"databases.shops\" belongs to the project "
          + "\"demo-prd\" according to its name, \(advice)",
        "environments/staging.yaml:5:20: warning: \"buckets.images\" belongs to the project "
          + "\"demo-prd\" according to its name, \(advice)",
        "environments/staging.yaml:6:12: warning: \"firestore\" belongs to the project \"demo-prd\", \(advice)",
        "environments/staging.yaml:7:22: warning: \"accounts\" belongs to the project \"demo-prd\", \(advice)",
        "environments/staging.yaml:8:14: warning: the credential, the service account ci@demo-ci, "
          + "belongs to the project \"demo-ci\", but the environment belongs to \"demo-stg\"; use "
          + "a key of the environment's project, unless this account was given access on purpose "
          + "[mixed-projects]",
      ]
    )
    #expect(
      result.uncheckedClauses == [
        "whether databases.other (menu-1f2e) belongs to the project, because its name does not "
          + "show it"
      ]
    )
  }

  @Test("A token in a profile is redacted in the findings about its project")
  func redactedToken() throws {
    let token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
    let result = try findings(
      """
      project: \(token)
      buckets: { images: gs://\(token)0 }
      accounts: demo-stg
      """
    )
    #expect(
      result.findings == [
        "environments/staging.yaml:3:11: warning: \"accounts\" belongs to the project \"demo-stg\", "
          + "but \"project\" specifies \"<redacted>\"; correct one of them [mixed-projects]"
      ]
    )
    #expect(
      result.uncheckedClauses == [
        "whether buckets.images (<redacted>) belongs to the project, because its name does not "
          + "show it"
      ]
    )
  }

  @Test("Database URLs with a missing or unknown region are reported")
  func regions() throws {
    let result = try findings(
      """
      databases:
        a: https://a.asia-southeast2.firebasedatabase.app
        b: https://b.us-central1.firebasedatabase.app
        c: https://c.firebasedatabase.app
        d: https://d.europe-west1.firebasedatabase.app
      """
    )
    #expect(
      result.findings == [
        "environments/staging.yaml:2:6: warning: \"databases.a\" is in \"asia-southeast2\", where "
          + "Realtime Databases are not available (known: asia-southeast1, europe-west1, "
          + "us-central1); did you mean \"asia-southeast1\"? [wrong-region]",
        "environments/staging.yaml:3:6: warning: \"databases.b\" is in us-central1, where database "
          + "URLs have the form https://b.firebaseio.com; use that URL [wrong-region]",
        "environments/staging.yaml:4:6: warning: \"databases.c\" contains no region; expected "
          + "https://NAME.REGION.firebasedatabase.app, as shown in the Firebase console "
          + "[wrong-region]",
      ]
    )
  }

  @Test(
    "App settings are compared with their own environment only"
  )
  func apps() throws {
    let result = try findings(
      agreeing,
      ["production": "{ project: demo-prd, accounts: demo-prd }"],
      apps: [
        "App/Staging/GoogleService-Info.plist": plist([
          ("API_KEY", "AIza-secret"), ("PROJECT_ID", "demo-stg"),
          ("DATABASE_URL", "https://demo-old.firebaseio.com"),
          ("STORAGE_BUCKET", "demo-old.appspot.com"),
        ]),
        "App/GoogleService-Info-Production.plist": plist([("PROJECT_ID", "demo-prd")]),
        "App/GoogleService-Info-Old.plist": plist([("PROJECT_ID", "demo-old")]),
        "App/GoogleService-Info-Broken.plist": "<plist",
        "Pods/GoogleService-Info.plist": plist([("PROJECT_ID", "pod")]),
        ".build/GoogleService-Info.plist": plist([("PROJECT_ID", "build")]),
      ]
    )
    #expect(
      result.findings == [
        "App/GoogleService-Info-Broken.plist: warning: this is not a property list; download the app's configuration"
          + " file again from the Firebase console [unreadable-file]",
        "App/GoogleService-Info-Old.plist:6:10: warning: the app belongs to the project "
          + "\"demo-old\", which no environment uses, but staging uses the project \"demo-stg\"; "
          + "replace this file with one from the environment's project, or correct "
          + "environments/staging.yaml [mixed-projects]",
        "App/Staging/GoogleService-Info.plist:10:10: warning: DATABASE_URL is "
          + "\"https://demo-old.firebaseio.com\", which is not a database of staging (known: "
          + "https://demo-stg.firebaseio.com, "
          + "https://demo-stg-shops.asia-southeast1.firebasedatabase.app); add it to "
          + "environments/staging.yaml, or download the app's configuration file again [mixed-services]",
        "App/Staging/GoogleService-Info.plist:12:10: warning: STORAGE_BUCKET is "
          + "\"demo-old.appspot.com\", which is not a bucket of staging (known: "
          + "demo-stg.appspot.com); add it to environments/staging.yaml, or download the app's "
          + "configuration file again [mixed-services]",
      ]
    )
    #expect(!result.findings.joined().contains("AIza"))
  }

  @Test("An app's database must be the default of the profile, if it has one")
  func defaults() throws {
    let shops = "https://demo-stg-shops.asia-southeast1.firebasedatabase.app"
    let service = "shops: { url: '\(shops)', default: true }"
    let profile = agreeing.replacing("shops: \(shops)", with: service)
    func findings(_ database: String) throws -> [String] {
      let app = plist([("PROJECT_ID", "demo-stg"), ("DATABASE_URL", database)])
      return try self.findings(profile, apps: ["App/GoogleService-Info.plist": app]).findings
    }
    #expect(try findings(shops + "/") == [])
    #expect(
      try findings("https://demo-stg.firebaseio.com") == [
        "App/GoogleService-Info.plist:8:10: warning: DATABASE_URL is "
          + "\"https://demo-stg.firebaseio.com\", but the default of staging is "
          + "\"databases.shops\" (\(shops)); write \"default: true\" for the database of the app "
          + "in environments/staging.yaml, or download the app's configuration file again [mixed-services]"
      ]
    )
  }
}
