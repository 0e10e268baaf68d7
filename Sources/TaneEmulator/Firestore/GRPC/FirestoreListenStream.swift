import SwiftProtobuf
import TaneCore
import TaneFirestoreMessages
import TaneWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The stream over which apps listen: they add and remove targets, and hear what the targets have and what
/// becomes of it.
///
/// The responses between two target changes without target identifiers are one state of the
/// database, for all targets.
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
        var listening = FirestoreListening(call: call, feed: feed, inbox: inbox, grpc: grpc)
        try await listening.run()
      }
      // The client sends no more, or one of the two failed.
      defer {
        group.cancelAll()
        inbox.finish()
      }
      try await group.next()
      if inbox.isFinished { try await group.next() }
    }
  }
}
