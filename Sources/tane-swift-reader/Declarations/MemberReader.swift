import SwiftSyntax
import TaneSwiftSource

/// A reader that summarizes the immediate members of a type: stored properties, cases and
/// `init(from:)`.
struct MemberReader {
  let lines: LineTable
  var summary: DeclarationSummary
  /// The initializers, which are read after all properties and cases.
  private var initializers: [InitializerDeclSyntax] = []

  init(lines: LineTable, summary: DeclarationSummary) {
    self.lines = lines
    self.summary = summary
  }

  /// Reads the initializers, and returns the summary of all members.
  consuming func finish() -> DeclarationSummary {
    let read = initializers
    for initializer in read { readInitializer(initializer) }
    return summary
  }

  /// Reads a member and returns true, or returns false for any other declaration, such as a nested
  /// type.
  mutating func read(_ declaration: DeclSyntax, isConditional: Bool) -> Bool {
    if let variable = declaration.as(VariableDeclSyntax.self) {
      readVariable(variable, isConditional: isConditional)
    } else if let enumCase = declaration.as(EnumCaseDeclSyntax.self) {
      readCases(enumCase)
    } else if let initializer = declaration.as(InitializerDeclSyntax.self) {
      initializers.append(initializer)
    } else if let function = declaration.as(FunctionDeclSyntax.self) {
      readFunction(function)
    } else {
      return false
    }
    return true
  }

  func place(of node: some SyntaxProtocol) -> Place {
    lines.place(at: node.positionAfterSkippingLeadingTrivia.utf8Offset)
  }

  // MARK: Properties

  private mutating func readVariable(_ variable: VariableDeclSyntax, isConditional: Bool) {
    let modifiers = Set(variable.modifiers.map(\.name.text))
    recordSpecialProperties(variable)
    guard modifiers.isDisjoint(with: ["static", "class"]) else {
      return recordStaticTypes(variable)
    }
    guard !modifiers.contains("lazy"), summary.kind != .protocolType else { return }
    let attributes = AttributeFilter.possibleMacros(of: variable.attributes)
    // In `var x, y: Int`, a name without a type annotation has the type of the next name.
    var type: TypeSyntax?
    var properties: [PropertySummary] = []
    for binding in variable.bindings.reversed() {
      type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? type : nil)
      guard Self.isStored(binding) else { continue }
      let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
      let isTuple = binding.pattern.is(TuplePatternSyntax.self)
      let value = isTuple ? nil : binding.initializer?.value
      for (name, type) in Self.names(in: binding.pattern, type).reversed() {
        var property = PropertySummary(
          name: name.nameWithoutBackticks,
          type: type.map { TypeReference(text: $0.trimmedDescription) }
            ?? value.flatMap { LiteralTypeInference.type(of: $0) },
          place: place(of: name),
          isFixed: isConstant && binding.initializer != nil,
          attributes: attributes,
          isConditional: isConditional
        )
        if property.type == nil {
          property.member = value.flatMap { LiteralTypeInference.member(of: $0) }
        }
        properties.append(property)
      }
    }
    summary.properties += properties.reversed()
  }

  /// Returns the names that a pattern such as `(a, b)` declares, with their types if known.
  private static func names(
    in pattern: PatternSyntax,
    _ type: TypeSyntax?
  ) -> [(name: TokenSyntax, type: TypeSyntax?)] {
    if let name = pattern.as(IdentifierPatternSyntax.self)?.identifier { return [(name, type)] }
    guard let elements = pattern.as(TuplePatternSyntax.self)?.elements else { return [] }
    // `(x): Int` declares a property of type Int.
    guard elements.count > 1 else { return elements.flatMap { names(in: $0.pattern, type) } }
    let types = type?.as(TupleTypeSyntax.self)?.elements.map(\.type) ?? []
    return elements.enumerated().flatMap { index, element in
      names(in: element.pattern, types.indices.contains(index) ? types[index] : nil)
    }
  }

  private mutating func recordStaticTypes(_ variable: VariableDeclSyntax) {
    for binding in variable.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
        continue
      }
      summary.staticTypes[name.nameWithoutBackticks] = Self.type(of: binding)
    }
  }

  /// Returns the annotated type, or the type that the initial value shows, if any.
  private static func type(of binding: PatternBindingSyntax) -> TypeReference? {
    binding.typeAnnotation.map { TypeReference(text: $0.type.trimmedDescription) }
      ?? binding.initializer.flatMap { LiteralTypeInference.type(of: $0.value) }
  }

  /// Records the properties `rawValue`, `id`, `wrappedValue` and `stringValue` (the string of a
  /// coding key), stored or computed.
  private mutating func recordSpecialProperties(_ variable: VariableDeclSyntax) {
    for binding in variable.bindings {
      switch binding.pattern.trimmedDescription {
      case "rawValue":
        summary.rawValueType = binding.typeAnnotation.map {
          TypeReference(text: $0.type.trimmedDescription)
        }
      case "id": summary.identifierType = Self.type(of: binding)
      case "wrappedValue": summary.wrappedValueType = Self.type(of: binding)
      case "stringValue":
        summary.computesKeys = true
        recordKeyTextChanges(binding.accessorBlock)
      default: break
      }
    }
  }

  /// Returns true for a stored property, which may have observers but no other accessors.
  private static func isStored(_ binding: PatternBindingSyntax) -> Bool {
    switch binding.accessorBlock?.accessors {
    case nil: true
    case .getter: false
    case .accessors(let accessors):
      accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }
  }

  // MARK: Cases

  private mutating func readCases(_ declaration: EnumCaseDeclSyntax) {
    for element in declaration.elements {
      let parameters = element.parameterClause?.parameters ?? []
      summary.cases.append(
        CaseSummary(
          name: element.name.nameWithoutBackticks,
          rawValue: element.rawValue.flatMap { LiteralTypeInference.rawText(of: $0.value) },
          parameters: parameters.map { parameter in
            let label = parameter.firstName?.nameWithoutBackticks
            return CaseSummary.Parameter(
              label: label == "_" ? nil : label,
              type: TypeReference(text: parameter.type.trimmedDescription)
            )
          },
          place: place(of: element.name)
        )
      )
    }
  }
}
