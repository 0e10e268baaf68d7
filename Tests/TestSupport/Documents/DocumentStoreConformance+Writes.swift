import TaneCore

extension DocumentStoreConformance {
  /// Checks of commits.
  static let writeChecks: [Check] = [
    Check("creation times stay, and update times increase with every commit") { store in
      let path = DocumentPath(parsing: "c/d")
      let first = try await store.set(["a": .integer(1)], at: "c/d")
      let second = try await store.set(["a": .integer(2)], at: "c/d")
      try expect("the time grows", second.time > first.time)
      let document = try await store.document(at: path)
      try expect("the time of creation", document?.createTime, equals: first.time)
      try expect("the time of change", document?.updateTime, equals: second.time)
      try expect("the result", second.results.map(\.updateTime), equals: [second.time])
    },
    Check("an unchanged document keeps its update time") { store in
      let first = try await store.set(["a": .integer(1)], at: "c/d")
      let second = try await store.set(["a": .integer(1)], at: "c/d")
      try expect("the result", second.results.map(\.updateTime), equals: [first.time])
      let third = try await store.set(["a": .double(1)], at: "c/d")
      try expect("the result", third.results.map(\.updateTime), equals: [third.time])
    },
    Check("a mask changes and removes only the fields that it names") { store in
      try await store.set(
        ["a": .integer(1), "b": .map(["c": .integer(2), "d": .null])],
        at: "c/d"
      )
      let mask = ["b.c", "e.f", "a", "x.y"].compactMap { FieldPath(parsing: $0) }
      try await store.commit([
        DocumentWrite(
          path: DocumentPath(parsing: "c/d"),
          operation: .update(
            ["b": .map(["c": .integer(3), "d": .integer(9)]), "e": .map(["f": .null])],
            mask: mask
          )
        )
      ])
      let document = try await store.document(at: DocumentPath(parsing: "c/d"))
      try expect(
        "the fields",
        document?.fields,
        equals: ["b": .map(["c": .integer(3), "d": .null]), "e": .map(["f": .null])]
      )
    },
    Check("writes are made in order and see the previous ones") { store in
      let commit = try await store.commit([
        .set(["a": .integer(1)], at: "c/d"), .set([:], at: "c/e"),
        DocumentWrite(
          path: DocumentPath(parsing: "c/d"),
          operation: .update([:], mask: []),
          transforms: [
            DocumentTransform(path: FieldPath(name: "a"), operation: .increment(.integer(2)))
          ],
          precondition: .exists(true)
        ),
        .delete("c/e", if: .exists(true)), .set(["b": .null], at: "c/e", if: .exists(false)),
      ])
      try expect(
        "the results",
        commit.results,
        equals: [
          DocumentWriteResult(updateTime: commit.time),
          DocumentWriteResult(updateTime: commit.time),
          DocumentWriteResult(updateTime: commit.time, transformResults: [.integer(3)]),
          DocumentWriteResult(updateTime: nil), DocumentWriteResult(updateTime: commit.time),
        ]
      )
      let documents = try await store.documents(
        at: ["c/d", "c/e"].map { DocumentPath(parsing: $0) }
      )
      try expect(
        "the fields",
        documents.map { $0?.fields },
        equals: [["a": .integer(3)], ["b": .null]]
      )
    },
    Check("an unmet precondition prevents the whole commit") { store in
      let first = try await store.set(["a": .integer(1)], at: "c/d")
      let second = try await store.set(["a": .integer(2)], at: "c/d")
      let cases: [(DocumentConflict.Reason, DocumentWrite)] = [
        (.alreadyExists, .set([:], at: "c/d", if: .exists(false))),
        (.notFound, .set([:], at: "c/x", if: .exists(true))),
        (.updatedElsewhere, .set([:], at: "c/d", if: .updateTime(first.time))),
        (.updatedElsewhere, .delete("c/x", if: .updateTime(first.time))),
        (
          .notFound,
          DocumentWrite(
            path: DocumentPath(parsing: "c/x"),
            operation: .verify,
            precondition: .exists(true)
          )
        ),
      ]
      for (reason, write) in cases {
        try await expectConflict(reason, from: "\(write.path)") {
          try await store.commit([.set([:], at: "other/document"), write])
        }
      }
      let query = DocumentQuery(collectionID: nil, includesDescendants: true)
      try expect("the documents", try await store.paths(matching: query), equals: ["c/d"])
      try await store.commit([.delete("c/d", if: .updateTime(second.time))])
      try expect("the documents", try await store.paths(matching: query), equals: [])
    },
    Check("removing a missing document succeeds and keeps documents below it") { store in
      try await store.set([:], at: "c/d/e/f")
      try await store.commit([.delete("c/d"), .delete("c/x")])
      let path = DocumentPath(parsing: "c/d/e/f")
      try expect("c/d/e/f is there", try await store.document(at: path) != nil)
    },
    Check("concurrent increments of many tasks are all counted") { store in
      let increment = DocumentTransform(
        path: FieldPath(name: "n"),
        operation: .increment(.integer(1))
      )
      let write = DocumentWrite(
        path: DocumentPath(parsing: "c/d"),
        operation: .update([:], mask: []),
        transforms: [increment]
      )
      let times = try await withThrowingTaskGroup(of: DocumentTimestamp.self) { group in
        for _ in 0..<40 { group.addTask { try await store.commit([write]).time } }
        return try await group.reduce(into: Set<DocumentTimestamp>()) { $0.insert($1) }
      }
      try expect("the number of times", times.count, equals: 40)
      let document = try await store.document(at: DocumentPath(parsing: "c/d"))
      try expect("the number", document?.fields["n"], equals: .integer(40))
    },
  ]

  /// Checks of commits that require documents to be as a transaction has read them.
  static let expectationChecks: [Check] = [
    Check("a commit succeeds if everything that was read is unchanged") { store in
      let commit = try await store.set(["a": .integer(1)], at: "c/d")
      let query = DocumentQuery(collectionID: "c")
      let found = try await store.documents(matching: query)
      _ = try await store.commit(
        [.set(["a": .integer(2)], at: "c/d")],
        expecting: [
          .document(DocumentPath(parsing: "c/d"), updateTime: commit.time),
          .document(DocumentPath(parsing: "c/x"), updateTime: nil),
          .query(query, found: found.map(DocumentExpectation.Version.init)),
        ]
      )
      let document = try await store.document(at: DocumentPath(parsing: "c/d"))
      try expect("the fields", document?.fields, equals: ["a": .integer(2)])
    },
    Check("a commit is rejected if anything that was read has changed") { store in
      let commit = try await store.set(["a": .integer(1)], at: "c/d")
      let query = DocumentQuery(collectionID: "c")
      let found = try await store.documents(matching: query)
      try await store.set(["a": .integer(2)], at: "c/d")
      try await store.set([:], at: "c/new")
      let expectations: [DocumentExpectation] = [
        .document(DocumentPath(parsing: "c/d"), updateTime: commit.time),
        .document(DocumentPath(parsing: "c/d"), updateTime: nil),
        .document(DocumentPath(parsing: "c/x"), updateTime: commit.time),
        .query(query, found: found.map(DocumentExpectation.Version.init)),
      ]
      for expectation in expectations {
        try await expectConflict(.readsChanged, from: "\(expectation)") {
          try await store.commit([.set([:], at: "c/d")], expecting: [expectation])
        }
      }
      let document = try await store.document(at: DocumentPath(parsing: "c/d"))
      try expect("the fields", document?.fields, equals: ["a": .integer(2)])
    },
  ]
}
