import Foundation
import Testing

@Suite("Missing credentials and network")
struct NetworkFailureTests {
  private static let commands = [
    ["seed", "-e", "staging", "--yes"], ["diff", "-e", "staging"],
    ["validate", "-e", "staging", "--live"], ["env", "check", "staging"],
  ]

  private static func project() throws -> TemporaryProject {
    let project = try TemporaryProject()
    try project.write(
      """
      guard: confirm
      databases:
        shops: https://demo-shops.firebaseio.com
      credentials: ${CREDENTIALS:-}
      """,
      to: "environments/staging.yaml"
    )
    try project.write(
      "sources: [Sources]\nmappings:\n  shops:/shops: \"[Shop]\"\n",
      to: "fixtures/mappings.yaml"
    )
    try project.write(
      "struct Shop: Codable {\n  var id: Int\n  var name: String\n}\n",
      to: "Sources/Shop.swift"
    )
    return project
  }

  /// A port on which no program listens; a free port may soon be used by another test.
  private static let closedPort = 1

  @Test("Every command names the credentials that it looked for", arguments: commands)
  func noCredentials(arguments: [String]) async throws {
    let project = try Self.project()
    let result = try await TaneProcess.run(
      arguments,
      in: project.root,
      variables: ["NO_GCE_CHECK": "true"]
    )
    #expect(result.status == 2, "\(result.output)\(result.errors)")
    let message =
      "no access: no credentials found: GOOGLE_APPLICATION_CREDENTIALS is not set, "
      + "/nonexistent/.config/gcloud/application_default_credentials.json does not exist, and this "
      + "is not a Google Cloud machine; set \"credentials\" in the profile to the key of a service "
      + "account, or log in with gcloud auth application-default login\n"
    let isCheck = arguments.first == "env"
    let text = isCheck ? result.output : result.errors
    let service = "shops (https://demo-shops.firebaseio.com): "
    #expect(text.contains(isCheck ? "\n  \(message)" : "error: \(service)\(message)"), "\(text)")
    #expect(!project.exists(".tane/state.sqlite"))
  }

  @Test("Every command reports why the service is unreachable", arguments: commands)
  func noNetwork(arguments: [String]) async throws {
    let project = try Self.project()
    let port = Self.closedPort
    let result = try await TaneProcess.run(
      arguments + ["--verbose"],
      in: project.root,
      variables: [
        "CREDENTIALS": "ya29.planted-token-of-production",
        "HTTPS_PROXY": "http://user:planted-password@127.0.0.1:\(port)",
      ]
    )
    #expect(result.status == 2, "\(result.output)\(result.errors)")
    let all = result.output + result.errors
    #expect(
      // On a busy machine, the connection may time out before it is refused.
      ["Connection refused", "it took too long"].contains { reason in
        all.contains(
          ": the proxy rejected the request or cannot be reached (no connection (\(reason)) "
            + "when connecting to 127.0.0.1:\(port)); check HTTPS_PROXY and NO_PROXY\n"
        )
      },
      "\(all)"
    )
    #expect(result.errors.contains("#1 GET https://demo-shops.firebaseio.com/"), "\(all)")
    #expect(result.errors.contains(", attempt 1"), "\(all)")
    #expect(!all.contains("planted"), "\(all)")
  }

  @Test("Requests for a token are logged without secrets")
  func secrets() async throws {
    let project = try Self.project()
    let port = Self.closedPort
    try project.write(
      """
      {"type": "authorized_user", "client_id": "id", "client_secret": "planted-client-secret",
       "refresh_token": "1//planted-refresh-token"}
      """,
      to: "user.json"
    )
    let result = try await TaneProcess.run(
      ["diff", "-e", "staging", "--verbose", "--json"],
      in: project.root,
      variables: [
        "CREDENTIALS": project.root.appending(path: "user.json").path,
        "HTTPS_PROXY": "http://127.0.0.1:\(port)",
      ]
    )
    #expect(result.status == 2)
    let line = result.errors.split(separator: "\n").first { $0.contains("oauth2.googleapis.com") }
    #expect(
      line?.hasPrefix(
        "#2 POST https://oauth2.googleapis.com/token → proxy failure (no connection"
      ) == true,
      "\(result.errors)"
    )
    #expect(!(result.output + result.errors).contains("planted"), "\(result.errors)")
    // Standard output is still a single document.
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    }
  }
}
