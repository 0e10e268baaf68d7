// An app that activates an environment names `EnvironmentProfiles`, which `TaneProject` declares, and then the
// managers of `TaneFirebase`: with one import it has all of them, as `import Firebase` has.
@_exported public import TaneFirebase
@_exported public import TaneProject
