// Re-exports declarations that tests of types also use, such as `MappingReport`,
// `MappingCheckOptions`, `check(_:in:at:options:)` and in-memory stores, so that tests need a
// single import.
@_exported public import TaneInMemory
@_exported public import TaneMapping
