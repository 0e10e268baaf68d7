// Re-exports `MappingReport`, `MappingCheckOptions`, `check(_:in:at:options:)` and in-memory
// stores, which tests of types also use, so that they need a single import.
@_exported public import TaneInMemory
@_exported public import TaneMapping
