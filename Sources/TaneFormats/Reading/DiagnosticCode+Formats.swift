package import TaneCore

extension DiagnosticCode {
  /// Text that is not YAML.
  package static let yamlSyntax: DiagnosticCode = "yaml-syntax"
  /// Text that is not JSON.
  package static let jsonSyntax: DiagnosticCode = "json-syntax"
  /// Bytes that are not text, or a character that is not allowed in a file.
  package static let invalidEncoding: DiagnosticCode = "invalid-encoding"
  /// A file that exceeds the maximum size.
  package static let fileTooLarge: DiagnosticCode = "file-too-large"
  /// A duplicate key in a map.
  package static let duplicateKey: DiagnosticCode = "duplicate-key"
  /// A key that is a list or a map.
  package static let nonScalarKey: DiagnosticCode = "non-scalar-key"
  /// Lists and maps nested beyond the limit.
  package static let tooManyLevels: DiagnosticCode = "too-many-levels"
  /// An alias without an anchor before it.
  package static let undefinedAlias: DiagnosticCode = "undefined-alias"
  /// An alias inside its own value.
  package static let recursiveAlias: DiagnosticCode = "recursive-alias"
  /// Aliases that expand to more nodes than the limit.
  package static let aliasExpansion: DiagnosticCode = "alias-expansion"
  /// A merge key whose value is not a map.
  package static let invalidMerge: DiagnosticCode = "invalid-merge"
  /// A second document in a file.
  package static let multipleDocuments: DiagnosticCode = "multiple-documents"
  /// An unknown YAML tag.
  package static let unknownTag: DiagnosticCode = "unknown-tag"
  /// A YAML tag that does not fit its value.
  package static let wrongTag: DiagnosticCode = "wrong-tag"
  /// An integer in hexadecimal or octal digits that exceeds 64 bits.
  package static let numberTooLarge: DiagnosticCode = "number-too-large"
  /// Text that other YAML tools read as a Boolean.
  package static let ambiguousBoolean: DiagnosticCode = "ambiguous-boolean"
  /// YAML that libyaml reads differently than YAML 1.2 specifies.
  package static let misreadText: DiagnosticCode = "misread-text"
}
