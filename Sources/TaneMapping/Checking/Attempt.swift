import TaneCore

/// An attempt to decode a type from a node: the type is decoded repeatedly, with stand-ins for
/// failed values, until it succeeds or no stand-in is available.
final class Attempt {
  /// A location at which the type requests a value: the path below the type's node, and the
  /// requested type.
  private struct Site: Hashable {
    let path: [String]
    let type: ObjectIdentifier
  }

  /// A failure during the current run of the type.
  private struct Note {
    let failure: FailureToken
    let site: Site?
    let key: (any CodingKey)?
    /// Returns a stand-in for the failed value, or nil if none is available; the stand-in may be
    /// invented only if `freely` is true.
    let makeStandIn: (_ freely: Bool) -> Any?
  }

  let type: any Any.Type
  let diagnosis: Diagnosis
  private let frame: TreeFrame
  var trace = Trace()
  private var notes: [Note] = []
  private var standIns: [Site: Any] = [:]
  /// A Boolean value indicating whether the compiler may have synthesized `init(from:)`, or nil if
  /// this has not been determined yet in this run.
  private var mayBeSynthesized: Bool?
  private var firstRepaired: (any CodingKey)?
  private var visits: [Visit] = []
  /// A Boolean value indicating whether valid values are recorded, as stand-ins for failed values
  /// elsewhere.
  private let isLearning: Bool

  /// The maximum number of faults to collect in one value, excluding faults in nested values.
  private static let maximumReruns = 256

  /// The maximum number of elements in an invented list.
  private static let maximumInventedElements = 16

  init(_ type: any Any.Type, in frame: TreeFrame, for diagnosis: Diagnosis) {
    self.type = type
    self.frame = frame
    self.diagnosis = diagnosis
    isLearning = diagnosis.learned.needsMoreValues(of: type)
  }

  /// Records the visit of a map or list that the type opened.
  func recordVisit(_ visit: Visit?) {
    if let visit { visits.append(visit) }
  }

  /// Records a failure for which no stand-in is possible.
  func note(_ error: any Error) {
    guard let token = diagnosis.token(of: error) else { return }
    notes.append(Note(failure: token, site: nil, key: nil) { _ in nil })
  }

  /// Handles a request; returns the decoded value or a stand-in, or throws the failure.
  func handleRequest<Value>(
    for type: Value.Type,
    in requestingFrame: TreeFrame,
    at key: (any CodingKey)?,
    _ answer: () throws -> Value
  ) throws -> Value {
    if let key { trace.note(key, type) }
    if !standIns.isEmpty,
      let standIn = standIns[site(type, requestingFrame, key)] as? StandIn<Value>
    {
      return standIn.value
    }
    do {
      let value = try answer()
      if isLearning, let key { diagnosis.learned.learn(value, of: self.type, at: key.stringValue) }
      return value
    } catch {
      // A type that reads a list to its end must also reach the end of an invented list.
      if requestingFrame.isInvented, (key?.intValue ?? 0) < Self.maximumInventedElements,
        let value = standIn(type, in: requestingFrame, at: key, freely: true)
      {
        return value
      }
      note(error, type, in: requestingFrame, at: key)
      throw error
    }
  }

  private func note<Value>(
    _ error: any Error,
    _ type: Value.Type,
    in requestingFrame: TreeFrame,
    at key: (any CodingKey)?
  ) {
    guard let token = diagnosis.token(of: error) else { return }
    if let key { diagnosis.name(token, owner: self.type, requested: type, key: key) }
    let repaired = diagnosis[token].repaired as? Value
    notes.append(
      Note(failure: token, site: site(type, requestingFrame, key), key: key) { freely in
        (repaired ?? self.standIn(type, in: requestingFrame, at: key, freely: freely)).map(
          StandIn.init
        )
      }
    )
  }

  private func standIn<Value>(
    _ type: Value.Type,
    in requestingFrame: TreeFrame,
    at key: (any CodingKey)?,
    freely: Bool
  ) -> Value? {
    if type == TreeFrame.self, let key { return requestingFrame.inventedFrame(at: key) as? Value }
    if let key,
      let learnedValue = diagnosis.learned.learnedValue(type, of: self.type, at: key.stringValue)
    {
      return learnedValue
    }
    return diagnosis.makeStandInValue(type, freely: freely, in: requestingFrame)
  }

  private func site(_ type: any Any.Type, _ requestingFrame: TreeFrame, _ key: (any CodingKey)?)
    -> Site
  {
    var path: [String] = key.map { [$0.stringValue] } ?? []
    var requestingFrame: TreeFrame? = requestingFrame
    while let current = requestingFrame, current !== frame, let key = current.key {
      path.append(key.stringValue)
      requestingFrame = current.parent
    }
    return Site(path: path, type: ObjectIdentifier(type))
  }
}

/// A stand-in for a failed value.
private struct StandIn<Value> {
  let value: Value
}

extension Attempt {
  /// Runs the type's `init(from:)` until it succeeds or no more stand-ins can be created.
  func run<Value: Decodable>(_ type: Value.Type) throws -> Value {
    var first: (any Error)?
    var findings: [PendingFinding] = []
    while true {
      begin()
      switch Result(catching: { try frame.runInitializer(of: type) }) {
      case .success(let value):
        guard let first else {
          finish()
          return value
        }
        throw diagnosis.errorToThrow(for: first, findings: findings, repaired: value)
      case .failure(let error):
        let raised = first ?? error
        first = raised
        let escaped = escapedFailure(of: error)
        findings += conditional(self.findings(of: error, escaped))
        guard let escaped, addStandIn(escaped) else {
          findings += stop(at: escaped)
          throw diagnosis.errorToThrow(for: raised, findings: findings, repaired: nil)
        }
      }
    }
  }

  private func begin() {
    frame.attempt = self
    notes = []
    trace = Trace()
    mayBeSynthesized = nil
  }

  /// Finishes a successful run, and records the type's requests.
  private func finish() {
    if !notes.isEmpty { diagnosis.learned.learnHandWritten(type) }
    if isLearning { diagnosis.learned.learn(trace.requests, of: type) }
  }

  private func escapedFailure(of error: any Error) -> Note? {
    guard let token = diagnosis.token(of: error) else { return nil }
    return notes.last { $0.failure == token }
  }

  /// Returns the findings for an error: those of the failure that escaped the type, or a finding
  /// about the type's own error.
  private func findings(of error: any Error, _ escaped: Note?) -> [PendingFinding] {
    if notes.contains(where: { $0.failure != escaped?.failure }) {
      diagnosis.learned.learnHandWritten(type)
    }
    if let escaped { return diagnosis[escaped.failure].findings }
    // The type may have rejected a stand-in.
    guard standIns.isEmpty else { return [] }
    if let error = error as? DecodingError,
      let token = error.context?.underlyingError as? FailureToken
    {
      return diagnosis[token].findings
    }
    return [rejectionFinding(error)]
  }

  /// Returns the finding for an error that the type itself threw.
  private func rejectionFinding(_ error: any Error) -> PendingFinding {
    let catalogue = diagnosis.learned.catalogue
    let keys = trace.keyTypes.first.map { catalogue.keys(of: $0).declared.map(\.key.stringValue) }
    guard let finding = PendingFinding(noCaseOf: type, among: keys ?? [], in: frame, error)
    else { return PendingFinding(refusing: frame, type, error) }
    for visit in visits { visit.isIncomplete = true }
    return finding
  }

  /// Returns the findings; if hand-written code may have received a stand-in, marks them as
  /// dependent on it.
  private func conditional(_ findings: [PendingFinding]) -> [PendingFinding] {
    guard let key = firstRepaired?.stringValue, !findings.isEmpty, isHandWritten else {
      return findings
    }
    return findings.map { $0.conditional(on: key) }
  }

  private func addStandIn(_ note: Note) -> Bool {
    guard let site = note.site, note.key != nil, standIns[site] == nil,
      standIns.count < Self.maximumReruns, !diagnosis.isFull,
      let standIn = note.makeStandIn(!isHandWritten)
    else { return false }
    standIns[site] = standIn
    diagnosis.countRepair()
    firstRepaired = firstRepaired ?? note.key
    return true
  }

  /// A Boolean value indicating whether the type's `init(from:)` is hand-written.
  private var isHandWritten: Bool {
    if diagnosis.learned.isHandWritten(type) { return true }
    if let mayBeSynthesized { return !mayBeSynthesized }
    let isSynthesized = trace.mayBeSynthesized(for: type, diagnosis.learned.catalogue)
    mayBeSynthesized = isSynthesized
    return !isSynthesized
  }

  /// Ends the attempt before the type has finished decoding; returns the findings about the values
  /// that the type would have requested next, as far as they can be determined.
  private func stop(at note: Note?) -> [PendingFinding] {
    let isHandWritten = isHandWritten
    // An enumeration requests only the case in the data.
    guard isHandWritten || !TypeMetadata.isEnumeration(type),
      !hasRequestedEverything(before: note)
    else { return [] }
    var findings: [PendingFinding] = []
    var unknown: [String] = []
    for key in trace.remainingKeys(diagnosis.learned.catalogue) {
      let requested = diagnosis.learned.requested(by: type, at: key.stringValue)
      if let requested, !isHandWritten {
        findings += fault(of: requested, at: key)
      } else {
        unknown.append(key.stringValue)
      }
    }
    guard isHandWritten || !unknown.isEmpty else { return findings }
    for visit in visits { visit.isIncomplete = true }
    diagnosis.recordIncompleteType(type, after: note?.key, unknown, in: frame)
    return findings
  }

  /// Returns true if the type would have made no more requests after a failure.
  private func hasRequestedEverything(before note: Note?) -> Bool {
    // The requests of a superclass are unknown until it makes them.
    guard !(type is AnyObject.Type) else { return false }
    guard !trace.keyTypes.isEmpty else { return note?.key == nil }
    return trace.keyTypes.allSatisfy(TypeMetadata.isEnumeration)
      && trace.remainingKeys(diagnosis.learned.catalogue).isEmpty
  }

  /// Returns the findings about the child that the type would have requested under a key.
  private func fault(of requested: any Any.Type, at key: any CodingKey) -> [PendingFinding] {
    guard let requested = requested as? any Decodable.Type else { return [] }
    do {
      try check(requested, at: key)
      return []
    } catch {
      guard let token = diagnosis.token(of: error) else { return [] }
      diagnosis.name(token, owner: type, requested: requested, key: key)
      return diagnosis[token].findings
    }
  }

  private func check<Value: Decodable>(_ requested: Value.Type, at key: any CodingKey) throws {
    let keys = frame.session.convertedKeys(of: frame)
    let children = frame.tree.children
    let found =
      if let keys { keys[key.stringValue] } else { children.index(ofKey: key.stringValue) }
    let isOptional = requested is any ExpressibleByNilLiteral.Type
    guard let index = found else {
      guard isOptional else { throw DecodingFailure.missing(key, in: frame) }
      return
    }
    frame.visit?.markRead(index)
    if isOptional, children[index].isNull { return }
    let frame = TreeFrame(inPlaceOf: frame)
    _ = try frame.value(of: requested, TreeChild(tree: children[index], index: index), at: key)
  }
}
