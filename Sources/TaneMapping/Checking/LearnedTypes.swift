/// The values and requests of types, recorded from valid data while faults are collected.
final class LearnedTypes {
  private struct RequestSite: Hashable {
    let owner: ObjectIdentifier
    let type: ObjectIdentifier
    let key: String
  }

  let catalogue: TypeCatalogue
  private var learnedValues: [ObjectIdentifier: Any] = [:]
  private var learnedValuesByRequest: [RequestSite: Any] = [:]
  private var shapes: [ObjectIdentifier: [String: any Any.Type]] = [:]
  private var learnedRunCounts: [ObjectIdentifier: Int] = [:]
  private var handWritten: Set<ObjectIdentifier> = []

  init(catalogue: TypeCatalogue) { self.catalogue = catalogue }

  /// Records a valid value of a type as a possible stand-in.
  func learn<Value>(_ value: Value) {
    let identity = ObjectIdentifier(Value.self)
    if learnedValues[identity] == nil { learnedValues[identity] = value }
  }

  /// Returns a recorded value of a type, if any.
  func learnedValue<Value>(_ type: Value.Type) -> Value? {
    learnedValues[ObjectIdentifier(type)] as? Value
  }

  /// Records a valid value that a type requested under a key.
  func learn<Value>(_ value: Value, of owner: any Any.Type, at key: String) {
    let place = RequestSite(
      owner: ObjectIdentifier(owner),
      type: ObjectIdentifier(Value.self),
      key: key
    )
    if learnedValuesByRequest[place] == nil { learnedValuesByRequest[place] = value }
  }

  /// Returns a recorded value that a type requested under a key elsewhere, if any.
  func learnedValue<Value>(_ type: Value.Type, of owner: any Any.Type, at key: String) -> Value? {
    let place = RequestSite(owner: ObjectIdentifier(owner), type: ObjectIdentifier(type), key: key)
    return learnedValuesByRequest[place] as? Value
  }

  /// Returns true until enough values of a type have been recorded.
  func needsMoreValues(of type: any Any.Type) -> Bool {
    learnedRunCounts[ObjectIdentifier(type), default: 0] < 32
  }

  /// Records the types that a type requests for its keys.
  func learn(_ requests: [Trace.Request], of type: any Any.Type) {
    let identity = ObjectIdentifier(type)
    learnedRunCounts[identity, default: 0] += 1
    guard shapes[identity].map({ $0.count < requests.count }) ?? true else { return }
    shapes[identity] = requests.reduce(into: shapes[identity] ?? [:]) {
      $0[$1.key.stringValue] = $1.type
    }
  }

  /// Returns the type that another type requests for a key, or nil if it is unknown.
  func requested(by type: any Any.Type, at key: String) -> (any Any.Type)? {
    shapes[ObjectIdentifier(type)]?[key]
  }

  /// Records that a type's `init(from:)` is hand-written, because it caught a failure.
  func learnHandWritten(_ type: any Any.Type) { handWritten.insert(ObjectIdentifier(type)) }

  func isHandWritten(_ type: any Any.Type) -> Bool { handWritten.contains(ObjectIdentifier(type)) }
}
