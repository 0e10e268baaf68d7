public import DemoModels

/// A user of the sample apps, not of Firebase Authentication: a file with both modules would not know which.
public typealias User = DemoModels.User
