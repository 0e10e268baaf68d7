import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("tane emulate")
struct EmulateTests {
  static let anyPorts = [
    "--database-port", "0", "--storage-port", "0", "--firestore-port", "0", "--auth-port", "0",
    "--remote-config-port", "0", "--hub-port", "0",
  ]

  @Test("The emulator serves seeded data, keeps writes and stops safely on a signal")
  func serves() async throws {
    let project = try TemporaryProject()
    let emulator = try await RunningEmulator(["--seed"] + Self.anyPorts, in: project)
    let database = try await emulator.address(after: "database   ")
    let name = try await Self.get("\(database)/shops/0/name.json?ns=shops")
    #expect(name == "\"麺屋\"")
    try await Self.put("\"麺屋 本店\"", to: "\(database)/shops/0/name.json?ns=shops")
    let seeded = try await project.tane("seed")
    #expect(seeded.status == 2)
    #expect(
      seeded.errors.withoutNumbers == """
        error: local is in use by tane emulate (process N, since N:N): stop the emulator first, or seed through it \
        with an emulator profile; nothing was written

        """
    )
    #expect(await emulator.end() == 0)
    let difference = try await project.tane("diff", "--summary")
    #expect(difference.status == 1)
    #expect(difference.output.contains("1 to change"))
  }

  @Test(
    "The emulator exports its data on every terminating signal",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT] as [Int32]
  )
  func signals(signal: Int32) async throws {
    let project = try TemporaryProject()
    let emulator = try await RunningEmulator(
      ["--seed", "--in-memory", "--export-on-exit", "out"] + Self.anyPorts,
      in: project
    )
    _ = try await emulator.address(after: "auth       ")
    #expect(await emulator.end(by: signal) == 0)
    #expect(try project.read("out/database_export/shops.json").contains("麺屋"))
  }

  @Test(
    "The emulator passes termination signals to its command",
    arguments: ["TERM", "HUP", "QUIT"]
  )
  func commandSignals(signal: String) async throws {
    let project = try TemporaryProject()
    // A command that receives no signal exits by itself with 0.
    let result = try await TaneProcess.run(
      ["emulate", "--in-memory", "--exec", "kill -\(signal) $PPID; exec sleep 5"] + Self.anyPorts,
      in: project.root
    )
    #expect(result.status == 143)
  }

  @Test("The emulator survives a hang-up under nohup")
  func hangUp() async throws {
    let project = try TemporaryProject()
    let ports = Self.anyPorts.joined(separator: " ")
    let tane = "'\(TaneProcess.binary.path)' emulate --in-memory \(ports)"
    let result = try await TaneProcess.run(
      ["-c", "trap '' HUP; exec \(tane) --exec 'kill -HUP $PPID'"],
      in: project.root,
      executable: URL(filePath: "/bin/sh")
    )
    #expect(result.status == 0)
  }

  @Test("The emulator runs a command with variables and exits with its code")
  func command() async throws {
    let project = try TemporaryProject()
    let command = "echo $GCLOUD_PROJECT; env | grep -c EMULATOR_HOST; exit 7"
    let result = try await TaneProcess.run(
      ["emulate", "--in-memory", "--exec", command] + Self.anyPorts,
      in: project.root
    )
    #expect(result.status == 7)
    #expect(result.output == "demo-local\n5\n")
    #expect(result.errors == "stopping…\n")
    #expect(!FileManager.default.fileExists(atPath: project.root.appending(path: ".tane").path))
  }

  @Test(
    "The emulator redirects an app and tane itself to its services",
    arguments: [[], ["--in-memory"]]
  )
  func activates(options: [String]) async throws {
    let project = try TemporaryProject.demo()
    let app = TaneProcess.binary.deletingLastPathComponent().appending(path: "ActivatingApp").path
    let command = "'\(app)' && '\(TaneProcess.binary.path)' diff shops:/shops/0 --summary"
    let result = try await TaneProcess.run(
      ["emulate", "--seed", "--exec", command] + options + Self.anyPorts,
      in: project.root
    )
    #expect(
      result.output.replacing(/(127.0.0.1:)[0-9]+/) { "\($0.1)N" } == """
        database: 麺屋 はるかぜ
        firestore: true
        storage: 8675
        auth: 1000001
        remoteConfig: 20
        local  emulator · shops, users, firestore, accounts, remoteConfig, images · guard open · fixtures base
        note: shops, users connect to the emulator at 127.0.0.1:N (FIREBASE_DATABASE_EMULATOR_HOST)
        note: images connects to the emulator at 127.0.0.1:N (FIREBASE_STORAGE_EMULATOR_HOST)
        note: firestore connects to the emulator at 127.0.0.1:N (FIRESTORE_EMULATOR_HOST)
        note: accounts connects to the emulator at 127.0.0.1:N (FIREBASE_AUTH_EMULATOR_HOST)
        note: remoteConfig connects to the emulator at 127.0.0.1:N (FIREBASE_REMOTE_CONFIG_EMULATOR_HOST)

        shops:/shops  ~ 1 change

        0 to add, 1 to change, 0 to remove; 18 values and 0 objects are unchanged.

        """,
      "\(result.errors)"
    )
    #expect(result.status == 1)
    let store = project.root.appending(path: ".tane/embedded/local.sqlite").path
    #expect(FileManager.default.fileExists(atPath: store) == options.isEmpty)
  }

  @Test("A command that the emulator runs compares relative dates with the time of the seed")
  func relativeDates() async throws {
    let project = try TemporaryProject()
    try project.write("when: !now +3d\n", to: "fixtures/base/databases/shops/meta.yaml")
    #expect(try await project.tane("seed", "--at", "2026-01-01").status == 0)
    let result = try await TaneProcess.run(
      [
        "emulate", "--in-memory", "--seed", "--exec",
        "'\(TaneProcess.binary.path)' diff && echo $TANE_SEED_TIME",
      ] + Self.anyPorts,
      in: project.root
    )
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains(/\n20[0-9-]+T[0-9:]+Z\n$/), "\(result.output)")
    #expect(!result.errors.contains("relative dates"), "\(result.errors)")
  }

  @Test("A command run by the emulator rejects services that are not served")
  func notServed() async throws {
    let project = try TemporaryProject()
    try project.write("remoteConfig: embedded:main\n", to: "environments/other.yaml")
    let result = try await TaneProcess.run(
      [
        "emulate", "--in-memory", "--exec",
        "'\(TaneProcess.binary.path)' diff -e other --summary",
      ] + Self.anyPorts,
      in: project.root
    )
    #expect(result.status == 64)
    #expect(
      result.errors == """
        error: remoteConfig has no emulator: TANE_EMULATED is set, so every service must use an \
        emulator, but FIREBASE_REMOTE_CONFIG_EMULATOR_HOST is not set; run tane emulate for an \
        environment with remoteConfig, or unset TANE_EMULATED
        stopping…

        """
    )
  }

  @Test(
    "The emulator says that security rules are not evaluated",
    arguments: [[], ["--json"]]
  )
  func rules(options: [String]) async throws {
    let project = try TemporaryProject()
    let emulator = try await RunningEmulator(["--in-memory"] + options + Self.anyPorts, in: project)
    let said =
      options.isEmpty
      ? try await emulator.address(after: "Security rules are not evaluated: ")
      : try await emulator.address(after: #"  "securityRules": "#)
    #expect(said == (options.isEmpty ? "anyone" : #""not"#))
    #expect(await emulator.end() == 0)
  }

  @Test(
    "Requests without a database use the default, the first one by name or the SDKs' default",
    arguments: [
      (
        "databases: { users: { url: 'embedded:users', default: true }, shops: 'embedded:shops' }",
        "users"
      ),
      ("databases: { users: 'embedded:users', shops: 'embedded:shops' }", "shops"),
      ("buckets: { images: 'embedded:images' }", "demo-default-rtdb"),
    ]
  )
  func defaultNamespace(services: String, name: String) async throws {
    let project = try TemporaryProject()
    try project.write("project: demo\n\(services)\n", to: "environments/local.yaml")
    let place = "http://$FIREBASE_DATABASE_EMULATOR_HOST/a.json"
    let result = try await TaneProcess.run(
      [
        "emulate", "--in-memory", "--exec",
        "curl -s -X PUT -d 1 \(place); curl -s \(place)?ns=\(name); curl -s \(place)?ns=other",
      ] + Self.anyPorts,
      in: project.root
    )
    #expect(result.output == "11null", "\(result.errors)")
  }

  @Test("Data of a remote environment is kept in local stores")
  func elsewhere() async throws {
    let project = try TemporaryProject()
    try project.write(
      """
      project: demo
      guard: protected
      databases:
        shops: https://demo-shops.firebaseio.com
      """,
      to: "environments/production.yaml"
    )
    let result = try await TaneProcess.run(
      ["emulate", "-e", "production", "--seed", "--exec", "echo $GCLOUD_PROJECT"] + Self.anyPorts,
      in: project.root
    )
    #expect(result.status == 0)
    #expect(result.output == "demo\n")
    let store = project.root.appending(path: ".tane/emulator/production.sqlite")
    #expect(FileManager.default.fileExists(atPath: store.path))
  }

  @Test("Binding an address beyond this machine causes a warning first")
  func beyondLoopback() async throws {
    let project = try TemporaryProject()
    // No machine has this address, so nothing is opened to the network.
    let result = try await TaneProcess.run(
      ["emulate", "--in-memory", "--host", "192.0.2.1", "--exec", "true"] + Self.anyPorts,
      in: project.root
    )
    #expect(result.status == 2)
    #expect(
      result.errors.hasPrefix(
        "warning: listening on 192.0.2.1: anyone on the network who can reach it can read, change "
          + "and delete all data, without a password\n"
      )
    )
    #expect(
      result.errors.hasSuffix(
        ": the address does not belong to this machine; choose an address of this machine\n"
      ),
      "\(result.errors)"
    )
  }

  @Test("The emulator accepts only configured hosts and origins")
  func access() async throws {
    let project = try TemporaryProject()
    let ask =
      #"curl -s -o /dev/null -w "%{http_code} " -H "$0" "http://$FIREBASE_DATABASE_EMULATOR_HOST/a.json";"#
    let fields = [
      "Host: dev.example", "Host: evil.example", "Origin: https://app.example",
      "Origin: https://evil.example",
    ]
    let result = try await TaneProcess.run(
      [
        "emulate", "--in-memory", "--allow-host", "dev.example", "--allow-origin",
        "https://app.example", "--exec",
        fields.map { ask.replacing("$0", with: $0) }.joined(),
      ] + Self.anyPorts,
      in: project.root
    )
    #expect(result.output == "200 403 200 403 ")
    for (option, message) in [
      (
        ["--allow-origin", "app.example"],
        "Error: \"app.example\" is not an origin; expected SCHEME://HOST[:PORT], for example"
          + " https://app.example, or *."
      ),
      (
        ["--allow-host", "http://dev.example"],
        "Error: \"http://dev.example\" is not a valid host name; expected a name such as "
          + "dev.example."
      ),
    ] {
      let refused = try await TaneProcess.run(["emulate"] + option, in: project.root)
      #expect(refused.status == 64)
      #expect(refused.errors.hasPrefix(message), "\(refused.errors)")
    }
  }

  @Test("The emulator reads ports and project from Firebase's files, and options override them")
  func settings() async throws {
    let project = try TemporaryProject()
    try project.write("guard: open\nfirestore: embedded:main\n", to: "environments/local.yaml")
    try project.remove("fixtures/base/databases")
    try project.write("temperature: 92\n", to: "fixtures/base/firestore/sauna/aufguss.yaml")
    let emulator = try await RunningEmulator(["--in-memory"] + Self.anyPorts, in: project)
    let taken = try await emulator.address(after: "database   ").split(separator: ":").last ?? ""
    try project.write(
      #"{ "emulators": { "database": { "port": \#(taken) }, "hub": { "port": \#(taken) } } }"#,
      to: "firebase.json"
    )
    try project.write(
      #"{ "projects": { "default": "demo-app", "local": "demo-app-dev" } }"#,
      to: ".firebaserc"
    )
    let ports = ["--storage-port", "0", "--firestore-port", "0", "--auth-port", "0"]
    let command = ["emulate", "--in-memory", "--seed", "--exec", Self.asksForProject]
    let refused = try await TaneProcess.run(command + ports, in: project.root)
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains("database: cannot listen on 127.0.0.1:\(taken): the port is in use")
    )
    let asked = try await TaneProcess.run(
      command + ports + ["--database-port", "0"],
      in: project.root
    )
    #expect(asked.status == 2)
    #expect(asked.errors.contains("hub: cannot listen on 127.0.0.1:\(taken): the port is in use"))
    let served = try await TaneProcess.run(command + Self.anyPorts, in: project.root)
    #expect(served.status == 0, "\(served.errors)")
    #expect(served.output == "demo-app-dev 200 200\n")
    try project.write(#"{ "emulators": { "auth": { "port": 70000 } } }"#, to: "firebase.json")
    let wrong = try await TaneProcess.run(["emulate"], in: project.root)
    #expect(wrong.status == 2)
    #expect(
      wrong.errors
        == "error: firebase.json: the port of emulators.auth, 70000, is not valid; expected a number from 0"
        + " to 65535\n"
    )
    #expect(await emulator.end() == 0)
  }

  /// A script that requests a seeded document in the emulator's project and in the project with the
  /// profile's name.
  private static let asksForProject = """
    ask() { curl -s -o /dev/null -w " %{http_code}" \
      "http://$FIRESTORE_EMULATOR_HOST/v1/projects/$1/databases/(default)/documents/sauna/aufguss"; }
    echo "$GCLOUD_PROJECT$(ask $GCLOUD_PROJECT)$(ask demo-local)"
    """

  @Test("The emulator hub uses its usual port, or reports that it is taken")
  func usualHub() async throws {
    let project = try TemporaryProject()
    let command =
      "curl -s http://$FIREBASE_EMULATOR_HUB/emulators | grep -c firestore; echo $FIREBASE_EMULATOR_HUB"
    let first = try await TaneProcess.run(
      [
        "emulate", "--in-memory", "--exec",
        "\(command); exec '\(TaneProcess.binary.path)' emulate --in-memory"
          + " \(Self.anyPorts.dropLast(2).joined(separator: " ")) --exec 'echo second'",
      ]
        + Self.anyPorts.dropLast(2),
      in: project.root
    )
    #expect(first.status == 0, "\(first.errors)")
    // Another program may be using the port.
    let isTaken = first.output == "0\n\nsecond\n"
    #expect(isTaken || first.output == "1\n127.0.0.1:4400\nsecond\n")
    #expect(
      first.errors.contains(
        "warning: hub: cannot listen on 127.0.0.1:4400: the port is in use; choose another port (0 "
          + "for any free port) with --hub-port; the emulator hub was not started\n"
      ),
      "\(first.errors)"
    )
  }

  @Test("The emulator reports a port in use and does not seed a guarded environment")
  func refusals() async throws {
    let project = try TemporaryProject()
    let emulator = try await RunningEmulator(Self.anyPorts, in: project)
    let address = try await emulator.address(after: "database   ")
    let port = String(address.split(separator: ":").last ?? "")
    let taken = try await TaneProcess.run(
      ["emulate", "--in-memory", "--database-port", port, "--storage-port", "0"]
        + ["--firestore-port", "0", "--auth-port", "0", "--hub-port", "0"],
      in: project.root
    )
    #expect(taken.status == 2)
    #expect(taken.errors.contains("127.0.0.1:\(port)"))
    #expect(await emulator.end() == 0)
    try project.write(
      "guard: confirm\ndatabases:\n  shops: embedded:shops\n",
      to: "environments/local.yaml"
    )
    let guarded = try await TaneProcess.run(
      ["emulate", "--seed", "--exec", "true"] + Self.anyPorts,
      in: project.root
    )
    #expect(guarded.status == 3)
    #expect(
      guarded.errors
        == "error: the guard of local is \"confirm\": run tane seed first, which asks for "
        + "confirmation\n"
    )
    let wrong = try await project.tane("emulate", "--database-port", "70000")
    #expect(wrong.status == 64)
  }

  // MARK: A small client

  static func get(_ address: String) async throws -> String {
    let url = try #require(URL(string: address))
    let (data, _) = try await URLSession.shared.data(from: url)
    return String(decoding: data, as: UTF8.self)
  }

  private static func put(_ text: String, to address: String) async throws {
    var request = URLRequest(url: try #require(URL(string: address)))
    request.httpMethod = "PUT"
    request.httpBody = Data(text.utf8)
    let (_, response) = try await URLSession.shared.data(for: request)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
  }
}
