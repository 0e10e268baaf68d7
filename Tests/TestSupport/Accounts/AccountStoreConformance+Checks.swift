import TaneCore

extension AccountStoreConformance {
  private static func account(
    _ id: String,
    email: String? = nil,
    phoneNumber: String? = nil
  ) -> Account {
    var account = Account(localID: id, createdAt: 1000)
    account.email = email
    account.phoneNumber = phoneNumber
    return account
  }

  static let accountChecks: [Check] = [
    Check("an empty store has no accounts") { store in
      try expect("the account", try await store.account(id: "a"), equals: nil)
      try expect("the account", try await store.account(email: "a@example.com"), equals: nil)
      try expect("the account", try await store.account(phoneNumber: "+1"), equals: nil)
      try expect("the accounts", try await store.accounts(after: nil, limit: 9), equals: [])
      try expect("nothing is deleted", try await store.delete(id: "a") == false)
      try await store.removeAll()
    },
    Check("accounts are read back unchanged by identifier, address and number") { store in
      var account = account("店", email: "麺@example.com", phoneNumber: "+81312345678")
      account.isEmailVerified = true
      account.displayName = "麺屋"
      account.photoURL = "https://example.com/1.jpg"
      account.password = AccountPassword(hash: "hash", salt: "salt")
      account.isDisabled = true
      account.customAttributes = #"{"admin":true}"#
      account.providers = [
        Account.Provider(providerID: "google.com", rawID: "1", email: "x", displayName: "y")
      ]
      account.hasCustomToken = true
      (account.lastLoginAt, account.lastRefreshAt, account.passwordUpdatedAt) = (1, 2, 3)
      account.validSince = 4
      try await store.put(account, replacing: nil)
      try expect("by identifier", try await store.account(id: "店"), equals: account)
      try expect("by address", try await store.account(email: "麺@example.com"), equals: account)
      let byNumber = try await store.account(phoneNumber: "+81312345678")
      try expect("by number", byNumber, equals: account)
    },
    Check("an import stores all accounts except invalid ones") { store in
      let kept = account("b", email: "b@example.com")
      try await store.put(kept, replacing: nil)
      let failures = try await store.importAccounts([
        AccountImport(account("a", email: "a@example.com"), password: "secret1"),
        AccountImport(account("b")),
        AccountImport(account("c", email: "b@example.com")),
        AccountImport(account("d")),
      ])
      try expect("the failures", failures.map(\.localID), equals: ["b", "c"])
      let ids = try await store.accounts(after: nil, limit: 9).map(\.localID)
      try expect("the accounts", ids, equals: ["a", "b", "d"])
      try expect("b", try await store.account(id: "b"), equals: kept)
    },
    Check("an account is replaced only if it is in the expected state") { store in
      let first = account("a", email: "a@example.com", phoneNumber: "+1")
      let second = account("a", email: "b@example.com")
      try await store.put(first, replacing: nil)
      try await expectConflict(.identifierTaken, from: "a second of the identifier") {
        try await store.put(second, replacing: nil)
      }
      try await store.put(second, replacing: first)
      try await expectConflict(.changed, from: "another than expected") {
        try await store.put(first, replacing: first)
      }
      try await expectConflict(.changed, from: "one that is not there") {
        try await store.put(account("b"), replacing: account("b"))
      }
      try expect("by identifier", try await store.account(id: "a"), equals: second)
      try expect("by the old address", try await store.account(email: "a@example.com"), equals: nil)
      try expect("by the old number", try await store.account(phoneNumber: "+1"), equals: nil)
    },
    Check("no two accounts share an address or a number") { store in
      let first = account("a", email: "a@example.com", phoneNumber: "+1")
      try await store.put(first, replacing: nil)
      try await expectConflict(.emailTaken, from: "the address") {
        try await store.put(account("b", email: "a@example.com"), replacing: nil)
      }
      try await expectConflict(.phoneNumberTaken, from: "the number") {
        try await store.put(account("b", phoneNumber: "+1"), replacing: nil)
      }
      try expect("b", try await store.account(id: "b"), equals: nil)
      try await store.put(account("b"), replacing: nil)
      try await store.put(account("c"), replacing: nil)
      try expect("a is deleted", try await store.delete(id: "a"))
      try await store.put(first, replacing: nil)
    },
    Check("accounts are listed page by page, in the byte order of identifiers") { store in
      let ids = ["B", "a", "ab", "e\u{301}", "é", "店"]
      for id in ids.reversed() { try await store.put(account(id), replacing: nil) }
      for size in 1...7 {
        var found: [String] = []
        var page: [Account]
        repeat {
          page = try await store.accounts(after: found.last, limit: size)
          try expect("no page is larger", page.count <= size)
          found += page.map(\.localID)
        } while !page.isEmpty && found.count < 20
        try expect(
          "the identifiers by \(size)",
          found.map { Array($0.utf8) },
          equals: ids.map { Array($0.utf8) }
        )
      }
      try await store.removeAll()
      try expect("the accounts", try await store.accounts(after: nil, limit: 9), equals: [])
    },
    Check("one of many tasks that take the same address succeeds") { store in
      let winners = try await withThrowingTaskGroup(of: Int.self) { group in
        for index in 0..<20 {
          group.addTask {
            do {
              try await store.put(account("\(index)", email: "a@example.com"), replacing: nil)
              return 1
            } catch AccountConflict.emailTaken {
              return 0
            }
          }
        }
        return try await group.reduce(0, +)
      }
      try expect("the number of winners", winners, equals: 1)
    },
    Check("a cancelled task stores nothing") { store in
      try await expectCancellation(of: "the account") {
        try await store.put(account("a"), replacing: nil)
      }
      try expect("the account", try await store.account(id: "a"), equals: nil)
    },
  ]
}

/// Throws a failure unless `body` throws an `AccountConflict`.
private func expectConflict(
  _ expected: AccountConflict,
  from subject: String,
  _ body: () async throws -> Void
) async throws {
  try await expect("a conflict of \(expected)", from: subject, body) {
    (conflict: AccountConflict) in
    conflict == expected
  }
}
