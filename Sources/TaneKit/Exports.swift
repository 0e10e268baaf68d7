// Re-exports the names in the public interface, so that programs import only one module.
@_exported public import TaneCore
@_exported public import TaneProject
@_exported public import TaneSeeding
