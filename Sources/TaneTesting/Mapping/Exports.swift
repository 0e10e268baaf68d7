// A test that checks types names `MappingReport` and `MappingCheckOptions`, and `check(_:in:at:options:)`
// for trees of its own, and fills stores in memory: with one import it has them.
@_exported public import TaneInMemory
@_exported public import TaneMapping
