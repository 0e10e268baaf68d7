public import TaneCore

extension DiagnosticCode {
  /// Text that is not YAML.
  public static let yamlSyntax: DiagnosticCode = "yaml-syntax"
  /// Text that is not JSON.
  public static let jsonSyntax: DiagnosticCode = "json-syntax"
  /// Bytes that are not text, or a character that must not stand in a file.
  public static let invalidEncoding: DiagnosticCode = "invalid-encoding"
  /// A file beyond the size that can be read.
  public static let fileTooLarge: DiagnosticCode = "file-too-large"
  /// A key that stands twice in one map.
  public static let duplicateKey: DiagnosticCode = "duplicate-key"
  /// A key that is a list or a map.
  public static let nonScalarKey: DiagnosticCode = "non-scalar-key"
  /// Lists and maps inside one another beyond the limit.
  public static let tooManyLevels: DiagnosticCode = "too-many-levels"
  /// An alias whose anchor does not stand above it.
  public static let undefinedAlias: DiagnosticCode = "undefined-alias"
  /// An alias inside the value that it stands for.
  public static let recursiveAlias: DiagnosticCode = "recursive-alias"
  /// Aliases that stand for more nodes than can be meant.
  public static let aliasExpansion: DiagnosticCode = "alias-expansion"
  /// A merge key whose value is not a map.
  public static let invalidMerge: DiagnosticCode = "invalid-merge"
  /// A second document in a file.
  public static let multipleDocuments: DiagnosticCode = "multiple-documents"
  /// A YAML tag that has no meaning here.
  public static let unknownTag: DiagnosticCode = "unknown-tag"
  /// A YAML tag that does not fit its value.
  public static let wrongTag: DiagnosticCode = "wrong-tag"
  /// A whole number in hexadecimal or octal digits that is greater than the largest of 64 bits.
  public static let numberTooLarge: DiagnosticCode = "number-too-large"
  /// Text that other YAML tools take for a boolean.
  public static let ambiguousBoolean: DiagnosticCode = "ambiguous-boolean"
  /// YAML that is read as something else than YAML 1.2 says.
  public static let misreadText: DiagnosticCode = "misread-text"
}
