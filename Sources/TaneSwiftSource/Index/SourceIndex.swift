package import TaneCore

/// An index of the types that Swift sources declare, built without compiling the sources.
///
/// ```swift
/// let index = try SourceIndex(of: files, cache: &cache, reader: reader)
/// let report = StaticCheck(of: type, in: index).report(on: tree, at: address)
/// ```
public struct SourceIndex: Sendable {
  /// The types by qualified name, with several types for an ambiguous name.
  private(set) var types: [String: [DeclaredType]] = [:]
  /// The aliases by qualified name, with the names of their files.
  private(set) var aliases: [String: [(summary: DeclarationSummary, file: String)]] = [:]
  /// The `decode` methods in extensions of `KeyedDecodingContainer` for specific types.
  private(set) var overloads: [DecodingOverload] = []
  /// The methods in extensions of keyed containers, by name.
  private(set) var helpers: [String: [(summary: HelperSummary, file: String)]] = [:]
  /// The imported modules, by file.
  private(set) var imports: [String: Set<String>] = [:]
  /// The positions of syntax errors, in the order of the files.
  package private(set) var syntaxErrors: [SourcePosition] = []
  /// The number of relevant files, either parsed or found in the cache.
  package private(set) var readFileCount = 0

  /// Reads all files that are relevant to decoding.
  ///
  /// - Parameters:
  ///   - files: The sources of the app and of its libraries.
  ///   - types: Types to include even if they are not decodable.
  ///   - reader: The reader that parses files.
  /// - Throws: The errors from the reader.
  public init<Reader: SourceReading>(
    of files: [SwiftFile],
    naming types: [TypeReference] = [],
    reader: Reader
  ) throws(Reader.Failure) {
    var cache = SourceCache()
    try self.init(of: files, naming: types, cache: &cache, reader: reader)
  }

  /// Reads all files that are relevant to decoding, and parses only those not in the cache.
  public init<Reader: SourceReading>(
    of files: [SwiftFile],
    naming types: [TypeReference] = [],
    cache: inout SourceCache,
    reader: Reader
  ) throws(Reader.Failure) {
    let summaries = try SourceSelection(files: files, types: types)
      .summaries(cache: &cache, reader: reader)
    readFileCount = summaries.count
    for (file, summary) in summaries {
      add(summary, of: file)
      imports[file] = Set(summary.imports)
      if let place = summary.syntaxError { syntaxErrors.append(place.inFile(file)) }
    }
    var foreign: [String: DeclaredType] = [:]
    for (file, summary) in summaries { addExtensions(summary, of: file, foreign: &foreign) }
    addForeignTypes(foreign)
  }

  private mutating func add(_ summary: FileSummary, of file: String) {
    for declaration in summary.declarations {
      switch declaration.kind {
      case .extensionOf: break
      case .alias: aliases[declaration.qualifiedName, default: []].append((declaration, file))
      default:
        let name = declaration.qualifiedName
        types[name, default: []].append(
          DeclaredType(summary: declaration, file: file, name: name)
        )
      }
    }
  }

  private mutating func addExtensions(
    _ summary: FileSummary,
    of file: String,
    foreign: inout [String: DeclaredType]
  ) {
    for declaration in summary.declarations where declaration.kind == .extensionOf {
      for helper in declaration.helpers {
        for name in Set(helper.names) { helpers[name, default: []].append((helper, file)) }
      }
      overloads += declaration.decodedTypes.map {
        DecodingOverload(type: $0, place: declaration.place.inFile(file))
      }
      guard let name = extendedName(declaration), let found = types[name] else {
        let name = declaration.qualifiedName
        if foreign[name] == nil {
          foreign[name] = DeclaredType(summary: declaration, file: file, name: name)
        } else {
          foreign[name]?.extensions.append((declaration, file))
        }
        continue
      }
      types[name] = found.map { type in
        guard !type.summary.isPrivate || type.file == file,
          !declaration.isForOtherPlatforms || type.summary.isForOtherPlatforms
        else { return type }
        var type = type
        type.extensions.append((declaration, file))
        return type
      }
    }
  }

  /// Adds types of other modules that an extension makes decodable: `extension Color: Codable`.
  private mutating func addForeignTypes(_ foreign: [String: DeclaredType]) {
    for (name, type) in foreign.sorted(by: { $0.key < $1.key })
    where type.initializer != nil || isDecodable(type) {
      let simple = name.split(separator: ".").last.map(String.init) ?? name
      guard !KnownType.names.contains(simple) else { continue }
      types[name] = [type]
      guard simple != name, types[simple] == nil, aliases[simple] == nil else { continue }
      // Other files may refer to `SwiftUI.Color` as `Color`.
      var alias = DeclarationSummary(
        kind: .alias,
        name: simple,
        scope: [],
        place: type.summary.place
      )
      alias.target = .named(name)
      aliases[simple] = [(alias, type.file)]
    }
  }

  /// Returns the name of an extended type, without a module and with aliases resolved, or nil if no
  /// source declares the type.
  private func extendedName(_ declaration: DeclarationSummary) -> String? {
    var names = declaration.qualifiedName.split(separator: ".").map(String.init)
    while !names.isEmpty {
      let name = names.joined(separator: ".")
      if types[name] != nil { return name }
      if let target = aliases[name]?.first?.summary.target?.dottedName, types[target] != nil {
        return target
      }
      names.removeFirst()
    }
    return nil
  }
}

extension SourceIndex {
  /// The qualified names of all types that conform to `Decodable`, sorted.
  package var decodableTypeNames: [String] {
    types.filter { $0.value.contains(where: isDecodable) }.map(\.key).sorted()
  }

  /// The names by which mappings can refer to the types that conform to `Decodable`: ambiguous
  /// names are prefixed with a folder.
  package var mappableTypeNames: [String] {
    decodableTypeNames.flatMap { name in
      guard case .ambiguous = find(name.split(separator: ".").map(String.init), from: .outside)
      else { return [name] }
      let folders = (types[name] ?? []).map { $0.file.split(separator: "/").dropLast() }
      let own = folders.indices.compactMap { index in
        folders[index].first { folder in
          folders.indices.allSatisfy { $0 == index || !folders[$0].contains(folder) }
        }
      }
      return own.isEmpty ? [name] : own.sorted().map { "\($0).\(name)" }
    }
  }

  /// The names of all declared types.
  var typeNames: [String] { Array(types.keys) }

  /// Returns the schema of the type with the given qualified name, or nil if it is undeclared or
  /// ambiguous.
  package func schema(named name: String) -> TypeSchema? {
    guard let found = types[name], found.count == 1 else { return nil }
    return found.first.map { SchemaBuilder(index: self, type: $0).schema() }
  }
}
