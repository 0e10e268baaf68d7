/// What leads an app to the services of one kind in the environment that is active.
public protocol EnvironmentManager: AnyObject, Sendable {}
