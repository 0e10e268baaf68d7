/// What a program says that was built without the trait `Network` where it would need it.
public enum MissingNetwork {
  /// What is missing, and what to do.
  public static let message =
    "this tane was built without the network; build it without --disable-default-traits"
}
