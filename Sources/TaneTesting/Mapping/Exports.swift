// Tests that check types also use `MappingReport`, `MappingCheckOptions`, `check(_:in:at:options:)`
// and in-memory stores, so that importing this module suffices.
@_exported public import TaneInMemory
@_exported public import TaneMapping
