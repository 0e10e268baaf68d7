/// A manager that gives an app access to the services of one kind in the active environment.
public protocol EnvironmentManager: AnyObject, Sendable {}
