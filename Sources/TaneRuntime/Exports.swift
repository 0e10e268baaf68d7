// An app that activates an environment names `EnvironmentProfiles`, which `TaneProject` declares: with
// one import it has both the profiles and their activation.
@_exported public import TaneProject
