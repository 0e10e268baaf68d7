import TaneCore

/// The collection of every fault: the second pass over data that a type refused.
///
/// Types decode themselves as ever, but each is run again with something in the place of what failed,
/// so that it asks for the rest. A failure counts only if it escapes the type's `init(from:)`: what a
/// type catches, it makes do with.
final class Diagnosis {
  let learned: LearnedTypes
  /// The types that were left before they were through.
  private(set) var cutShort = CutShortTypes()
  private var failures: [Failure] = []
  /// The failure behind the last error that is none of ours, and so carries no token.
  private var foreignFailure: FailureToken?
  private var inventing: Set<ObjectIdentifier> = []
  private let maximumFindings: Int
  private var mendCount = 0

  init(learned: LearnedTypes, maximumFindings: Int) {
    self.learned = learned
    self.maximumFindings = maximumFindings
  }
}

/// What made a type refuse a node: all the findings below it, of which the error tells the first.
struct Failure {
  var findings: [PendingFinding]
  /// What the type makes of the node when the faults below it are mended.
  var repaired: Any?
}

/// The mark by which an error that comes out of a type's `init(from:)` is known again.
struct FailureToken: Error, Equatable {
  let number: Int
}

/// What a type made of a node.
enum Outcome {
  case value(Any)
  case failure(any Error, FailureToken)
}

extension Diagnosis {
  /// Keeps a finding for the error that tells it.
  func register(_ finding: PendingFinding) -> FailureToken {
    register(Failure(findings: [finding]))
  }

  private func register(_ failure: Failure) -> FailureToken {
    failures.append(failure)
    return FailureToken(number: failures.count - 1)
  }

  subscript(token: FailureToken) -> Failure {
    get { failures[token.number] }
    set { failures[token.number] = newValue }
  }

  /// The failure that an error tells, if it came through here.
  func token(of error: any Error) -> FailureToken? {
    guard let error = error as? DecodingError else { return foreignFailure }
    return error.context?.underlyingError as? FailureToken
  }

  /// The error to throw for several failures inside a node: the first one, which stands for all.
  func raise(_ error: any Error, _ findings: [PendingFinding], repaired: Any?) -> any Error {
    let token = register(Failure(findings: findings, repaired: repaired))
    guard let error = error as? DecodingError else {
      foreignFailure = token
      return error
    }
    return error.carrying(token)
  }

  /// Says who asked for the nodes of a failure, where no type further in did.
  func name(
    _ token: FailureToken,
    owner: any Any.Type,
    asked: any Any.Type,
    key: any CodingKey
  ) {
    guard let property = learned.catalogue.property(of: key) else { return }
    for index in failures[token.number].findings.indices {
      failures[token.number].findings[index].name(owner: owner, asked: asked, property: property)
    }
  }

  /// Notes that a type was left before it was through.
  func noteCutShort(
    _ type: any Any.Type,
    after key: (any CodingKey)?,
    _ unknown: [String],
    in frame: TreeFrame
  ) {
    let place = frame.tree.position?.description ?? TreePath(frame.components).description
    cutShort.add(type, after: key?.stringValue, remaining: unknown, at: place)
  }

  /// Counts one more fault that something is put in the place of.
  func noteMend() { mendCount += 1 }

  /// Whether a limit ends the search for more.
  var isFull: Bool { mendCount >= maximumFindings }
}

extension Diagnosis {
  /// The value that a type makes of the node of a frame made for it.
  func value<Value: Decodable>(of type: Value.Type, in frame: TreeFrame) throws -> Value {
    if frame.invents {
      guard let invented = invent(type, freely: true, in: frame) else {
        throw frame.failure.mismatch(type)
      }
      return invented
    }
    if let container = type as? any CheckedContainer.Type,
      let value = try container.diagnose(in: frame, by: self) as? Value
    {
      return value
    }
    return try attempt(type, in: frame)
  }

  /// The value that a type makes of a node by its own `init(from:)`; asked once for a list or map.
  func attempt<Value: Decodable>(_ type: Value.Type, in frame: TreeFrame) throws -> Value {
    let identity = ObjectIdentifier(type)
    switch frame.visit?.outcomes[identity] {
    case .value(let value as Value)?:
      return value
    case .failure(let error, let token)?:
      if !(error is DecodingError) { foreignFailure = token }
      throw error
    default:
      break
    }
    let attempt = Attempt(type, in: frame, for: self)
    do {
      let value = try attempt.run(type)
      frame.visit?.outcomes[identity] = .value(value)
      learned.learn(value)
      return value
    } catch {
      if let token = token(of: error) {
        frame.visit?.outcomes[identity] = .failure(error, token)
      }
      throw error
    }
  }
}

extension Diagnosis {
  /// What a strategy's function makes of a frame's node; an error of its own is about that node.
  func explaining<Value>(
    _ type: Value.Type,
    _ frame: TreeFrame,
    _ read: (any Decoder) throws -> Value
  ) throws -> Value {
    do {
      return try read(frame)
    } catch {
      if (error as? DecodingError)?.context?.underlyingError is FailureToken { throw error }
      throw raise(error, [PendingFinding(refusing: frame, type, error)], repaired: nil)
    }
  }

  /// A value to put in the place of one that failed, so that the type asks for the rest.
  ///
  /// Nothing is better than something, a value from the data better than an invented one. Where code that somebody
  /// wrote sees it, it is from the data: an invented one could make that code trap.
  func invent<Value>(_ type: Value.Type, freely: Bool, in frame: TreeFrame) -> Value? {
    if freely, let empty = (type as? any EmptyStandIn.Type)?.emptyStandIn as? Value { return empty }
    if let donor = learned.donor(type) { return donor }
    guard freely else { return nil }
    if let first = TypeMetadata.cases(of: type).first?.value { return first }
    if let scalar = ScalarStandIns.value(of: type) { return scalar }
    guard let decodable = type as? any Decodable.Type else { return nil }
    return invent(decodable, in: frame.session) as? Value
  }

  /// What a type makes of a node that answers every question.
  private func invent<Value: Decodable>(
    _ type: Value.Type,
    in session: DecodingSession
  ) -> Value? {
    guard inventing.insert(ObjectIdentifier(type)).inserted else { return nil }
    defer { inventing.remove(ObjectIdentifier(type)) }
    let frame = TreeFrame(root: .null, session: session, invents: true)
    frame.attempt = Attempt(type, in: frame, for: self)
    return try? frame.running(type)
  }
}

extension DecodingError {
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  /// The same error with a token in it.
  func carrying(_ token: FailureToken) -> DecodingError {
    switch self {
    case .typeMismatch(let type, let context): .typeMismatch(type, context.carrying(token))
    case .valueNotFound(let type, let context): .valueNotFound(type, context.carrying(token))
    case .keyNotFound(let key, let context): .keyNotFound(key, context.carrying(token))
    case .dataCorrupted(let context): .dataCorrupted(context.carrying(token))
    @unknown default: self
    }
  }
}

extension DecodingError.Context {
  fileprivate func carrying(_ token: FailureToken) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath,
      debugDescription: debugDescription,
      underlyingError: token
    )
  }
}
