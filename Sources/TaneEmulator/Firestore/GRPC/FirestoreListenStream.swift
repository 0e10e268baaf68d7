#if Network
import SwiftProtobuf
import TaneCore
import TaneFirestoreMessages
import TaneServices

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A Listen stream, on which apps add and remove targets and receive the targets' documents and
/// changes.
///
/// A target change without target identifiers marks a consistent state of the database: all targets
/// have received the changes up to the message's read time.
struct FirestoreListenStream {
  let service: FirestoreService

  func run(_ grpc: GRPCCall) async throws {
    let iterator = grpc.requests.makeAsyncIterator()
    guard let first = await iterator.next() else { return }
    let request: ProtoListenRequest = try GRPCCall.read(first)
    let call = try service.call(named: request.database)
    let inbox = ListenInbox()
    let feed = service.changes.feed(of: call.database)
    feed.add(inbox)
    defer { feed.remove(inbox) }
    await inbox.add(request, of: 0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await bytes in grpc.requests {
          await inbox.add(try GRPCCall.read(bytes), of: bytes.count)
        }
        inbox.finish()
      }
      group.addTask {
        var listening = FirestoreListenHandler(call: call, feed: feed, inbox: inbox, grpc: grpc)
        try await listening.run()
      }
      // When this scope exits, the client has finished sending or one of the two tasks has failed.
      defer {
        group.cancelAll()
        inbox.finish()
      }
      try await group.next()
      if inbox.isFinished { try await group.next() }
    }
  }
}
#endif
