import TaneCore

/// The decoding of one type from one node, run again with stand-ins for what failed until it is
/// through.
final class Attempt {
  /// A question of the type: which node of which type.
  private struct Site: Hashable {
    let path: [String]
    let type: ObjectIdentifier
  }

  /// A failure that the type was told of in this run.
  private struct Note {
    let failure: FailureToken
    let site: Site?
    let key: (any CodingKey)?
    /// What to put in the failed one's place; scalars only where they may be invented.
    let makeStandIn: (_ freely: Bool) -> Any?
  }

  let type: any Any.Type
  let diagnosis: Diagnosis
  private let frame: TreeFrame
  var trace = Trace()
  private var notes: [Note] = []
  private var repairs: [Site: Any] = [:]
  /// Whether the compiler could have written what ran; nil until somebody asks after the run.
  private var looksSynthesised: Bool?
  private var firstMended: (any CodingKey)?
  private var visits: [Visit] = []
  /// Whether sound answers are kept, to stand for ones that fail elsewhere.
  private let isLearning: Bool

  /// The most faults of one value, not counting those of the values in it, that are collected.
  private static let maximumReruns = 256

  /// The most elements that a list has which does not exist.
  private static let maximumInventedElements = 16

  init(_ type: any Any.Type, in frame: TreeFrame, for diagnosis: Diagnosis) {
    self.type = type
    self.frame = frame
    self.diagnosis = diagnosis
    isLearning = diagnosis.learned.isLearning(type)
  }

  /// Whether the type is shown values that are none of the data's.
  var holdsStandIns: Bool { !repairs.isEmpty }

  /// Notes that the type opened a map or list.
  func opened(_ visit: Visit?) {
    if let visit { visits.append(visit) }
  }

  /// Notes an error that leaves nothing to put something in the place of.
  func note(_ error: any Error) {
    guard let token = diagnosis.token(of: error) else { return }
    notes.append(Note(failure: token, site: nil, key: nil) { _ in nil })
  }

  /// Answers a question of the type: as the node does, or with the stand-in for a failed answer.
  func reading<Value>(
    _ type: Value.Type,
    in asking: TreeFrame,
    at key: (any CodingKey)?,
    _ answer: () throws -> Value
  ) throws -> Value {
    if let key { trace.note(key, type) }
    if !repairs.isEmpty, let standIn = repairs[site(type, asking, key)] as? StandIn<Value> {
      return standIn.value
    }
    do {
      let value = try answer()
      if isLearning, let key { diagnosis.learned.learn(value, of: self.type, at: key.stringValue) }
      return value
    } catch {
      // A type that reads a list to its end finds one in a list that is invented as well.
      if asking.invents, (key?.intValue ?? 0) < Self.maximumInventedElements,
        let value = standIn(type, in: asking, at: key, freely: true)
      {
        return value
      }
      note(error, type, in: asking, at: key)
      throw error
    }
  }

  private func note<Value>(
    _ error: any Error,
    _ type: Value.Type,
    in asking: TreeFrame,
    at key: (any CodingKey)?
  ) {
    guard let token = diagnosis.token(of: error) else { return }
    if let key { diagnosis.name(token, owner: self.type, asked: type, key: key) }
    let repaired = diagnosis[token].repaired as? Value
    notes.append(
      Note(failure: token, site: site(type, asking, key), key: key) { freely in
        (repaired ?? self.standIn(type, in: asking, at: key, freely: freely)).map(StandIn.init)
      }
    )
  }

  private func standIn<Value>(
    _ type: Value.Type,
    in asking: TreeFrame,
    at key: (any CodingKey)?,
    freely: Bool
  ) -> Value? {
    if type == TreeFrame.self, let key { return asking.inventedFrame(at: key) as? Value }
    if let key,
      let donor = diagnosis.learned.donor(type, of: self.type, at: key.stringValue)
    {
      return donor
    }
    return diagnosis.invent(type, freely: freely, in: asking)
  }

  private func site(_ type: any Any.Type, _ asking: TreeFrame, _ key: (any CodingKey)?) -> Site {
    var path: [String] = key.map { [$0.stringValue] } ?? []
    var asking: TreeFrame? = asking
    while let current = asking, current !== frame, let key = current.key {
      path.append(key.stringValue)
      asking = current.parent
    }
    return Site(path: path, type: ObjectIdentifier(type))
  }
}

/// A value in the place of one that failed.
private struct StandIn<Value> {
  let value: Value
}

extension Attempt {
  /// Runs the type's `init(from:)` until it is through or nothing more can be put in its way.
  func run<Value: Decodable>(_ type: Value.Type) throws -> Value {
    var first: (any Error)?
    var findings: [PendingFinding] = []
    while true {
      begin()
      switch Result(catching: { try frame.running(type) }) {
      case .success(let value):
        guard let first else {
          finish()
          return value
        }
        throw diagnosis.raise(first, findings, repaired: value)
      case .failure(let error):
        let raised = first ?? error
        first = raised
        let escaped = escapedNote(of: error)
        findings += conditional(self.findings(of: error, escaped))
        guard let escaped, mend(escaped) else {
          findings += stop(at: escaped)
          throw diagnosis.raise(raised, findings, repaired: nil)
        }
      }
    }
  }

  private func begin() {
    frame.attempt = self
    notes = []
    trace = Trace()
    looksSynthesised = nil
  }

  /// The type is through without a fault: what it asked teaches what others of it would ask.
  private func finish() {
    if !notes.isEmpty { diagnosis.learned.learnHandWritten(type) }
    if isLearning { diagnosis.learned.learn(trace.asks, of: type) }
  }

  private func escapedNote(of error: any Error) -> Note? {
    guard let token = diagnosis.token(of: error) else { return nil }
    return notes.last { $0.failure == token }
  }

  /// What an error says: the findings of what escaped, or the type's own refusal.
  private func findings(of error: any Error, _ escaped: Note?) -> [PendingFinding] {
    if notes.contains(where: { $0.failure != escaped?.failure }) {
      diagnosis.learned.learnHandWritten(type)
    }
    if let escaped { return diagnosis[escaped.failure].findings }
    // A stand-in may be what the type refuses.
    guard repairs.isEmpty else { return [] }
    if let error = error as? DecodingError,
      let token = error.context?.underlyingError as? FailureToken
    {
      return diagnosis[token].findings
    }
    return [refusal(error)]
  }

  /// What the type itself says of the node.
  private func refusal(_ error: any Error) -> PendingFinding {
    let catalogue = diagnosis.learned.catalogue
    let keys = trace.keyTypes.first.map { catalogue.keys(of: $0).declared.map(\.key.stringValue) }
    guard let finding = PendingFinding(noCaseOf: type, among: keys ?? [], in: frame, error)
    else { return PendingFinding(refusing: frame, type, error) }
    for visit in visits { visit.isCutShort = true }
    return finding
  }

  /// The findings, marked where somebody's own code may have gone astray over a stand-in.
  private func conditional(_ findings: [PendingFinding]) -> [PendingFinding] {
    guard let key = firstMended?.stringValue, !findings.isEmpty, isHandWritten else {
      return findings
    }
    return findings.map { $0.conditional(on: key) }
  }

  private func mend(_ note: Note) -> Bool {
    guard let site = note.site, note.key != nil, repairs[site] == nil,
      repairs.count < Self.maximumReruns, !diagnosis.isFull,
      let standIn = note.makeStandIn(!isHandWritten)
    else { return false }
    repairs[site] = standIn
    diagnosis.noteMend()
    firstMended = firstMended ?? note.key
    return true
  }

  /// Whether somebody's own code sees what is put in the place of failures.
  private var isHandWritten: Bool {
    if diagnosis.learned.isHandWritten(type) { return true }
    if let looksSynthesised { return !looksSynthesised }
    let looks = trace.looksSynthesised(for: type, diagnosis.learned.catalogue)
    looksSynthesised = looks
    return !looks
  }

  /// Ends the attempt before the type is through; returns what can be found without it.
  private func stop(at note: Note?) -> [PendingFinding] {
    let isHandWritten = isHandWritten
    // An enumeration asks for the one case that is there.
    guard isHandWritten || !TypeMetadata.isEnumeration(type),
      !hasAskedForEverything(before: note)
    else { return [] }
    var findings: [PendingFinding] = []
    var unknown: [String] = []
    for key in trace.remainingKeys(diagnosis.learned.catalogue) {
      let asked = diagnosis.learned.asked(by: type, at: key.stringValue)
      if let asked, !isHandWritten {
        findings += fault(of: asked, at: key)
      } else {
        unknown.append(key.stringValue)
      }
    }
    guard isHandWritten || !unknown.isEmpty else { return findings }
    for visit in visits { visit.isCutShort = true }
    diagnosis.noteCutShort(type, after: note?.key, unknown, in: frame)
    return findings
  }

  /// Whether nothing is left that the type might ask for after a failure.
  private func hasAskedForEverything(before note: Note?) -> Bool {
    // What a superclass asks for cannot be known before it does.
    guard !(type is AnyObject.Type) else { return false }
    guard !trace.keyTypes.isEmpty else { return note?.key == nil }
    return trace.keyTypes.allSatisfy(TypeMetadata.isEnumeration)
      && trace.remainingKeys(diagnosis.learned.catalogue).isEmpty
  }

  /// What is wrong with a child that the type would have asked for.
  private func fault(of asked: any Any.Type, at key: any CodingKey) -> [PendingFinding] {
    guard let asked = asked as? any Decodable.Type else { return [] }
    do {
      try check(asked, at: key)
      return []
    } catch {
      guard let token = diagnosis.token(of: error) else { return [] }
      diagnosis.name(token, owner: type, asked: asked, key: key)
      return diagnosis[token].findings
    }
  }

  private func check<Value: Decodable>(_ asked: Value.Type, at key: any CodingKey) throws {
    let keys = frame.session.convertedKeys(of: frame)
    let children = frame.tree.children
    let found =
      if let keys { keys[key.stringValue] } else { children.index(ofKey: key.stringValue) }
    let isOptional = asked is any ExpressibleByNilLiteral.Type
    guard let index = found else {
      guard isOptional else { throw DecodingFailure.missing(key, in: frame) }
      return
    }
    frame.visit?.markRead(index)
    if isOptional, children[index].isNull { return }
    let frame = TreeFrame(inPlaceOf: frame)
    _ = try frame.value(of: asked, TreeChild(tree: children[index], index: index), at: key)
  }
}
