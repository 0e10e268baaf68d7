/// What sound data taught about types while the faults of others were collected.
final class LearnedTypes {
  private struct Place: Hashable {
    let owner: ObjectIdentifier
    let type: ObjectIdentifier
    let key: String
  }

  let catalogue: TypeCatalogue
  private var donors: [ObjectIdentifier: Any] = [:]
  private var placedDonors: [Place: Any] = [:]
  private var shapes: [ObjectIdentifier: [String: any Any.Type]] = [:]
  private var lessons: [ObjectIdentifier: Int] = [:]
  private var handWritten: Set<ObjectIdentifier> = []

  init(catalogue: TypeCatalogue) { self.catalogue = catalogue }

  /// Keeps a sound value of a type, to stand for one that fails.
  func learn<Value>(_ value: Value) {
    let identity = ObjectIdentifier(Value.self)
    if donors[identity] == nil { donors[identity] = value }
  }

  /// A sound value of a type.
  func donor<Value>(_ type: Value.Type) -> Value? { donors[ObjectIdentifier(type)] as? Value }

  /// Keeps a sound value that a type read under a key.
  func learn<Value>(_ value: Value, of owner: any Any.Type, at key: String) {
    let place = Place(
      owner: ObjectIdentifier(owner),
      type: ObjectIdentifier(Value.self),
      key: key
    )
    if placedDonors[place] == nil { placedDonors[place] = value }
  }

  /// A sound value that a type read under a key elsewhere.
  func donor<Value>(_ type: Value.Type, of owner: any Any.Type, at key: String) -> Value? {
    let place = Place(owner: ObjectIdentifier(owner), type: ObjectIdentifier(type), key: key)
    return placedDonors[place] as? Value
  }

  /// Whether sound values of a type may still teach something; a few are enough.
  func isLearning(_ type: any Any.Type) -> Bool {
    lessons[ObjectIdentifier(type), default: 0] < 32
  }

  /// Keeps what a type asks for under its keys.
  func learn(_ asks: [Trace.Ask], of type: any Any.Type) {
    let identity = ObjectIdentifier(type)
    lessons[identity, default: 0] += 1
    guard shapes[identity].map({ $0.count < asks.count }) ?? true else { return }
    shapes[identity] = asks.reduce(into: shapes[identity] ?? [:]) {
      $0[$1.key.stringValue] = $1.type
    }
  }

  /// What a type is known to ask for under a key.
  func asked(by type: any Any.Type, at key: String) -> (any Any.Type)? {
    shapes[ObjectIdentifier(type)]?[key]
  }

  /// Keeps that a type caught a failure: its `init(from:)` is somebody's own.
  func learnHandWritten(_ type: any Any.Type) { handWritten.insert(ObjectIdentifier(type)) }

  func isHandWritten(_ type: any Any.Type) -> Bool { handWritten.contains(ObjectIdentifier(type)) }
}
