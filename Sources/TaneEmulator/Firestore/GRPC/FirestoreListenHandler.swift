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

/// The handler for one Listen stream, with the stream's targets.
struct FirestoreListenHandler {
  /// The documents that were read again for targets with a limit, by target identifier.
  private typealias Windows = [Int32: [StoredDocument]]

  /// The maximum number of targets per stream.
  static let maximumTargets = 1000

  let call: FirestoreCall
  let feed: DocumentFeed
  let inbox: ListenInbox
  let grpc: GRPCCall
  private var targets: [Int32: DocumentTarget] = [:]

  init(call: FirestoreCall, feed: DocumentFeed, inbox: ListenInbox, grpc: GRPCCall) {
    self.call = call
    self.feed = feed
    self.inbox = inbox
    self.grpc = grpc
  }

  /// Handles requests and changes until the client disconnects.
  mutating func run() async throws {
    for await _ in inbox.signals {
      for request in inbox.takeRequests() { try await handle(request) }
      try await grpc.withResponseReservation {
        if let change = try inbox.takeChange() { try await processChange(change) }
      }
    }
    for request in inbox.takeRequests() { try await handle(request) }
  }

  private mutating func handle(_ request: ProtoListenRequest) async throws {
    try call.check(request.database, of: "Listen")
    switch request.targetChange {
    case .addTarget(let message): try await grpc.withResponseReservation { try await add(message) }
    case .removeTarget(let id):
      targets[id] = nil
      try await grpc.send([Self.change(.remove, [id])])
    case nil: throw GoogleFailure.invalid("The request has neither add_target nor remove_target.")
    }
  }

  private mutating func add(_ message: ProtoTarget) async throws {
    var message = message
    if message.targetID == 0 {
      message.targetID = (1...).first { targets[$0] == nil } ?? 1
    }
    let id = message.targetID
    guard targets[id] == nil else {
      throw GoogleFailure.invalid("The target_id \(id) is in use: remove the target first.")
    }
    do {
      guard targets.count < Self.maximumTargets else {
        throw GoogleFailure(
          .resourceExhausted,
          "A stream can have at most \(Self.maximumTargets.grouped) targets."
        )
      }
      try await begin(DocumentTarget(message, call), resumingAt: message.resumeTime())
    } catch let error where !(error is CancellationError) {
      let failure = GoogleFailure(error)
      // Apps treat a removed target as a permanent failure, and reopen a stream that ends.
      if [.unavailable, .internal, .cancelled].contains(failure.status) { throw failure }
      try await grpc.send([Self.change(.remove, [id], cause: failure.statusMessage)])
      return
    }
    guard message.once else { return }
    targets[id] = nil
    try await grpc.send([Self.change(.remove, [id])])
  }

  /// Sends a target's documents and the time at which they are current.
  private mutating func begin(
    _ target: DocumentTarget,
    resumingAt resumeTime: DocumentTimestamp?
  ) async throws {
    var target = target
    let (documents, earlier, windows, time) = try await read(target.scope)
    let members = target.begin(with: documents)
    if let earlier { try await notify(earlier, windows) }
    targets[target.id] = target
    var messages = [Self.change(.add, [target.id])]
    // A client that resumes a query with a limit may lack a document that has not changed since the
    // resume time.
    let since = target.isLimited ? nil : resumeTime
    messages += members.filter { document in since.map { document.updateTime > $0 } ?? true }
      .map { change(of: $0, mask: target.mask, in: [target.id]) }
    messages += target.missingPaths.map { deletion(of: $0, from: [target.id], at: time) }
    if resumeTime != nil {
      messages.append(
        .with { message in
          message.filter.targetID = target.id
          message.filter.count = Int32(clamping: members.count)
        }
      )
    }
    messages.append(Self.change(.current, [target.id], at: time))
    messages.append(Self.change(.noChange, [], at: time))
    try await grpc.send(messages)
  }

  /// Reads the initial documents of a target, and takes the pending change, if any.
  ///
  /// - Returns: The documents, the change, the windows of the other targets after the change, and
  ///   the time of the read.
  private func read(
    _ scope: DocumentTarget.Scope
  ) async throws -> ([StoredDocument], DocumentFeed.Change?, Windows, DocumentTimestamp) {
    try await feed.withCommitsBlocked { time in
      let documents: [StoredDocument]
      switch scope {
      case .documents(let paths):
        documents = try await call.store.documents(at: paths).compactMap { $0 }
      case .query(let query):
        documents = try await call.store.documents(matching: query.window)
      }
      // A store written before this run may contain times later than the current time.
      let latest = documents.map(\.updateTime).max().map { max($0, time) } ?? time
      guard let earlier = try inbox.takeChange() else {
        return (documents, nil, [:], feed.recordTime(latest))
      }
      return (documents, earlier, try await windows(after: earlier), feed.recordTime(latest))
    }
  }

  /// Sends the effects of a change on the targets; if a target must be read again, includes all
  /// changes up to that read.
  private mutating func processChange(_ change: DocumentFeed.Change) async throws {
    guard targets.values.contains(where: { $0.needsReading(after: change) }) else {
      return try await notify(change)
    }
    let (whole, read) = try await feed.withCommitsBlocked { _ in
      var whole = change
      if let later = try inbox.takeChange() { whole.add(later) }
      return (whole, try await windows(after: whole))
    }
    try await notify(whole, read)
  }

  /// Reads the windows of the targets that must be read again after a change.
  ///
  /// Call this method only while commits are blocked.
  private func windows(after change: DocumentFeed.Change) async throws -> Windows {
    var windows = Windows()
    for target in targets.values where target.needsReading(after: change) {
      guard case .query(let query) = target.scope else { continue }
      windows[target.id] = try await call.store.documents(matching: query.window)
    }
    return windows
  }

  /// Sends the effects of a change on the targets.
  private mutating func notify(
    _ change: DocumentFeed.Change,
    _ windows: Windows = [:]
  ) async throws {
    var changes = ListenChanges()
    for id in targets.keys.sorted() {
      guard var target = targets[id] else { continue }
      changes.add(target.apply(change, windows[id]), to: target)
      targets[id] = target
    }
    guard !changes.isEmpty else { return }
    var messages: [ProtoListenResponse] = []
    for entry in changes.entries {
      for (mask, ids) in entry.targets {
        guard let document = entry.document else { continue }
        messages.append(self.change(of: document, mask: mask, in: ids, removedFrom: entry.left))
      }
      guard entry.targets.isEmpty, !entry.left.isEmpty else { continue }
      switch change.documents[entry.path] {
      case .some(.some(let document)):
        messages.append(self.change(of: document, mask: nil, in: [], removedFrom: entry.left))
      case .some(.none):
        messages.append(deletion(of: entry.path, from: entry.left, at: change.time))
      case .none where change.isCleared:
        messages.append(deletion(of: entry.path, from: entry.left, at: change.time))
      case .none: messages.append(removal(of: entry.path, from: entry.left, at: change.time))
      }
    }
    messages.append(Self.change(.noChange, [], at: change.time))
    try await grpc.send(messages)
  }
}

extension FirestoreListenHandler {
  /// Creates a target change; if a time is given, clients can resume from it.
  private static func change(
    _ type: ProtoTargetChange.TargetChangeType,
    _ ids: [Int32],
    at time: DocumentTimestamp? = nil,
    cause: ProtoStatus? = nil
  ) -> ProtoListenResponse {
    .with { message in
      message.targetChange.targetChangeType = type
      message.targetChange.targetIds = ids
      if let cause { message.targetChange.cause = cause }
      guard let time else { return }
      message.targetChange.resumeToken = Data(ResumeToken(time).bytes)
      message.targetChange.readTime = time.message
    }
  }

  private func change(
    of document: StoredDocument,
    mask: [FieldPath]?,
    in ids: [Int32],
    removedFrom left: [Int32] = []
  ) -> ProtoListenResponse {
    .with { message in
      message.documentChange.document = document.message(of: call.database, mask: mask)
      message.documentChange.targetIds = ids
      message.documentChange.removedTargetIds = left
    }
  }

  private func deletion(
    of path: DocumentPath,
    from ids: [Int32],
    at time: DocumentTimestamp
  ) -> ProtoListenResponse {
    .with { message in
      message.documentDelete.document = call.database.name(of: path)
      message.documentDelete.removedTargetIds = ids
      message.documentDelete.readTime = time.message
    }
  }

  private func removal(
    of path: DocumentPath,
    from ids: [Int32],
    at time: DocumentTimestamp
  ) -> ProtoListenResponse {
    .with { message in
      message.documentRemove.document = call.database.name(of: path)
      message.documentRemove.removedTargetIds = ids
      message.documentRemove.readTime = time.message
    }
  }
}
#endif
