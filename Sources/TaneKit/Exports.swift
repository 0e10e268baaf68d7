// The names that operations take and return: one import is all that a program writes.
@_exported public import TaneCore
@_exported public import TaneProject
@_exported public import TaneSeeding
