import Foundation
import TaneCore
import TaneFirebase
import TaneServices
import Testing

@Suite(
  "Disconnect operations over the network"
)
struct DisconnectingOverNetworkTests {
  @Test("All five disconnect operations run when the client goes offline")
  func goOffline() async throws {
    try await ServedEnvironment.run { served in
      let (root, other) = (served.root, try served.another())
      try await root.setValue(["online": ["1": true, "2": true], "count": 1])
      try await root.child("seen/1").onDisconnectSetValue(ServerValue.timestamp())
      try await root.child("rank").onDisconnectSetValue("寿司", andPriority: 2)
      try await root.onDisconnectUpdateChildValues([
        "online/2": false, "count": ServerValue.increment(1),
      ])
      try await root.child("online/1").onDisconnectRemoveValue()
      try await root.child("never/ever").onDisconnectSetValue(1)
      try await root.onDisconnectUpdateChildValues(["never/a": 1, "left": "yes"])
      try await root.child("never").cancelDisconnectOperations()
      #expect(try await other.getData().childSnapshot(forPath: "online").childrenCount == 2)
      let events = other.observe(.value)
      try await served.manager.goOffline()
      let after = try #require(
        try await ServedEnvironment.first(events) { $0.hasChild("left") }
      )
      #expect(
        after.tree
          == Tree([
            "online": ["2": false], "count": 2, "left": "yes", "rank": "寿司",
            "seen": [nil, 1_700_000_000_000],
          ])
      )
      #expect(after.childSnapshot(forPath: "rank").priority as? Int == 2)
      // Disconnect operations run only once, and the references remain usable.
      try await root.child("left").setValue("no")
      try await served.manager.goOffline()
      #expect(try await root.child("left").getData().value as? String == "no")
    }
  }

  @Test("Disconnect operations run when the client is released")
  func abandoned() async throws {
    try await ServedEnvironment.run { served in
      let events = served.root.observe(.value)
      do {
        let other = try served.another()
        try await other.child("gone").onDisconnectSetValue(true)
      }
      let after = try await ServedEnvironment.first(events) { $0.hasChild("gone") }
      #expect(after?.tree == Tree(["gone": true]))
    }
  }

  @Test("A rejected disconnect operation is reported at once and not stored")
  func refusals() async throws {
    try await ServedEnvironment.run { served in
      let error = await #expect(throws: FirebaseError.self) {
        try await served.root.child("a.b").onDisconnectSetValue(1)
      }
      #expect(error?.code == .invalidPath)
    }
  }
}
