import TaneCore

extension ObjectStoreConformance {
  /// Checks of writes with preconditions.
  static let preconditionChecks: [Check] = [
    Check("a put can require that no object exists") { store in
      let object = try await store.put("first", at: "a", if: .absent)
      try await expect(.conflict, from: "the second put") {
        try await store.put("second", at: "a", if: .absent)
      }
      try expect("the object", try await store.object(at: "a"), equals: object)
      try await store.delete(at: "a", if: .none)
      try await store.put("third", at: "a", if: .absent)
    },
    Check("a put can require a generation") { store in
      let first = try await store.put("first", at: "a")
      let second = try await store.put("second", at: "a", if: .generation(first.generation))
      try await expect(.conflict, from: "putting over an old generation") {
        try await store.put("third", at: "a", if: .generation(first.generation))
      }
      try expect("the object", try await store.object(at: "a"), equals: second)
      try await expect(.conflict, from: "putting over what is not there") {
        try await store.put("x", at: "b", if: .generation(first.generation))
      }
      try expect("b", try await store.object(at: "b"), equals: nil)
    },
    Check("a deletion can require a generation") { store in
      let first = try await store.put("first", at: "a")
      let second = try await store.put("second", at: "a")
      try await expect(.conflict, from: "deleting an old generation") {
        try await store.delete(at: "a", if: .generation(first.generation))
      }
      try await expect(.conflict, from: "deleting what must be absent") {
        try await store.delete(at: "a", if: .absent)
      }
      try expect("the object", try await store.object(at: "a"), equals: second)
      try await store.delete(at: "a", if: .generation(second.generation))
      try expect("the object", try await store.object(at: "a"), equals: nil)
      try await expect(.notFound, from: "deleting what is not there") {
        try await store.delete(at: "a", if: .generation(second.generation))
      }
    },
    Check("a call can exclude a generation") { store in
      let exists = ObjectPrecondition(excludedGeneration: 0)
      try await expect(.conflict, from: "putting where an object was expected") {
        try await store.put("x", at: "a", if: exists)
      }
      let first = try await store.put("first", at: "a")
      let second = try await store.put("second", at: "a", if: exists)
      try await expect(.conflict, from: "deleting the generation that was ruled out") {
        let precondition = ObjectPrecondition(excludedGeneration: second.generation)
        try await store.delete(at: "a", if: precondition)
      }
      let precondition = ObjectPrecondition(excludedGeneration: first.generation)
      try await store.delete(at: "a", if: precondition)
      try expect("the object", try await store.object(at: "a"), equals: nil)
    },
    Check("a call can require or exclude a metageneration") { store in
      let first = try await store.put("first", at: "a")
      let renamed = ObjectMetadata(contentType: "a/b")
      let second = try await store.updateMetadata(
        renamed,
        at: "a",
        if: ObjectPrecondition(generation: first.generation, metageneration: 1)
      )
      for precondition in [
        ObjectPrecondition(metageneration: 1), ObjectPrecondition(excludedMetageneration: 2),
        ObjectPrecondition(generation: first.generation, metageneration: 3),
      ] {
        try await expect(.conflict, from: "\(precondition)") {
          try await store.updateMetadata(ObjectMetadata(), at: "a", if: precondition)
        }
        try await expect(.conflict, from: "deleting with \(precondition)") {
          try await store.delete(at: "a", if: precondition)
        }
      }
      try expect("the object", try await store.object(at: "a"), equals: second)
      try await store.delete(at: "a", if: ObjectPrecondition(excludedMetageneration: 1))
    },
    Check("one of many tasks that create the same object succeeds") { store in
      let winners = try await withThrowingTaskGroup(of: Int.self) { group in
        for index in 0..<20 {
          group.addTask {
            do {
              try await store.put("\(index)", at: "a", if: .absent)
              return 1
            } catch let error as StoreError where error.code == .conflict {
              return 0
            }
          }
        }
        return try await group.reduce(0, +)
      }
      try expect("the number of winners", winners, equals: 1)
    },
    Check("concurrent puts of many tasks are all kept") { store in
      let generations = try await withThrowingTaskGroup(of: Int64.self) { group in
        for index in 0..<40 {
          group.addTask { try await store.put("\(index)", at: "tasks/\(index)").generation }
        }
        return try await group.reduce(into: Set<Int64>()) { $0.insert($1) }
      }
      try expect("the number of generations", generations.count, equals: 40)
      let page = try await store.list(ObjectListRequest(prefix: "tasks/"))
      try expect("the number of objects", page.objects.count, equals: 40)
    },
  ]
}
