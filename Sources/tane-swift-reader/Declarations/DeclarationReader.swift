import SwiftParser
import SwiftSyntax
import TaneSwiftSource

/// A reader that summarizes the declarations of a source file in all branches of `#if`; local
/// declarations are included only if they are in initializers.
struct DeclarationReader {
  let lines: LineTable
  private(set) var summary = FileSummary()
  /// A Boolean value indicating whether the reader is in an `#if` branch that is never compiled for
  /// iOS.
  private var isForOtherPlatforms = false

  /// Parses a file and returns its summary.
  static func summary(of bytes: [UInt8]) -> FileSummary {
    let tree = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    var reader = DeclarationReader(lines: LineTable(bytes))
    reader.summary.syntaxError = SyntaxErrorSearch.first(in: tree).map(reader.lines.place)
    for item in tree.statements {
      guard case .decl(let declaration) = item.item else { continue }
      if let node = declaration.as(ImportDeclSyntax.self), let module = node.path.first {
        reader.summary.imports.append(module.name.text)
      }
      reader.read(declaration, in: [])
    }
    return reader.summary
  }

  private init(lines: LineTable) { self.lines = lines }

  /// Summarizes a declaration that is nested in the types with the given names, or at the top
  /// level.
  private mutating func read(_ declaration: DeclSyntax, in scope: [String]) {
    if let conditional = declaration.as(IfConfigDeclSyntax.self) {
      readClauses(of: conditional) { $0.read($1, in: scope) }
    } else if let alias = declaration.as(TypeAliasDeclSyntax.self) {
      readAlias(alias, in: scope)
    } else if let group = declaration.asProtocol((any DeclGroupSyntax).self) {
      readGroup(group, in: scope)
    }
  }

  /// Reads the declarations of all branches of `#if`.
  private mutating func readClauses(
    of conditional: IfConfigDeclSyntax,
    _ read: (inout DeclarationReader, DeclSyntax) -> Void
  ) {
    let wasForOtherPlatforms = isForOtherPlatforms
    defer { isForOtherPlatforms = wasForOtherPlatforms }
    let isLeftOut = PlatformCondition.exclusions(of: conditional.clauses)
    for (clause, isLeftOut) in zip(conditional.clauses, isLeftOut) {
      isForOtherPlatforms = wasForOtherPlatforms || isLeftOut
      for element in Self.elements(of: clause) { read(&self, element) }
    }
  }

  private mutating func readAlias(_ alias: TypeAliasDeclSyntax, in scope: [String]) {
    var summary = DeclarationSummary(
      kind: .alias,
      name: alias.name.nameWithoutBackticks,
      scope: scope,
      place: place(of: alias.name)
    )
    summary.genericParameters = Self.names(of: alias.genericParameterClause)
    summary.isForOtherPlatforms = isForOtherPlatforms
    summary.isPrivate = Self.isPrivate(alias.modifiers, in: scope)
    let target = alias.initializer.value
    summary.target = TypeReference(text: target.trimmedDescription)
    // An alias such as `typealias Model = Codable & Sendable` represents conformances.
    if let composition = target.as(CompositionTypeSyntax.self) {
      summary.inherited = composition.elements.map {
        TypeReference(text: $0.type.trimmedDescription)
      }
    }
    self.summary.declarations.append(summary)
  }

  private mutating func readGroup(_ group: any DeclGroupSyntax, in scope: [String]) {
    guard let (kind, name, token) = Self.heading(of: group) else { return }
    var summary = DeclarationSummary(
      kind: kind,
      name: name,
      scope: scope,
      place: place(of: token)
    )
    let parameters = group.asProtocol((any WithGenericParametersSyntax).self)
    summary.genericParameters = Self.names(of: parameters?.genericParameterClause)
    summary.inherited =
      group.inheritanceClause?.inheritedTypes.flatMap { Self.conformances($0.type) } ?? []
    summary.isForOtherPlatforms = isForOtherPlatforms
    summary.attributes = AttributeFilter.possibleMacros(of: group.attributes)
    summary.isPrivate = Self.isPrivate(group.modifiers, in: scope)
    // The name of an extension may be dotted: `extension Shop.Kind`.
    let inner = scope + name.split(separator: ".").map(String.init)
    let index = self.summary.declarations.count
    self.summary.declarations.append(summary)
    var members = MemberReader(lines: lines, summary: summary)
    for item in group.memberBlock.members {
      readMember(item.decl, with: &members, in: inner)
    }
    self.summary.declarations[index] = members.finish()
  }

  private mutating func readMember(
    _ declaration: DeclSyntax,
    with members: inout MemberReader,
    in scope: [String],
    isConditional: Bool = false
  ) {
    if let conditional = declaration.as(IfConfigDeclSyntax.self) {
      readClauses(of: conditional) {
        $0.readMember($1, with: &members, in: scope, isConditional: true)
      }
    } else if isForOtherPlatforms, !members.summary.isForOtherPlatforms,
      declaration.is(EnumCaseDeclSyntax.self) || declaration.is(InitializerDeclSyntax.self)
    {
      // On iOS, the type lacks this member.
      return
    } else if !members.read(declaration, isConditional: isConditional) {
      read(declaration, in: scope)
    } else if let body = declaration.as(InitializerDeclSyntax.self)?.body {
      // Initializers may declare local types, such as a type that decodes a discriminator.
      for statement in body.statements {
        if case .decl(let local) = statement.item { read(local, in: scope) }
      }
    }
  }

  private func place(of token: TokenSyntax) -> Place {
    lines.place(at: token.positionAfterSkippingLeadingTrivia.utf8Offset)
  }
}

extension DeclarationReader {
  private static func heading(
    of group: any DeclGroupSyntax
  ) -> (DeclarationSummary.Kind, String, TokenSyntax)? {
    func named(
      _ kind: DeclarationSummary.Kind,
      _ name: TokenSyntax
    ) -> (DeclarationSummary.Kind, String, TokenSyntax) { (kind, name.nameWithoutBackticks, name) }
    if let type = group.as(StructDeclSyntax.self) { return named(.structure, type.name) }
    if let type = group.as(ClassDeclSyntax.self) { return named(.classType, type.name) }
    if let type = group.as(ActorDeclSyntax.self) { return named(.classType, type.name) }
    if let type = group.as(EnumDeclSyntax.self) { return named(.enumeration, type.name) }
    if let type = group.as(ProtocolDeclSyntax.self) { return named(.protocolType, type.name) }
    guard let type = group.as(ExtensionDeclSyntax.self) else { return nil }
    // An extension of `[Shop]` or `Array` does not affect decoding.
    guard let name = TypeReference(text: type.extendedType.trimmedDescription).dottedName,
      let token = type.extendedType.firstToken(viewMode: .sourceAccurate)
    else { return nil }
    return (.extensionOf, name, token)
  }

  private static func elements(of clause: IfConfigClauseSyntax) -> [DeclSyntax] {
    switch clause.elements {
    case .decls(let members): members.map(\.decl)
    case .statements(let items):
      items.compactMap { if case .decl(let declaration) = $0.item { declaration } else { nil } }
    default: []
    }
  }

  /// Returns the types that an entry of an inheritance clause names; compositions such as `A & B`
  /// are split into their parts.
  private static func conformances(_ type: TypeSyntax) -> [TypeReference] {
    if let composition = type.as(CompositionTypeSyntax.self) {
      return composition.elements.flatMap { conformances($0.type) }
    }
    if let attributed = type.as(AttributedTypeSyntax.self) {
      return conformances(attributed.baseType)
    }
    return [TypeReference(text: type.trimmedDescription)]
  }

  private static func names(of clause: GenericParameterClauseSyntax?) -> [String] {
    clause?.parameters.map { $0.name.nameWithoutBackticks } ?? []
  }

  private static func isPrivate(_ modifiers: DeclModifierListSyntax, in scope: [String]) -> Bool {
    // Private members of a type are already distinguished by their scope.
    scope.isEmpty
      && modifiers.contains {
        ["private", "fileprivate"].contains($0.name.text)
      }
  }
}

extension TokenSyntax {
  /// The name without backticks.
  var nameWithoutBackticks: String {
    text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text
  }
}

/// A search for the first syntax error in a file.
private enum SyntaxErrorSearch {
  /// Returns the offset in bytes of the first missing or unexpected syntax, or nil if there is
  /// none.
  static func first(in tree: some SyntaxProtocol) -> Int? {
    guard tree.hasError else { return nil }
    if let token = tree.as(TokenSyntax.self) { return offset(of: token) }
    for child in tree.children(viewMode: .fixedUp) where child.hasError {
      if child.is(UnexpectedNodesSyntax.self) { return offset(of: child) }
      return first(in: child)
    }
    return offset(of: tree)
  }

  private static func offset(of node: some SyntaxProtocol) -> Int {
    node.positionAfterSkippingLeadingTrivia.utf8Offset
  }
}
