/// A builder for the data layout that the compiler derives for an enumeration without raw values.
///
/// An example is `{"card": {"number": "1", "_1": 2}}` (Swift Evolution, proposal SE-0295).
struct CasesShapeBuilder {
  let index: SourceIndex
  let type: DeclaredType

  func shape() -> TypeShape {
    let keys = KeyNames(index: index, type: type)
    if let reason = keys.opaqueReason { return .opaque(reason) }
    var cases: [CaseShape] = []
    for summary in type.summary.cases {
      guard let key = keys.key(ofProperty: summary.name) else { continue }
      let parameterKeys = KeyNames(index: index, type: type, named: codingKeysName(of: summary))
      if let reason = parameterKeys.opaqueReason { return .opaque(reason) }
      cases.append(
        CaseShape(
          key: key,
          name: summary.name,
          fields: FieldsShape(fields: fields(of: summary, keys: parameterKeys)),
          place: summary.place.inFile(type.file)
        )
      )
    }
    return .cases(cases)
  }

  /// Returns the name of the coding keys of a case: `CardCodingKeys` for `card`.
  private func codingKeysName(of summary: CaseSummary) -> String {
    summary.name.prefix(1).uppercased() + summary.name.dropFirst() + "CodingKeys"
  }

  private func fields(of summary: CaseSummary, keys: KeyNames) -> [FieldShape] {
    summary.parameters.enumerated().compactMap { position, parameter in
      let name = parameter.label ?? "_\(position)"
      guard let key = keys.key(ofProperty: name) else { return nil }
      return FieldShape(
        key: key,
        property: "\(summary.name).\(name)",
        content: .value(parameter.type),
        presence: index.isOptional(parameter.type, from: type.scope) ? .optional : .required,
        place: summary.place.inFile(type.file)
      )
    }
  }
}
