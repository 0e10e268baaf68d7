import TaneCore

/// A second pass that collects all faults in data that a type cannot read.
///
/// Types decode themselves as usual, but each one is run again with stand-ins for failed values, so
/// that it requests its remaining values. A failure counts only if it escapes the type's
/// `init(from:)`; errors that a type catches are ignored.
final class Diagnosis {
  let learned: LearnedTypes
  /// The types whose decoding ended before they had requested all keys.
  private(set) var incompleteTypes = IncompleteTypes()
  private var failures: [Failure] = []
  /// The failure for the last error that is not a `DecodingError`; such errors contain no token.
  private var foreignFailure: FailureToken?
  private var inventing: Set<ObjectIdentifier> = []
  private let maximumFindings: Int
  private var repairCount = 0

  init(learned: LearnedTypes, maximumFindings: Int) {
    self.learned = learned
    self.maximumFindings = maximumFindings
  }
}

/// A failure of a type to decode a node, with all findings at and below the node; the thrown error
/// describes the first finding.
struct Failure {
  var findings: [PendingFinding]
  /// The type's value with stand-ins for failed values below the node, if it could be decoded.
  var repaired: Any?
}

/// A token that identifies a failure inside an error.
struct FailureToken: Error, Equatable {
  let number: Int
}

/// The result of decoding a node as a particular type.
enum Outcome {
  case value(Any)
  case failure(any Error, FailureToken)
}

extension Diagnosis {
  /// Registers a failure with one finding, and returns the token for the corresponding error.
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

  /// Returns the token of the failure that an error represents, if any.
  func token(of error: any Error) -> FailureToken? {
    guard let error = error as? DecodingError else { return foreignFailure }
    return error.context?.underlyingError as? FailureToken
  }

  /// Returns the error to throw for several failures at a node: the first error, containing the
  /// findings of all failures.
  func errorToThrow(for error: any Error, findings: [PendingFinding], repaired: Any?) -> any Error {
    let token = register(Failure(findings: findings, repaired: repaired))
    guard let error = error as? DecodingError else {
      foreignFailure = token
      return error
    }
    return error.containing(token)
  }

  /// Adds the requesting type and property to the findings of a failure, except to those that
  /// already have them from an inner type.
  func name(
    _ token: FailureToken,
    owner: any Any.Type,
    requested: any Any.Type,
    key: any CodingKey
  ) {
    guard let property = learned.catalogue.property(of: key) else { return }
    for index in failures[token.number].findings.indices {
      failures[token.number].findings[index].name(
        owner: owner,
        requested: requested,
        property: property
      )
    }
  }

  /// Records a type whose decoding ended before it had requested all keys.
  func recordIncompleteType(
    _ type: any Any.Type,
    after key: (any CodingKey)?,
    _ unknown: [String],
    in frame: TreeFrame
  ) {
    let place = frame.tree.position?.description ?? TreePath(frame.components).description
    incompleteTypes.add(type, after: key?.stringValue, remaining: unknown, at: place)
  }

  /// Records that a stand-in replaces a failed value.
  func countRepair() { repairCount += 1 }

  /// A Boolean value indicating whether the maximum number of faults is reached.
  var isFull: Bool { repairCount >= maximumFindings }
}

extension Diagnosis {
  /// Decodes a type from a frame, which must not be used for any other type.
  func value<Value: Decodable>(of type: Value.Type, in frame: TreeFrame) throws -> Value {
    if frame.isInvented {
      guard let invented = makeStandInValue(type, freely: true, in: frame) else {
        throw frame.failure.mismatch(type)
      }
      return invented
    }
    if let container = type as? any CheckedContainer.Type,
      let value = try container.decode(from: frame, reportingTo: self) as? Value
    {
      return value
    }
    return try attempt(type, in: frame)
  }

  /// Decodes a type from a node with the type's own `init(from:)`; the result for a list or map is
  /// cached by type.
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
  /// Decodes a frame's node with the function of a strategy; registers an error from the function
  /// as a failure of the node.
  func decodeWithStrategy<Value>(
    _ type: Value.Type,
    _ frame: TreeFrame,
    _ read: (any Decoder) throws -> Value
  ) throws -> Value {
    do {
      return try read(frame)
    } catch {
      if (error as? DecodingError)?.context?.underlyingError is FailureToken { throw error }
      let finding = PendingFinding(refusing: frame, type, error)
      throw errorToThrow(for: error, findings: [finding], repaired: nil)
    }
  }

  /// Returns a stand-in for a failed value, or nil if none is available.
  ///
  /// With the stand-in, the enclosing type can request its remaining values.
  ///
  /// An empty optional or collection is preferred to a value from the data, which is preferred to
  /// an invented value. If `freely` is false, only a value from the data is returned, because a
  /// hand-written initializer could trap on others.
  func makeStandInValue<Value>(_ type: Value.Type, freely: Bool, in frame: TreeFrame) -> Value? {
    if freely, let empty = (type as? any EmptyStandIn.Type)?.emptyStandIn as? Value { return empty }
    if let learnedValue = learned.learnedValue(type) { return learnedValue }
    guard freely else { return nil }
    if let first = TypeMetadata.cases(of: type).first?.value { return first }
    if let scalar = ScalarStandIns.value(of: type) { return scalar }
    guard let decodable = type as? any Decodable.Type else { return nil }
    return makeStandInValue(decodable, in: frame.session) as? Value
  }

  /// Returns the value that a type decodes from an invented node, which answers requests with
  /// stand-ins, or nil if decoding fails.
  private func makeStandInValue<Value: Decodable>(
    _ type: Value.Type,
    in session: DecodingSession
  ) -> Value? {
    guard inventing.insert(ObjectIdentifier(type)).inserted else { return nil }
    defer { inventing.remove(ObjectIdentifier(type)) }
    let frame = TreeFrame(root: .null, session: session, isInvented: true)
    frame.attempt = Attempt(type, in: frame, for: self)
    return try? frame.runInitializer(of: type)
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

  /// Returns the error with a token in its context.
  func containing(_ token: FailureToken) -> DecodingError {
    switch self {
    case .typeMismatch(let type, let context): .typeMismatch(type, context.containing(token))
    case .valueNotFound(let type, let context): .valueNotFound(type, context.containing(token))
    case .keyNotFound(let key, let context): .keyNotFound(key, context.containing(token))
    case .dataCorrupted(let context): .dataCorrupted(context.containing(token))
    @unknown default: self
    }
  }
}

extension DecodingError.Context {
  fileprivate func containing(_ token: FailureToken) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath,
      debugDescription: debugDescription,
      underlyingError: token
    )
  }
}
