// An app names `FieldPath.documentID()` in its queries: with the one import of this module it has the type.
@_exported public import struct TaneCore.FieldPath
