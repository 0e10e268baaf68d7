// Re-exports the declarations that this module has in the Firebase SDK, so that code that imports
// it compiles unchanged.
@_exported public import class TaneFirebase.Firestore
@_exported public import class TaneFirebase.Transaction
@_exported public import class TaneFirebase.WriteBatch
@_exported public import enum TaneFirebase.AggregateSource
@_exported public import enum TaneFirebase.FirestoreSource
@_exported public import protocol TaneFirebase.ListenerRegistration
@_exported public import struct TaneFirebase.AggregateField
@_exported public import struct TaneFirebase.AggregateQuery
@_exported public import struct TaneFirebase.AggregateQuerySnapshot
@_exported public import class TaneFirebase.CollectionReference
@_exported public import struct TaneFirebase.DocumentChange
@_exported public import struct TaneFirebase.DocumentID
@_exported public import struct TaneFirebase.DocumentReference
@_exported public import class TaneFirebase.DocumentSnapshot
@_exported public import struct TaneFirebase.ExplicitNull
@_exported public import struct TaneFirebase.FieldValue
@_exported public import struct TaneFirebase.Filter
@_exported public import struct TaneFirebase.GeoPoint
@_exported public import class TaneFirebase.Query
@_exported public import class TaneFirebase.QueryDocumentSnapshot
@_exported public import struct TaneFirebase.QuerySnapshot
@_exported public import struct TaneFirebase.ServerTimestamp
@_exported public import struct TaneFirebase.SnapshotMetadata
@_exported public import struct TaneFirebase.Timestamp
@_exported public import typealias TaneFirebase.FirestoreErrorCode
@_exported public import struct TaneCore.FieldPath
@_exported public import class TaneFirebase.FirestoreSettings
@_exported public import enum TaneFirebase.ServerTimestampBehavior
@_exported public import let TaneFirebase.FirestoreCacheSizeUnlimited
@_exported public import let TaneFirebase.FirestoreErrorDomain
@_exported public import protocol TaneFirebase.LocalCacheSettings
@_exported public import protocol TaneFirebase.MemoryGarbageCollectorSettings
@_exported public import struct TaneFirebase.MemoryCacheSettings
@_exported public import struct TaneFirebase.MemoryEagerGCSetting
@_exported public import struct TaneFirebase.MemoryLRUGCSettings
@_exported public import struct TaneFirebase.PersistentCacheSettings
#if !canImport(ObjectiveC)
@_exported public import typealias TaneFirebase.NSErrorPointer
#endif
