import TaneCore

/// The types whose `init(from:)` stopped the program, so that it is not run again.
final class TrapRecord {
  private struct Place: Hashable {
    let path: [String]
    let type: ObjectIdentifier
  }

  private var places: Set<Place> = []
  private var types: Set<ObjectIdentifier> = []
  /// What is to be said of the nodes over which types stopped the program.
  private(set) var findings: [PendingFinding] = []
  private(set) var count = 0

  /// Keeps the type that was decoding itself when the program stopped.
  func note(_ frame: TreeFrame) {
    guard let type = frame.type else { return }
    count += 1
    if frame.invents || frame.attempt?.holdsStandIns == true {
      types.insert(ObjectIdentifier(type))
    } else {
      places.insert(Place(path: frame.components, type: ObjectIdentifier(type)))
      findings.append(
        PendingFinding(
          .trappingInitializer,
          frame.failure.trapMessage(type),
          tree: frame.tree,
          path: frame.components,
          in: frame
        )
      )
    }
  }

  /// Whether a type stopped the program over a value that is none of the data's.
  func hasTrapped(_ type: any Any.Type) -> Bool { types.contains(ObjectIdentifier(type)) }

  /// What a type makes of a frame's node, unless it is known to stop the program over it.
  func guarding<Value: Decodable>(_ frame: TreeFrame, _ type: Value.Type) throws -> Value {
    let place = places.isEmpty ? nil : Place(path: frame.components, type: ObjectIdentifier(type))
    if let place, places.contains(place) { throw frame.failure.trapped(type) }
    return try frame.running(type)
  }
}
