import DemoModels

/// A user of the sample apps, not of Firebase Authentication.
typealias User = DemoModels.User
