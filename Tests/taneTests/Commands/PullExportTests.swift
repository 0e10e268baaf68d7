import Foundation
import TestSupport
import Testing

@Suite("Import of exports as fixtures")
struct PullExportTests {
  private static let kinds = "ex/firestore_export/all_namespaces/all_kinds"

  /// Returns a project that contains an export in the format of `firebase emulators:export`.
  private func exported() throws -> TemporaryProject {
    let project = try TemporaryProject.withoutFixtures([
      "ex/firebase-export-metadata.json": """
      { "version": "13.29.1",
        "firestore": { "version": "1.19.8", "path": "firestore_export",
          "metadata_file": "firestore_export/firestore_export.overall_export_metadata" },
        "database": { "version": "4.11.2", "path": "database_export" },
        "auth": { "version": "13.29.1", "path": "auth_export" },
        "storage": { "version": "13.29.1", "path": "storage_export" } }
      """,
      "ex/firestore_export/firestore_export.overall_export_metadata": "",
      "ex/database_export/shops.json": """
      { "shops": [{ "id": 0, "name": "麺屋" }], "first": { ".priority": 1, ".value": 2 } }
      """,
      "ex/auth_export/accounts.json": """
      { "kind": "identitytoolkit#DownloadAccountResponse", "users": [
        { "localId": "u1", "email": "hana@example.com", "salt": "fakeSalt",
          "passwordHash": "fakeHash:salt=fakeSalt:password=geheim1", "displayName": "花",
          "providerUserInfo": [{ "providerId": "google.com", "rawId": "77", "federatedId": "77" }] }] }
      """,
      "ex/auth_export/config.json": "{ \"signIn\": { \"allowDuplicateEmails\": false } }",
      "ex/storage_export/buckets.json": "{ \"buckets\": [{ \"id\": \"demo.appspot.com\" }] }",
      "ex/storage_export/blobs/0": "bytes",
      "ex/storage_export/metadata/0.json": """
      { "name": "a/b.txt", "bucket": "demo.appspot.com", "contentType": "text/plain", "generation": 1,
        "metageneration": 1, "size": 5, "customMetadata": { "k": "v" }, "downloadTokens": ["t0k3n"] }
      """,
    ])
    try project.write(Data(FirestoreExportSample.documents), to: "\(Self.kinds)/output-0")
    // A message whose field 2 contains a message whose field 2 is the name of the file.
    try project.write(
      Data([0x12, 0x0C, 0x0A, 0x00, 0x12, 0x08] + Array("output-0".utf8)),
      to: "\(Self.kinds)/all_namespaces_all_kinds.export_metadata"
    )
    return project
  }

  @Test("An emulator export becomes fixtures of every kind without secrets")
  func emulators() async throws {
    let project = try exported()
    let addresses = ["shops:/", "images:/", "firestore:/", "accounts:/"]
    let pulled = try await TaneProcess.run(
      ["pull"] + addresses + ["--from", "ex"],
      in: project.root
    )
    #expect(pulled.status == 0, "\(pulled.output)\(pulled.errors)")
    #expect(
      pulled.output == """
        local  embedded · shops, users, firestore, accounts, remoteConfig, images · guard open · fixtures base

        + add     fixtures/base/accounts.yaml  1 value
        + add     fixtures/base/buckets/images/a/b.txt
        + add     fixtures/base/buckets/images/a/b.txt.meta.yaml  1 value
        + add     fixtures/base/databases/shops/first.yaml  2 values
        + add     fixtures/base/databases/shops/shops.yaml  2 values
        + add     fixtures/base/firestore/posts/p1.yaml  16 values
        + add     fixtures/base/firestore/posts/p1/comments/__id7__.yaml  1 value
        + add     fixtures/base/firestore/sauna/löyly.yaml  0 values

        Pulled into 8 files.

        """
    )
    #expect(
      pulled.errors
        == "skipped 1 password hash, which fixtures do not support; add passwords to the fixtures "
        + "of accounts that must sign in\n"
    )
    #expect(
      try project.read("fixtures/base/firestore/posts/p1.yaml") == """
        at: !timestamp 2026-05-08T00:59:59.123456Z
        author: !reference users/u1
        menu:
          empty: {}
          name: ramen
          sizes:
            - 1
        n: -3
        none: []
        nothing: null
        open: true
        other: !reference projects/elsewhere/databases/(default)/documents/users/u1/lists/l1
        place: !geopoint
          latitude: 35.5
          longitude: 139.25
        price: 1.5
        raw: !bytes AAH/
        tags:
          - a
          - 2
          - x: null
        text: 熱い

        """
    )
    #expect(
      try project.read("fixtures/base/accounts.yaml") == """
        u1:
          displayName: 花
          email: hana@example.com
          providers:
            google.com:
              rawID: "77"

        """
    )
    #expect(
      try project.read("fixtures/base/buckets/images/a/b.txt.meta.yaml")
        == "contentType: text/plain\nmetadata:\n  k: v\n"
    )
    #expect(try await project.tane("seed").status == 0)
    let again = try await TaneProcess.run(
      ["pull"] + addresses + ["--from", "ex"],
      in: project.root
    )
    #expect(again.output.hasSuffix("Nothing to do: the fixtures match the environment.\n"))
    let unknown = try await project.tane("pull", "users:/", "--from", "ex")
    #expect(
      unknown.status == 0,
      "the only database of the export stands for the only one that is asked for"
    )
    let both = try await project.tane("pull", "users:/", "shops:/", "--from", "ex")
    #expect(both.status == 64)
    #expect(
      both.errors
        == "error: ex contains no data of users (users), but it contains these databases: shops; "
        + "choose the matching environment with -e\n"
    )
  }

  @Test("A damaged or hostile export is rejected and nothing is written")
  func hostile() async throws {
    let output = "\(Self.kinds)/output-0"
    let project = try exported()
    func check(_ message: String, from: String = "ex", _ comment: Comment? = nil) async throws {
      let result = try await project.tane("pull", "firestore:/", "--from", from)
      #expect(result.status == 2, comment)
      #expect(
        result.errors.replacing("\(project.root.path)/", with: "") == "error: \(message)\n",
        comment
      )
      #expect(!project.exists("fixtures/base/firestore"), comment)
    }
    var bytes = Data(FirestoreExportSample.documents)
    bytes[500] ^= 1
    try project.write(bytes, to: output)
    try await check(
      "\(output) cannot be used: it is damaged or truncated at byte 479: the checksum of a record "
        + "does not match its bytes"
    )
    try project.write(Data(FirestoreExportSample.documents).dropLast(10), to: output)
    try await check(
      "\(output) cannot be used: it is damaged or truncated at byte 561: a record of 55 bytes, of "
        + "which only 45 are present"
    )
    try project.remove(output)
    try await check(
      "\(Self.kinds)/all_namespaces_all_kinds.export_metadata refers to output-0, which does not "
        + "exist"
    )
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: project.root.appending(path: output).path,
      withDestinationPath: "/etc/passwd"
    )
    try await check(
      "\(output) is a link that points outside the export, to /etc/passwd; replace it with a copy "
        + "of its target"
    )
    let metadata = "ex/firebase-export-metadata.json"
    try project.write(
      "{ \"version\": \"1\", \"firestore\": { \"path\": \"../..\" } }",
      to: metadata
    )
    try await check(
      "firebase-export-metadata.json refers to \"../..\", which is outside the export"
    )
    try await check("cannot read nowhere: no such file or folder", from: "nowhere")
  }

  @Test("Accounts of auth:export are imported from JSON and CSV, without hashes by default")
  func accounts() async throws {
    let project = try TemporaryProject.withoutFixtures([
      "users.json": """
      { "users": [
        { "localId": "u1", "email": "hana@example.com", "emailVerified": true, "passwordHash": "c2VjcmV0", "salt": "c2FsdA==",
          "displayName": "花", "photoUrl": "https://images.example.com/1.jpg", "lastSignedInAt": "1700000000000",
          "createdAt": "1600000000000", "phoneNumber": "+815000000003", "disabled": true,
          "customAttributes": "{\\"admin\\":true,\\"note\\":\\"a,b\\"}",
          "providerUserInfo": [{ "providerId": "google.com", "rawId": "77", "email": "hana@example.com",
            "displayName": "Hana, K.", "photoUrl": "https://images.example.com/g.jpg" }] },
        { "localId": "u2", "email": "ren@example.com", "emailVerified": false, "createdAt": "1" }] }
      """,
      // The Firebase CLI quotes values with commas, doubles quotation marks, and ends lines with a
      // comma.
      "users.csv": """
      u1,hana@example.com,true,c2VjcmV0,c2FsdA==,花,https://images.example.com/1.jpg,77,hana@example.com,\
      "Hana, K.",https://images.example.com/g.jpg,,,,,,,,,,,,,1600000000000,1700000000000,+815000000003,true,\
      "{""admin"":true,""note"":""a,b""}",
      u2,ren@example.com,false,,,,,,,,,,,,,,,,,,,,,1,,,false,,

      """,
    ])
    let expected = """
      u1:
        claims:
          admin: true
          note: a,b
        disabled: true
        displayName: 花
        email: hana@example.com
        emailVerified: true
        phoneNumber: "+815000000003"
        photoURL: https://images.example.com/1.jpg
        providers:
          google.com:
            displayName: Hana, K.
            email: hana@example.com
            photoURL: https://images.example.com/g.jpg
            rawID: "77"
      u2:
        email: ren@example.com

      """
    for file in ["users.json", "users.csv"] {
      let pulled = try await project.tane("pull", "accounts:/", "--from", file)
      #expect(pulled.status == 0, "\(file): \(pulled.output)\(pulled.errors)")
      #expect(
        pulled.errors
          == "skipped 1 password hash; to pull password hashes, first add a \"hash\" block with "
          + "their parameters to fixtures/base/accounts.yaml\n"
      )
      #expect(try project.read("fixtures/base/accounts.yaml") == expected, "\(file)")
      let block = "hash: { algorithm: SHA1, rounds: 1 } # of the old system\n"
      try project.write(block, to: "fixtures/base/accounts.yaml")
      let hashed = try await project.tane("pull", "accounts:/", "--from", file)
      #expect(hashed.status == 0, "\(file): \(hashed.output)\(hashed.errors)")
      #expect(hashed.errors == "")
      #expect(!hashed.output.contains("c2VjcmV0"))
      #expect(
        try project.read("fixtures/base/accounts.yaml") == block
          + expected.replacing(
            "  phoneNumber:",
            with: "  passwordHash: c2VjcmV0\n  phoneNumber:"
          ).replacing("u2:", with: "  salt: c2FsdA==\nu2:"),
        "\(file)"
      )
      try project.write("masks: { accounts:/*/displayName: hash }\n", to: "fixtures/base/set.yaml")
      try project.write(block, to: "fixtures/base/accounts.yaml")
      let masked = try await project.tane("pull", "accounts:/", "--from", file)
      #expect(
        masked.errors.contains("skipped 1 password hash, because the data is masked\n"),
        "\(masked.errors)"
      )
      #expect(!(try project.read("fixtures/base/accounts.yaml").contains("c2VjcmV0")))
      try project.remove("fixtures/base/set.yaml")
      try project.remove("fixtures/base/accounts.yaml")
    }
    // The first account has a name of two lines.
    let account = "u0,,false,,,\"two\nlines\"" + String(repeating: ",", count: 22)
    try project.write("\(account)\nu1,hana@example.com\n", to: "short.csv")
    let short = try await project.tane("pull", "accounts:/", "--from", "short.csv")
    #expect(short.status == 2)
    #expect(
      short.errors
        == "error: short.csv:3 is not an account in the format of firebase auth:export: expected "
        + "28 values, of which the 3rd and 27th are true or false; nothing was written\n"
    )
    try project.write(
      "{ \"users\": [{ \"localId\": \"a\", \"email\": \"x@example.com\" }, { \"localId\": \"b\", \"email\": \"x@example.com\" }] }",
      to: "twice.json"
    )
    let twice = try await project.tane("pull", "accounts:/", "--from", "twice.json")
    #expect(twice.status == 1)
    #expect(
      twice.output.contains("! skip    accounts:/b  email exists in other account in database\n")
    )
  }

  @Test("Imported vectors are vectors, and seeding them leaves no difference")
  func vectors() async throws {
    let project = try TemporaryProject.withoutFixtures([
      "ex/out.overall_export_metadata": ""
    ])
    try project.write(
      Data(FirestoreExportSample.emulated),
      to: "ex/all_namespaces/all_kinds/output-0"
    )
    let pulled = try await project.tane("pull", "firestore:/", "--from", "ex")
    #expect(pulled.status == 0, "\(pulled.output)\(pulled.errors)")
    #expect(
      try project.read("fixtures/base/firestore/posts/p1.yaml") == """
        embedding:
          __type__: __vector__
          value:
            - 1.0
            - 2.5
            - -0.25
        nested:
          v:
            __type__: __vector__
            value:
              - 3.0
        title: 熱い

        """
    )
    #expect(try await project.tane("seed").status == 0)
    let again = try await project.tane("pull", "firestore:/")
    #expect(again.output.hasSuffix("Nothing to do: the fixtures match the environment.\n"))
  }

  @Test(
    "A file of collections becomes documents, and an invalid one is rejected"
  )
  func documents() async throws {
    let project = try TemporaryProject.withoutFixtures([
      "dump.yaml": """
      posts:
        p1: { title: 熱い, at: !timestamp 2026-05-08T01:00:00Z, author: !reference users/u1 }
        p2: {}
      posts/p1/comments:
        c1: { text: Nice }
      """,
      "dump.json":
        "{ \"posts\": { \"p3\": { \"n\": 1, \"price\": 1.5, \"tags\": [\"a\", null] } } }",
    ])
    let pulled = try await project.tane("pull", "firestore:/", "--from", "dump.yaml")
    #expect(pulled.status == 0, "\(pulled.output)\(pulled.errors)")
    let folder = "fixtures/base/firestore/posts"
    #expect(
      try project.read("\(folder)/p1.yaml")
        == "at: !timestamp 2026-05-08T01:00:00Z\nauthor: !reference users/u1\ntitle: 熱い\n"
    )
    #expect(try project.read("\(folder)/p1/comments/c1.yaml") == "text: Nice\n")
    let json = try await project.tane("pull", "firestore:/", "--from", "dump.json")
    #expect(json.status == 0, "\(json.output)\(json.errors)")
    #expect(
      try project.read("\(folder)/p3.yaml") == "n: 1\nprice: 1.5\ntags:\n  - a\n  - null\n"
    )
    let before = try project.everythingWritten()
    try project.write(
      """
      posts: [1]
      posts/p1: { a: 1 }
      users:
        u1: Hana
        a/b: {}
        u2: { at: !server-timestamp }
      """,
      to: "bad.yaml"
    )
    let bad = try await project.tane("pull", "firestore:/", "--from", "bad.yaml")
    #expect(bad.status == 2)
    #expect(
      bad.errors == """
        bad.yaml:1:8: error: expected a map from identifiers to the documents of posts, found a list [wrong-type]
        bad.yaml:2:1: error: "posts/p1" is not the path of a collection; expected a path such as \
        posts or posts/p1/comments [illegal-identifier]
        bad.yaml:5:3: error: The identifier "a/b" contains a slash. [illegal-identifier]
          firestore:/users/a%2Fb
        bad.yaml:4:7: error: a document is a map of its fields, but this is a string; write {} for a document without fields \
        [wrong-type]
          firestore:/users/u1
        bad.yaml:6:7: error: !server-timestamp is not allowed in a data file, because it is set \
        when a fixture is written; use !timestamp and a time [invalid-value]
          firestore:/users/u2
        error: bad.yaml does not contain documents in collections; nothing was written

        """,
      "\(bad.errors)"
    )
    try project.write("- 1\n", to: "list.yaml")
    let list = try await project.tane("pull", "firestore:/", "--from", "list.yaml")
    #expect(
      list.errors == """
        list.yaml:1:1: error: expected a map from collections to their documents, for example posts: { p1: { title: Hello \
        } }, found a list [wrong-type]
        error: list.yaml does not contain documents in collections; nothing was written

        """
    )
    #expect(try project.everythingWritten() == before)
  }

  @Test("Objects of a copied bucket have metadata from adjacent files or the fixtures")
  func metadata() async throws {
    let project = try TemporaryProject.withoutFixtures([
      "copy/a.txt": "new", "copy/b.txt": "b", "copy/c.bin": "c",
      "copy/b.txt.meta.yaml": "contentType: text/markdown\nmetadata: { k: v }\n",
      "fixtures/base/buckets/images/a.txt": "old",
      "fixtures/base/buckets/images/a.txt.meta.yaml":
        "contentType: text/html # a page\ncacheControl: no-store\n",
    ])
    let pulled = try await project.tane("pull", "images:/", "--from", "copy")
    #expect(pulled.status == 0, "\(pulled.output)\(pulled.errors)")
    let folder = "fixtures/base/buckets/images"
    #expect(try project.read("\(folder)/a.txt") == "new")
    #expect(
      try project.read("\(folder)/a.txt.meta.yaml")
        == "contentType: text/html # a page\ncacheControl: no-store\n"
    )
    #expect(
      try project.read("\(folder)/b.txt.meta.yaml")
        == "contentType: text/markdown\nmetadata:\n  k: v\n"
    )
    #expect(
      pulled.errors
        == "note: a copy of a bucket has no metadata: for 1 object, the content type is guessed "
        + "from the name, and cache control and custom metadata are unknown; add them in "
        + ".meta.yaml files next to the fixtures\n"
    )
    let again = try await project.tane("pull", "images:/", "--from", "copy")
    #expect(again.output.hasSuffix("Nothing to do: the fixtures match the environment.\n"))
    try project.write("contentType: text\n", to: "copy/c.bin.meta.yaml")
    let bad = try await project.tane("pull", "images:/", "--from", "copy")
    #expect(bad.status == 2)
    #expect(
      bad.errors.replacing("\(project.root.path)/", with: "")
        == "error: copy: copy/c.bin.meta.yaml cannot be used: \"text\" is not a valid content type; expected a type and a"
        + " subtype, such as image/jpeg\n"
    )
    try project.remove("copy/c.bin.meta.yaml")
    try project.write("half", to: "copy/d.png_.gstmp")
    let half = try await project.tane("pull", "images:/", "--from", "copy")
    #expect(
      half.errors.replacing("\(project.root.path)/", with: "")
        == "error: copy: copy/d.png_.gstmp cannot be used: its download was not finished; copy the "
        + "bucket again, or remove the file\n"
    )
  }

  @Test("A copied bucket becomes objects, and links and invalid names are rejected")
  func bucket() async throws {
    let project = try TemporaryProject.withoutFixtures([
      "copy/a/b.txt": "bytes", "copy/logo.png": "png", "copy/.DS_Store": "x",
    ])
    let pulled = try await project.tane("pull", "images:/", "--from", "copy")
    #expect(pulled.status == 0, "\(pulled.output)\(pulled.errors)")
    #expect(pulled.output.hasSuffix("Pulled into 2 files.\n"))
    #expect(try project.read("fixtures/base/buckets/images/a/b.txt") == "bytes")
    #expect(try await project.tane("seed").status == 0)
    let again = try await project.tane("pull", "images:/", "--from", "copy")
    #expect(again.output.hasSuffix("Nothing to do: the fixtures match the environment.\n"))
    try FileManager.default.createSymbolicLink(
      atPath: project.root.appending(path: "copy/loop").path,
      withDestinationPath: "."
    )
    let loop = try await project.tane("pull", "images:/", "--from", "copy")
    #expect(loop.status == 2)
    #expect(
      loop.errors.replacing("\(project.root.path)/", with: "")
        == "error: copy: copy/loop cannot be used: it is a link; replace it with a copy of its "
        + "target\n"
    )
    let several = try await project.tane("pull", "images:/", "shops:/", "--from", "copy")
    #expect(several.status == 64)
    #expect(
      several.errors
        == "error: copy is not a recognized export folder; expected an export from firebase "
        + "emulators:export or gcloud firestore export or, for addresses of one bucket, a copy of "
        + "that bucket\n"
    )
  }
}
