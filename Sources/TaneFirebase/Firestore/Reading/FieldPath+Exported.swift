// Apps use `FieldPath.documentID()` in queries, so that importing this module includes the type.
@_exported public import struct TaneCore.FieldPath
