// A test that checks types uses `MappingReport`, `MappingCheckOptions`, `check(_:in:at:options:)`
// and stores in memory: one import suffices for all of them.
@_exported public import TaneInMemory
@_exported public import TaneMapping
