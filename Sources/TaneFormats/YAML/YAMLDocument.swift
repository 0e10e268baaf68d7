import CLibYAML
import TaneCore

/// A builder of a tree from the events of a YAML file.
struct YAMLDocument {
  /// The role of the next node in the innermost open list or map.
  enum Role {
    /// An element of a list, or the root.
    case element
    case key
    case value
    /// The value of a merge key.
    case mergeValue
    /// An element of a merge key's list.
    case mergeElement
    /// A list or map in place of a key, which has already been reported.
    case discardedKey
    /// The value of a discarded key.
    case discardedValue
  }

  private struct OpenContainer {
    /// The role of the container in its parent.
    let role: Role
    let isMap: Bool
  }

  /// The rarely used properties of open containers, stored separately to keep `OpenContainer`
  /// small.
  private struct Extras {
    /// The one-based nesting level of the container.
    let level: Int
    var anchor: String?
    /// The maps of a merge key, in order.
    var merges: [TreeBuilder.Anchor] = []
    /// The position of the merge key, if any.
    var mergeKey: SourcePosition?
    /// A Boolean value indicating whether the container is the value of a map that represents a
    /// preserved tag.
    var isTagged = false
  }

  let name: String
  /// The unknown tags that the file may contain.
  let keptTags: KeptTags
  /// A Boolean value indicating whether the file belongs to another tool; such a file may contain
  /// several documents, which become a list.
  let isFromOtherTool: Bool
  var builder = TreeBuilder()
  var anchors = YAMLAnchors()
  var findings: [Diagnostic] = []
  var misreadings = YAMLMisreadingCheck()
  /// The role of the next node.
  var role = Role.element
  /// A Boolean value indicating whether the file contains a preserved tag.
  var hasKeptTags = false
  private var lines = LineIndex()
  private var lastRecordedLine = 0
  private var open: [OpenContainer] = []
  private var extras: [Extras] = []
  private var documentCount = 0

  private init(_ source: SourceText, named name: String, keeping keptTags: KeptTags) {
    self.name = name
    self.keptTags = keptTags
    isFromOtherTool = keptTags == .any
    builder.file = 0
    builder.reserve(nodes: source.bytes.count / 16, textBytes: source.bytes.count)
    lines.reserve(lines: source.bytes.count / 16)
    if isFromOtherTool { builder.beginList() }
  }

  /// The number of open lists and maps of the document.
  var openLevels: Int { builder.openCount - (isFromOtherTool ? 1 : 0) }

  /// Parses the text of a file.
  static func read(
    _ source: SourceText,
    _ text: UnsafeBufferPointer<UInt8>,
    named name: String,
    keeping keptTags: KeptTags
  ) -> ReadResult {
    var document = YAMLDocument(source, named: name, keeping: keptTags)
    guard source.start < text.count else { return document.finish() }
    let text = UnsafeBufferPointer(rebasing: text[source.start...])
    var stream = YAMLEventStream(text)
    do throws(Diagnostic) {
      while true {
        guard stream.advance() else {
          throw YAMLProblem(stream.problem, in: source, named: name).finding
        }
        if stream.current.pointee.type == YAML_SCALAR_EVENT {
          document.handleScalar(stream.current)
        } else {
          if stream.current.pointee.beginsFlow { document.misreadings.enterFlow(of: text) }
          guard try document.handle(stream.current) else { break }
        }
      }
      return document.finish()
    } catch {
      return document.failedResult(error)
    }
  }

  private mutating func finish() -> ReadResult {
    let source = SourceFile(name: name, lines: lines)
    _ = builder.addSource(source)
    if isFromOtherTool { builder.endContainer() }
    let findings = allFindings(in: source)
    return ReadResult(
      tree: builder.finishTree(),
      diagnostics: findings,
      hasKeptTags: hasKeptTags
    )
  }

  private func failedResult(_ finding: Diagnostic) -> ReadResult {
    let source = SourceFile(name: name, lines: lines)
    return ReadResult(tree: nil, diagnostics: allFindings(in: source) + [finding])
  }

  private func allFindings(in source: SourceFile) -> [Diagnostic] {
    findings + misreadings.findings + builder.duplicateKeyFindings(in: source)
      + (misreadings.booleanFinding.map { [$0] } ?? [])
  }
}

// MARK: Events

extension YAMLDocument {
  /// Handles a scalar event on a fast path, since most events are scalars.
  private mutating func handleScalar(_ event: UnsafePointer<yaml_event_t>) {
    setPosition(event.pointee.start_mark)
    if misreadings.needsCheck(event.pointee) {
      misreadings.check(event.pointee, at: position(event.pointee.start_mark))
    }
    handle(event.pointee.data.scalar, at: event.pointee.start_mark)
  }

  /// Handles any other event; returns false at the end of the stream.
  private mutating func handle(_ event: UnsafePointer<yaml_event_t>) throws(Diagnostic) -> Bool {
    switch event.pointee.type {
    case YAML_MAPPING_START_EVENT:
      setPosition(event.pointee.start_mark)
      let start = event.pointee.data.mapping_start
      try begin(isMap: true, anchor: start.anchor, tag: start.tag, at: event.pointee.start_mark)
    case YAML_SEQUENCE_START_EVENT:
      setPosition(event.pointee.start_mark)
      let start = event.pointee.data.sequence_start
      try begin(isMap: false, anchor: start.anchor, tag: start.tag, at: event.pointee.start_mark)
    case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT:
      endContainer()
    case YAML_ALIAS_EVENT:
      setPosition(event.pointee.start_mark)
      let name = String(cString: event.pointee.data.alias.anchor)
      try handleAlias(name, at: event.pointee.start_mark)
    case YAML_DOCUMENT_START_EVENT:
      try beginDocument(at: event.pointee.start_mark)
    case YAML_STREAM_END_EVENT:
      return false
    default:
      break
    }
    return true
  }

  /// Sets the position of the next key or value to a mark.
  private mutating func setPosition(_ mark: yaml_mark_t) {
    builder.offset = UInt32(truncatingIfNeeded: mark.index)
    guard mark.line != lastRecordedLine else { return }
    lastRecordedLine = mark.line
    lines.note(line: mark.line + 1, start: UInt32(truncatingIfNeeded: mark.index - mark.column))
  }

  func position(_ mark: yaml_mark_t) -> SourcePosition {
    SourcePosition(file: name, line: mark.line + 1, column: mark.column + 1)
  }

  mutating func report(_ code: DiagnosticCode, _ message: String, at mark: yaml_mark_t) {
    findings.append(.error(code, message, at: position(mark)))
  }

  private mutating func beginDocument(at mark: yaml_mark_t) throws(Diagnostic) {
    documentCount += 1
    if isFromOtherTool { anchors.removeAll() }
    guard documentCount > 1, !isFromOtherTool else { return }
    throw Diagnostic.error(
      .multipleDocuments,
      "a second document begins on line \(mark.line + 1); a file can contain only one, so move "
        + "this one to another file",
      at: position(mark)
    )
  }

  // MARK: Containers

  private mutating func begin(
    isMap: Bool,
    anchor: UnsafeMutablePointer<UInt8>?,
    tag: UnsafeMutablePointer<UInt8>?,
    at mark: yaml_mark_t
  ) throws(Diagnostic) {
    if !isMap, role == .mergeValue { return role = .mergeElement }
    guard openLevels < ReadingLimits.levels else { throw tooManyLevels(at: mark) }
    checkContainerRole(isMap: isMap, at: mark)
    let kept = tag.flatMap { keptTag(String(cString: $0), isMap: isMap) }
    if let kept { beginTagged(kept) }
    let known = kept == nil ? tag : nil
    let nodeTag = known.map { containerTag(String(cString: $0), isMap: isMap, at: mark) } ?? .none
    isMap ? builder.beginMap(tag: nodeTag) : builder.beginList(tag: nodeTag)
    open.append(OpenContainer(role: role, isMap: isMap))
    role = isMap ? .key : .element
    if kept != nil { withExtras { $0.isTagged = true } }
    guard let anchor else { return }
    let name = String(cString: anchor)
    anchors[name] = .unfinished
    withExtras { $0.anchor = name }
  }

  private mutating func checkContainerRole(isMap: Bool, at mark: yaml_mark_t) {
    switch role {
    case .key:
      reportNonScalarKey(isMap: isMap, at: mark)
      role = .discardedKey
    case .mergeElement where !isMap:
      report(
        .invalidMerge,
        "the list that \"<<\" merges contains a list; only maps can be merged",
        at: mark
      )
    default:
      break
    }
  }

  func tooManyLevels(at mark: yaml_mark_t) -> Diagnostic {
    .error(
      .tooManyLevels,
      "lists and maps are nested more than \(ReadingLimits.levels) levels deep; flatten the data",
      at: position(mark)
    )
  }

  mutating func reportNonScalarKey(isMap: Bool, at mark: yaml_mark_t) {
    report(
      .nonScalarKey,
      "expected a key, found a \(isMap ? "map" : "list"); a key is text, so put a value that "
        + "begins with \"\(isMap ? "{" : "[")\" in quotes",
      at: mark
    )
  }

  private mutating func endContainer() {
    if role == .mergeElement { return role = .key }
    let ownExtras = extras.last?.level == open.count ? extras.popLast() : nil
    guard let container = open.popLast() else { return }
    role = container.role
    if let ownExtras { builder.mergeEntries(of: ownExtras.merges) }
    builder.endContainer()
    let isTagged = ownExtras?.isTagged ?? false
    if isTagged { builder.endContainer() }
    if let anchor = ownExtras?.anchor {
      // An expression is not evaluated yet, so it cannot be merged.
      let isMap = isFromOtherTool ? container.isMap || isTagged : container.isMap && !isTagged
      anchors[anchor] = .container(builder.lastValue, isMap: isMap)
    }
    endValue()
  }

  /// Changes the extras of the innermost open container, creating them if necessary.
  private mutating func withExtras(_ change: (inout Extras) -> Void) {
    if extras.last?.level != open.count { extras.append(Extras(level: open.count)) }
    change(&extras[extras.count - 1])
  }

  /// Advances the role after a complete value.
  mutating func endValue() {
    switch role {
    case .element: break
    case .key: role = .value
    case .value: role = .key
    case .mergeValue:
      merge(builder.removeLastValue())
      role = .key
    case .mergeElement:
      merge(builder.removeLastValue())
    case .discardedKey:
      _ = builder.removeLastValue()
      role = .discardedValue
    case .discardedValue:
      _ = builder.removeLastValue()
      role = .key
    }
  }

  // MARK: Merge keys

  /// Records a map whose entries are merged into the open map when the open map ends.
  mutating func merge(_ anchor: TreeBuilder.Anchor) {
    withExtras { $0.merges.append(anchor) }
  }

  /// Begins the merge key `<<`.
  mutating func beginMerge(at mark: yaml_mark_t) {
    role = .mergeValue
    let position = position(mark)
    guard let first = extras.last?.mergeKey, extras.last?.level == open.count else {
      return withExtras { $0.mergeKey = position }
    }
    findings.append(
      .error(
        .duplicateKey,
        "duplicate merge key \"<<\" in this map; merge a list instead, as in <<: [*a, *b]",
        at: position,
        notes: [.init("first defined here", at: first)]
      )
    )
  }
}
