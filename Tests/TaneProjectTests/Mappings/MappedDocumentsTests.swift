import TaneCore
import TaneProject
import Testing

@Suite("Mapped documents")
struct MappedDocumentsTests {
  private static let paths = [
    "posts/p1", "posts/p2", "posts/p2/comments/c1", "rooms/r1/messages/m1", "tags/a", "tags/b",
    "drafts/d",
  ].map { DocumentPath(parsing: $0) }

  private func mappings(_ rules: String) -> Mappings {
    DemoFiles.mappings("sources: [Sources]\nignore: [\"firestore:/drafts\"]\nmappings:\n" + rules)
  }

  private func messages(_ rules: String) -> [String] {
    mappings(rules).messages.map { $0.replacing("fixtures/mappings.yaml:", with: "") }
  }

  @Test("A document is mapped by the most specific rule that matches its path exactly")
  func nodes() {
    let mappings = mappings(
      """
        firestore:/posts/*: Post
        firestore:/posts/p2: Pinned
        firestore:/rooms/*/messages/*: Message
        firestore:/tags/newest: Tag
      """
    )
    #expect(mappings.messages == [])
    let nodes = mappings.nodes(in: Self.paths.map { ($0, Tree(["id": .string($0.id)])) })
    #expect(
      nodes.map { "\($0.address) \($0.rule.type) \($0.tree["id"]?.string ?? "")" } == [
        "firestore:/posts/p1 Post p1", "firestore:/posts/p2 Pinned p2",
        "firestore:/rooms/r1/messages/m1 Message m1",
      ]
    )
    #expect(mappings.rule(ofDocumentAt: DocumentPath(["posts", "p2"]))?.type == "Pinned")
    #expect(mappings.rule(ofDocumentAt: DocumentPath(["posts", "p2", "comments", "c1"])) == nil)
    #expect(
      mappings.unmappedDocuments(among: Self.paths).map { "\($0.pattern) \($0.count)" } == [
        "firestore:/posts/*/comments/* 1", "firestore:/tags/* 2",
      ]
    )
    #expect(
      mappings.findings(aboutRulesWithoutDocumentsAmong: Self.paths).map(\.description) == [
        "fixtures/mappings.yaml:7:3: warning: the data has no value at firestore:/tags/newest, so "
          + "\"Tag\" is not checked [unmatched-mapping]"
      ]
    )
  }

  @Test("A mapping rule without documents causes a warning with the nearest name")
  func unmatched() {
    let mappings = mappings(
      "  firestore:/post/*: Post\n  firestore:/posts/*/comment/*: Comment\n  firestore:/rooms/*: Room"
    )
    #expect(
      mappings.findings(aboutRulesWithoutDocumentsAmong: Self.paths).map(\.message) == [
        "the data has no value at firestore:/post/*, so \"Post\" is not checked; did you mean "
          + "\"firestore:/posts/*\"?",
        "the data has no value at firestore:/posts/*/comment/*, so \"Comment\" is not checked; did "
          + "you mean \"firestore:/posts/*/comments/*\"?",
        "the data has no value at firestore:/rooms/*, so \"Room\" is not checked",
      ]
    )
  }

  @Test("Document patterns have an even number of segments, and accounts cannot be mapped")
  func illegalPatterns() {
    #expect(
      messages(
        """
          firestore:/posts: "[Post]"
          firestore:/posts/*/title: String
          firestore:/: Root
          firestore:/**: Any
          accounts:/*: User
        """
      ) == [
        "4:3: error: \"firestore:/posts\" is a collection, but a mapping matches documents, whose "
          + "paths have an even number of segments; did you mean \"firestore:/posts/*\"? "
          + "[invalid-value]",
        "5:3: error: \"firestore:/posts/*/title\" is a collection, but a mapping matches "
          + "documents, whose paths have an even number of segments; did you mean "
          + "\"firestore:/posts/*/title/*\"? If \"title\" is a field, map firestore:/posts/* to "
          + "the type that contains it [invalid-value]",
        "6:3: error: \"firestore:/\" does not match documents; use a pattern for the documents of "
          + "a collection, such as firestore:/posts/* [invalid-value]",
        "7:3: error: \"firestore:/**\" would map nodes at every level to the same type; use * for "
          + "each variable key [invalid-value]",
        "8:3: error: accounts cannot be mapped: Firebase Authentication defines their fields, and "
          + "no type of the app decodes them; remove \"accounts:/*\" [invalid-value]",
      ]
    )
  }

  @Test("Documents use Firestore's decoder, whatever the decoder of databases is")
  func settings() {
    let text = """
      sources: [Sources]
      decoder: json
      strategies: { keys: convertFromSnakeCase, dates: millisecondsSince1970 }
      severity: { unread-key: error }
      mappings:
        shops:/shops: "[Shop]"
        firestore:/posts/*: Post
        firestore:/tags/*: { type: Tag, strategies: { dates: secondsSince1970 } }
      """
    let rules = DemoFiles.mappings(text).rules
    #expect(rules.map(\.settings.decoder) == [.json, .firebase, .firebase])
    #expect(
      rules.map(\.settings.strategies.dates) == [
        .millisecondsSince1970, .deferredToDate, .secondsSince1970,
      ]
    )
    #expect(
      rules.map(\.settings.strategies.keys) == [
        .convertFromSnakeCase, .useDefaultKeys, .useDefaultKeys,
      ]
    )
    #expect(rules.allSatisfy { $0.settings.severities == [.init(rawValue: "unread-key"): .error] })
    #expect(
      messages(
        """
          firestore:/tags/*:
            type: Tag
            decoder: json
            strategies: { dates: iso8601, data: base64, floats: throw, keys: convertFromSnakeCase }
        """
      ) == [
        "6:14: error: documents always use Firestore's decoder; remove \"decoder: "
          + "json\" [invalid-value]",
        "7:26: error: Firestore's decoder reads dates from timestamps; to change that, use one of "
          + "the strategies secondsSince1970, millisecondsSince1970 [invalid-value]",
        "7:35: error: Firestore's decoder does not support the strategy \"data\", because it reads "
          + "binary data from bytes; remove the strategy [invalid-value]",
        "7:49: error: Firestore's decoder does not support the strategy \"floats\", because it "
          + "reads numbers unchanged; remove the strategy [invalid-value]",
      ]
    )
  }

  @Test("Accounts and document fields can be ignored in mappings")
  func ignored() {
    let mappings = DemoFiles.mappings(
      "sources: [Sources]\nignore: [\"accounts:/u1\", \"firestore:/posts/p1/title\"]"
    )
    let names = ServiceNames([.firestore: ["firestore"]])
    #expect(mappings.findings(aboutServicesBesides: names) == [])
    #expect(!mappings.isReported(Address(account: "u1", below: "/email")))
  }
}
