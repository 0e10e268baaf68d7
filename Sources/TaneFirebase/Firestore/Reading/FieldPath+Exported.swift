// `FieldPath` is re-exported, because apps use `FieldPath.documentID()` in queries.
@_exported public import struct TaneCore.FieldPath
