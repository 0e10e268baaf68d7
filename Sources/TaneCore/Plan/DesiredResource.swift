/// What fixtures say of a resource.
public struct DesiredResource: Sendable {
  /// Where it should stand.
  public let address: Address
  /// What it should hold as the fixtures spell it, every value at the place where it was written; a secret is
  /// `<redacted>`.
  public let content: Tree
  /// The bytes of an object; nil for everything else.
  public let blob: BlobDigest?
  /// Where fixtures describe it as a whole; nil where its content alone tells.
  public let position: SourcePosition?

  /// Creates what fixtures say of a resource.
  public init(
    _ address: Address,
    _ content: Tree,
    blob: BlobDigest? = nil,
    at position: SourcePosition? = nil
  ) {
    self.address = address
    self.content = content
    self.blob = blob
    self.position = position
  }
}
