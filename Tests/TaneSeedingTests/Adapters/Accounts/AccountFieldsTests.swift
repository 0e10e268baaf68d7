import TaneCore
import Testing

@testable import TaneProject
@testable import TaneSeeding

@Suite("Accounts in fixtures")
struct AccountFieldsTests {
  private static func account(_ change: (inout Account) -> Void) -> Account {
    var account = Account(localID: "u1", createdAt: 5)
    change(&account)
    return account
  }

  private static let accounts: [(account: Account, tree: TreeLiteral)] = [
    (account { _ in }, [:]),
    (account { $0.email = "a@example.com" }, ["email": "a@example.com"]),
    (
      account {
        $0.email = "a@example.com"
        $0.isEmailVerified = true
      },
      ["email": "a@example.com", "emailVerified": true]
    ),
    (account { $0.isDisabled = true }, ["disabled": true]),
    (
      account {
        $0.displayName = "麺屋"
        $0.photoURL = "https://example.com/a.png"
        $0.phoneNumber = "+81312345678"
      },
      [
        "displayName": "麺屋", "photoURL": "https://example.com/a.png",
        "phoneNumber": "+81312345678",
      ]
    ),
    (
      account { $0.customAttributes = #"{"role":"editor","since":1.5,"tags":["a",null]}"# },
      ["claims": ["role": "editor", "since": 1.5, "tags": ["a", nil]]]
    ),
    (
      account { $0.customAttributes = "no JSON" },
      ["claims": "no JSON"]
    ),
    (
      account {
        $0.providers = [
          .init(providerID: "google.com", rawID: "117", email: "a@example.com"),
          .init(providerID: "phone", rawID: "+81312345678", displayName: "A"),
        ]
      },
      [
        "providers": [
          "google.com": ["rawID": "117", "email": "a@example.com"],
          "phone": ["rawID": "+81312345678", "displayName": "A"],
        ]
      ]
    ),
  ]

  @Test("An account converted to a tree and back is unchanged", arguments: accounts.indices)
  func roundTrip(_ index: Int) {
    let (account, literal) = Self.accounts[index]
    let tree = AccountFields.tree(of: account)
    #expect(tree == Tree(literal))
    var copy = Account(localID: "u1", createdAt: 5)
    for key in AccountFields.keys { AccountFields.set(key, of: &copy, from: tree) }
    #expect(copy == account)
  }

  @Test("Setting account fields from an empty tree clears all of them", arguments: accounts.indices)
  func clearing(_ index: Int) {
    var account = Self.accounts[index].account
    for key in AccountFields.keys { AccountFields.set(key, of: &account, from: Tree([:])) }
    #expect(account == Account(localID: "u1", createdAt: 5))
  }

  @Test("The tree of an account redacts its password")
  func password() {
    let account = Self.account { $0.password = AccountPassword(hash: "secret") }
    let tree = AccountFields.tree(of: account)
    #expect(tree == Tree(["password": "<redacted>"]))
  }

  @Test("Empty custom claims count as no claims")
  func noClaims() {
    let account = Self.account { $0.customAttributes = "{}" }
    #expect(AccountFields.tree(of: account) == Tree([:]))
  }

  /// An account, the account on the other side, and the form in which the first one is shown.
  private static let shown: [(TreeLiteral, TreeLiteral, shown: TreeLiteral)] = [
    (nil, ["disabled": false], nil),
    ([:], [:], [:]),
    ([:], ["disabled": false], ["disabled": false]),
    (["email": "a"], ["emailVerified": true], ["email": "a", "emailVerified": false]),
    (["disabled": true], ["disabled": false], ["disabled": true]),
    (["password": "<redacted>"], [:], [:]),
    (["password": "<redacted>"], ["password": "<redacted>"], ["password": "<redacted>"]),
  ]

  @Test(
    "An account is shown with the flags and password that the other side contains",
    arguments: shown.indices
  )
  func shownBeside(_ index: Int) {
    let (account, other, shown) = Self.shown[index]
    #expect(AccountFields.shown(Tree(account), beside: Tree(other)) == Tree(shown))
  }
}
