/// The texts of the Japanese catalog, by origin.
package enum JapaneseTexts {
  /// The texts of Tane itself.
  package static let own = [
    commands, rendering, rules, core, formats, project, types, seeding, services, studio,
  ]
}
