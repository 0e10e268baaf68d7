import CLibYAML
import TaneCore

/// An error from libyaml, reworded for users.
struct YAMLProblem {
  private let problem: YAMLEventStream.Problem
  private let source: SourceText
  private let name: String
  /// The character at the problem's mark, or nil at the end of the file.
  private let character: Unicode.Scalar?

  init(_ problem: YAMLEventStream.Problem, in source: SourceText, named name: String) {
    self.problem = problem
    self.source = source
    self.name = name
    character = source.character(atOffset: problem.mark.index)
  }

  /// The error to report.
  var finding: Diagnostic {
    if let offset = problem.encodingOffset { return encodingFinding(at: source.start + offset) }
    let (message, mark, note) = explanation
    return .error(.yamlSyntax, message, at: position(mark), notes: note.map { [$0] } ?? [])
  }

  private typealias Explanation = (
    message: String, mark: YAMLEventStream.Problem.Mark, note: Diagnostic.Note?
  )

  private var explanation: Explanation {
    if let explanation = explanationAtStart { return explanation }
    return (message, problem.mark, contextNote)
  }

  /// The explanation of a problem that is best reported at its start: an unclosed construct or an
  /// incomplete key.
  private var explanationAtStart: Explanation? {
    switch (problem.context, problem.text) {
    case ("while scanning a quoted scalar", "found unexpected end of stream"),
      ("while scanning a quoted scalar", "found unexpected document indicator"):
      return ("the quote that opens here is never closed", problem.contextMark, nil)
    case (_, "could not find expected ':'"):
      return (message, problem.contextMark, nil)
    case ("while parsing a flow sequence", _) where isAtEnd:
      return ("the \"[\" that opens here is never closed", problem.contextMark, nil)
    case ("while parsing a flow mapping", _) where isAtEnd:
      return ("the \"{\" that opens here is never closed", problem.contextMark, nil)
    default:
      return nil
    }
  }

  private var contextNote: Diagnostic.Note? {
    let message: String
    switch problem.context {
    case "while parsing a flow sequence": message = "the list begins here"
    case "while parsing a flow mapping": message = "the map begins here"
    case "while parsing a block mapping": message = "the map begins here"
    case "while parsing a block collection": message = "the list begins here"
    default: return nil
    }
    return Diagnostic.Note(message, at: position(problem.contextMark))
  }

  private func position(_ mark: YAMLEventStream.Problem.Mark) -> SourcePosition {
    SourcePosition(file: name, line: mark.line + 1, column: mark.column + 1)
  }

  private var isAtEnd: Bool { character == nil }

  private func encodingFinding(at problemOffset: Int) -> Diagnostic {
    let offset = characterStart(at: problemOffset)
    let position = source.position(ofByte: offset, named: name)
    let byte = offset < source.bytes.count ? source.bytes[offset] : 0
    let message =
      switch problem.text {
      case "control characters are not allowed" where byte == 0:
        "the file contains a NUL byte; YAML is text, so if the file is UTF-16, save it as UTF-8"
      case "control characters are not allowed":
        "the file contains a control character; YAML allows one only in double quotes, as an escape"
      default:
        "the byte 0x\(String(byte, radix: 16, uppercase: true)) is not valid UTF-8; "
          + "save the file as UTF-8"
      }
    return .error(.invalidEncoding, message, at: position)
  }

  /// Returns the start of the character that contains an invalid byte: for an invalid trailing
  /// byte, libyaml reports the position of the byte.
  private func characterStart(at offset: Int) -> Int {
    guard problem.text == "invalid trailing UTF-8 octet" else { return offset }
    var start = offset - 1
    while start > source.start, source.bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  private var message: String {
    switch problem.text {
    case "found character that cannot start any token": unexpectedStart
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      "YAML cannot be indented with tabs; use spaces"
    case "mapping values are not allowed in this context":
      "a colon is not allowed here; put a value that contains \": \" in quotes, or check the "
        + "indentation of this line"
    case "mapping keys are not allowed in this context":
      "a key cannot begin here; check the indentation of this line"
    case "block sequence entries are not allowed in this context":
      "a list element cannot begin here; put \"-\" on a line of its own"
    case "could not find expected ':'":
      "this key has no colon; write \"key: value\", or check the indentation of this line"
    case "did not find expected key", "did not find expected '-' indicator",
      "did not find expected <document start>":
      misplacedTokenMessage
    case "did not find expected ',' or ']'":
      "a comma or \"]\" is expected here"
    case "did not find expected ',' or '}'":
      "a comma or \"}\" is expected here"
    case "did not find expected node content" where isAtEnd:
      "the file ends inside brackets; a closing bracket is missing"
    case "did not find expected node content":
      "a value is expected here\(character.map { ", not \(quoted($0))" } ?? "")"
    case "found unknown escape character":
      "unknown escape in double quotes; write \\\\ for a backslash, or use single quotes"
    case "found invalid Unicode character escape code":
      "this escape is not a character; write characters beyond U+FFFF as \\U with eight digits"
    case "did not find expected hexdecimal number":
      "this escape lacks hexadecimal digits; \\x needs two, \\u four and \\U eight"
    case "found unexpected document indicator":
      "\"---\" or \"...\" at the start of a line ends the document; indent it"
    case "did not find expected comment or line break":
      "only a comment is allowed in the rest of this line"
    case "did not find expected alphabetic or numeric character":
      "the name of an \(isAnchor ? "anchor" : "alias") can contain only letters, digits, \"-\" and "
        + "\"_\"; put a value that begins with \"\(isAnchor ? "&" : "*")\" in quotes"
    case "found undefined tag handle":
      "this tag has an undeclared prefix; Tane's tags begin with a single \"!\""
    case "found an indentation indicator equal to 0":
      "the indentation after \"|\" or \">\" must be a digit from 1 to 9"
    case "found unexpected ':'":
      "a colon in brackets must be followed by a space; add one, or put the text in quotes"
    default: tagOrDirectiveMessage
    }
  }

  /// The message about an invalid tag or directive.
  private var tagOrDirectiveMessage: String {
    // The message about an unsupported version is "found incompatible YAML document".
    if "\(problem.text) \(problem.context)".contains(/directive|incompatible/) {
      return "a line that begins with \"%\" is a YAML directive, and this one is not supported; "
        + "remove it, or put text that begins with \"%\" in quotes"
    }
    guard problem.context.hasSuffix("a tag") else { return fallback }
    if let character, problem.text.hasSuffix("break") {
      return "a tag must be followed by a space; add one before \(quoted(character))"
    }
    return "this is not a valid tag; write \"!\" and a name of letters, digits, \"-\" and \"_\", "
      + "such as !now"
  }

  /// The message about a token that no open list or map accepts.
  private var misplacedTokenMessage: String {
    switch (character, problem.text) {
    case ("]"?, _), ("}"?, _):
      "this closing \(character.map(quoted) ?? "") has no opening bracket"
    case (_, "did not find expected <document start>"):
      "unexpected text after the end of the value; check the indentation of this line"
    case (_, "did not find expected key"):
      "the indentation of this line matches no level of the enclosing map; check it, and the "
        + "quotes and colons above"
    default:
      "the indentation of this line matches no level of the enclosing list; check it, or begin the "
        + "element with \"-\""
    }
  }

  private var isAnchor: Bool { problem.context == "while scanning an anchor" }

  /// The message from libyaml, for problems without a better message.
  private var fallback: String {
    // In quotation marks, the text is not translated.
    let text = problem.context.isEmpty ? problem.text : "\(problem.text) \(problem.context)"
    return "not valid YAML: \"\(text)\""
  }

  private var unexpectedStart: String {
    switch character {
    case "\t": "YAML cannot be indented with tabs; use spaces"
    case let character?:
      "a value cannot begin with \(quoted(character)); put it in quotes"
    case nil: fallback
    }
  }

  private func quoted(_ character: Unicode.Scalar) -> String {
    character == "\"" ? "a double quote" : "\"\(String(character).escapingControls)\""
  }
}
