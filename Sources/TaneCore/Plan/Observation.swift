/// What was found where fixtures describe a resource.
public enum Observation: Sendable {
  /// What the fixtures say; with the service's tag where it gives one.
  case same(tag: String?)
  /// This resource, or the lack of one.
  case found(Resource)
  /// Nothing, and above it a leaf that writing here would replace.
  case below(leaf: Resource)
}
