// A test that checks types names `MappingReport` and `MappingCheckOptions`, and `check(_:in:at:options:)`
// for trees of its own: with one import it has them.
@_exported public import TaneMapping
