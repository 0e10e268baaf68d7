public import TaneCore

extension DiagnosticCode {
  /// Text that is not YAML.
  public static let yamlSyntax: DiagnosticCode = "yaml-syntax"
  /// Text that is not JSON.
  public static let jsonSyntax: DiagnosticCode = "json-syntax"
  /// Bytes that are not text, or a character that is not allowed in a file.
  public static let invalidEncoding: DiagnosticCode = "invalid-encoding"
  /// A file that exceeds the maximum size.
  public static let fileTooLarge: DiagnosticCode = "file-too-large"
  /// A duplicate key in a map.
  public static let duplicateKey: DiagnosticCode = "duplicate-key"
  /// A key that is a list or a map.
  public static let nonScalarKey: DiagnosticCode = "non-scalar-key"
  /// Lists and maps nested beyond the limit.
  public static let tooManyLevels: DiagnosticCode = "too-many-levels"
  /// An alias without an anchor before it.
  public static let undefinedAlias: DiagnosticCode = "undefined-alias"
  /// An alias inside its own value.
  public static let recursiveAlias: DiagnosticCode = "recursive-alias"
  /// Aliases that expand to more nodes than the limit.
  public static let aliasExpansion: DiagnosticCode = "alias-expansion"
  /// A merge key whose value is not a map.
  public static let invalidMerge: DiagnosticCode = "invalid-merge"
  /// A second document in a file.
  public static let multipleDocuments: DiagnosticCode = "multiple-documents"
  /// An unknown YAML tag.
  public static let unknownTag: DiagnosticCode = "unknown-tag"
  /// A YAML tag that does not fit its value.
  public static let wrongTag: DiagnosticCode = "wrong-tag"
  /// An integer in hexadecimal or octal digits that exceeds 64 bits.
  public static let numberTooLarge: DiagnosticCode = "number-too-large"
  /// Text that other YAML tools read as a Boolean.
  public static let ambiguousBoolean: DiagnosticCode = "ambiguous-boolean"
  /// YAML that is read differently than YAML 1.2 specifies.
  public static let misreadText: DiagnosticCode = "misread-text"
}
