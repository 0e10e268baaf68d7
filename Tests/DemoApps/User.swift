public import DemoModels

/// A user of the sample apps rather than of Firebase Authentication, to avoid ambiguity in files
/// that import both modules.
public typealias User = DemoModels.User
