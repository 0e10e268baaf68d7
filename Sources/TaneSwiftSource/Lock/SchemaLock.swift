import TaneCore

/// The shape of all types that read an app's data, for keeping in a file and comparing with later.
///
/// Types are written with their full names, other names for them followed, and without where they are
/// declared, so that a file changes only when the data do that the types read.
///
/// ```swift
/// let lock = SchemaLock(of: mappedTypes, in: index)
/// lock.changes(since: committed)  // Models.swift:7:7: error: Shop needs the key "phone" …
/// ```
public struct SchemaLock: Sendable {
  /// The version of the file's layout.
  public static let format = 1

  /// The types by their qualified names.
  public private(set) var types: [String: LockedType]
  /// The positions of types and keys, in the sources or in a file.
  private(set) var places: SchemaPlaces

  /// Takes types, and whatever they read, from their sources.
  ///
  /// - Parameters:
  ///   - types: The types that read data, as mappings name them.
  ///   - index: The types that the sources declare.
  public init(of types: [TypeReference], in index: SourceIndex) {
    var collector = SchemaCollector(index)
    for type in types { collector.add(type) }
    self.init(collector.types, places: collector.places)
  }

  /// Creates a lock of types whose places are not known.
  public init(_ types: [String: LockedType]) {
    self.init(types, places: SchemaPlaces())
  }

  init(_ types: [String: LockedType], places: SchemaPlaces) {
    self.types = types
    self.places = places
  }
}

/// The positions of types and the keys below them: `["Shop", "place", "latitude"]`.
struct SchemaPlaces: Sendable {
  private var positions: [[String]: SourcePosition] = [:]

  subscript(path: [String]) -> SourcePosition? {
    get { positions[path] }
    set { positions[path] = newValue }
  }
}
