/// The meaning of a finding's code and the solution, as in `Findings.md`.
struct FindingRule: Sendable {
  /// The meaning of the code, as a clause.
  let meaning: String
  /// The solution, as a clause.
  let advice: String

  /// Looks up a code; returns nil if the code is unknown.
  init?(_ code: String) {
    guard let rule = Self.all[code] else { return nil }
    (meaning, advice) = rule
  }

  /// The meanings and solutions by code; a code has several meanings if it applies to several kinds
  /// of files.
  static let all: [String: (meaning: String, advice: String)] = [
    "alias-expansion": (
      "the aliases of a file expand to more than 1,000,000 values",
      "write the data without aliases"
    ),
    "ambiguous-boolean": (
      "unquoted yes, no, on or off: text here, a Boolean in YAML 1.1",
      "quote it, or write true or false"
    ),
    "broken-link": (
      "a broken link in the fixtures, or an object that is missing from its bucket",
      "correct the link, or add the object"
    ),
    "described-twice": (
      "two files of a set define the same node, document, object or metadata, or two accounts "
        + "share an email address or phone number",
      "remove one of them"
    ),
    "differs-from-fixtures": (
      "the environment differs from the fixtures",
      "run tane demo reset, or adopt the edit with tane adopt"
    ),
    "document-too-large": (
      "a document over 1 MiB",
      "split it"
    ),
    "duplicate-environment": (
      "two files define the same environment, such as a.yaml and a.yml",
      "remove one"
    ),
    "duplicate-key": (
      "a duplicate key or << in a map",
      "rename or remove one"
    ),
    "duplicate-name": (
      "a database and a bucket with the same name, or a set listed twice",
      "rename or remove one"
    ),
    "duplicate-pattern": (
      "a duplicate pattern",
      "remove one"
    ),
    "duplicate-url": (
      "two databases or two buckets with the same location",
      "correct or remove one"
    ),
    "empty-vanishes": (
      "an empty list or map is not stored",
      "remove it, and make sure that the code that reads it accepts a missing value"
    ),
    "expansion-limit": (
      "tags that generate more than 10,000,000 values in a run",
      "lower the counts of !repeat"
    ),
    "exposed-credentials": (
      "a secret in a profile, or a key file that other users can read or that is inside the "
        + "project or a repository",
      "use a variable or the path of a key file; run chmod 600 on the file, and move it out of the "
        + "project"
    ),
    "expression-cycle": (
      "circular includes, definitions or references",
      "break the cycle shown in the message"
    ),
    "extends-cycle": (
      "profiles extend each other circularly",
      "remove one \"extends\""
    ),
    "failed-sign-in": (
      "an account that cannot sign in with the password in the fixtures",
      "if the account is disabled, enable it; otherwise delete it in the environment and run tane "
        + "demo reset"
    ),
    "failing-rule": (
      "a request that is denied only because the evaluation of the security rules fails",
      "check for missing values first, such as request.auth != null"
    ),
    "file-too-large": (
      "a file over 2,147,483,647 bytes",
      "split it"
    ),
    "illegal-file-name": (
      "a file name that is not UTF-8, or that is an invalid environment name when decoded, such as "
        + "%2E%2E%2Fx.yaml",
      "rename the file"
    ),
    "illegal-identifier": (
      "an invalid collection or document name",
      "rename the file or folder"
    ),
    "illegal-key": (
      "a field name that is empty or begins and ends with __, or a key that is empty or contains "
        + "., $, #, [, ], / or a control character",
      "rename it"
    ),
    "illegal-object-name": (
      "an invalid object name",
      "rename the file"
    ),
    "invalid-date": (
      "an invalid date, time or time zone",
      "correct it as described in the message"
    ),
    "invalid-encoding": (
      "invalid UTF-8 or UTF-16, or a forbidden control character",
      "save as UTF-8"
    ),
    "invalid-expression": (
      "a tag of the fixture language with an invalid argument",
      "correct it as described in the message"
    ),
    "invalid-merge": (
      "a << whose value is not a map or a list of maps",
      "merge a map, or quote \"<<\""
    ),
    "invalid-remote-config": (
      "a condition, parameter or value that Remote Config does not accept",
      "correct it as described in the message"
    ),
    "invalid-rules": (
      "security rules that do not compile, or a warning from Google's compiler",
      "correct it as described in the message"
    ),
    "invalid-value": (
      "an invalid value of the right kind",
      "correct it as described in the message"
    ),
    "invalid-variable": (
      "an incomplete variable, such as ${ without a name or }",
      "write ${NAME}, or $$ for a dollar sign"
    ),
    "json-syntax": (
      "invalid JSON, such as a comment, a trailing comma or a missing quote",
      "fix it, or use YAML"
    ),
    "key-too-long": (
      "a field name over 1,500 bytes, or a key over 768 bytes",
      "shorten it"
    ),
    "list-becomes-map": (
      "a list with mostly missing elements is read back as a map",
      "remove the gaps"
    ),
    "map-becomes-list": (
      "a map with numeric keys is read back as a list",
      "use other keys, such as k0"
    ),
    "misread-text": (
      "an anchor with characters other than letters, digits, - and _, or text such as [?x], which "
        + "is not parsed as YAML 1.2 specifies",
      "quote the text, or rename the anchor"
    ),
    "missing-folder": (
      "the folder of profiles is missing; reported only through the Swift API",
      "add environments/"
    ),
    "missing-key": (
      "a required key is missing",
      "add it, or make the property optional"
    ),
    "missing-object": (
      "a .meta.yaml without its object",
      "add the object, or remove the file"
    ),
    "missing-profile": (
      "environments/ contains no profile",
      "add one, such as environments/local.yaml"
    ),
    "missing-reference": (
      "a !ref or !url, or a user in rules.yaml, that refers to an address missing from the fixtures",
      "correct the address, or add the fixture"
    ),
    "missing-source": (
      "a path in \"sources\" does not exist, or a path in \"exclude\" is probably misspelled",
      "correct the path"
    ),
    "missing-value": (
      "a required value is missing or empty",
      "add it"
    ),
    "mixed-projects": (
      "a service, the credentials or an app's GoogleService-Info.plist belongs to another "
        + "project (tane env check)",
      "correct the wrong setting"
    ),
    "mixed-services": (
      "an app's GoogleService-Info.plist contains a database or bucket that is missing from the "
        + "profile or is not its default (tane env check)",
      "add it, or download the app's configuration file again"
    ),
    "multiple-documents": (
      "a second document (---) in a YAML file",
      "move it to another file"
    ),
    "nested-list": (
      "a list directly inside a list",
      "put a map between them"
    ),
    "never-exercised": (
      "a case that never occurs in the data",
      "add a fixture that contains it"
    ),
    "never-present": (
      "an optional property that never occurs in the data",
      "add a fixture that contains it"
    ),
    "non-scalar-key": (
      "a list or map where a key is expected",
      "quote it if it is text"
    ),
    "not-a-file": (
      "a folder where a file is expected, such as a folder named a.yaml",
      "rename the folder"
    ),
    "not-a-folder": (
      "a file where a folder is expected, or next to the folders of buckets",
      "move it"
    ),
    "not-finite": (
      ".nan, .inf or -.inf",
      "use a number, text or null"
    ),
    "not-seeded": (
      "fixtures in firestore/, accounts.yaml or remote-config.yaml without \"firestore\", "
        + "\"accounts\" or \"remoteConfig\" in the profile",
      "add the service to the profile, or ignore the note"
    ),
    "null-value": (
      "a null where a value is required",
      "add a value, or make the property optional"
    ),
    "priority-without-value": (
      "a priority of a node without a value",
      "add a value, or remove the priority"
    ),
    "number-out-of-range": (
      "a number that the service would round",
      "quote it to keep it as a string"
    ),
    "number-rounded": (
      "an integer that has no exact floating-point representation",
      "quote it to keep it as a string"
    ),
    "number-too-large": (
      "a hexadecimal or octal number over 9,223,372,036,854,775,807",
      "write it in decimal, or quote it"
    ),
    "object-too-large": (
      "an object over the size limit of its bucket: 999,000,000 bytes if embedded, 5 TiB in "
        + "Cloud Storage",
      "remove it, or use another bucket"
    ),
    "passed-date": (
      "a date that was in the future at the last seed and has since passed",
      "run tane demo reset; if the date is not relative to the seed, write a later one"
    ),
    "recursive-alias": (
      "an alias inside the value of its own anchor",
      "write the value without an alias"
    ),
    "reserved-key": (
      "a fixture describes data reserved for Tane: __tane__ at the root of a database, or "
        + "_tane_ in Firestore",
      "use another key, or change Tane's key (\"marker\" in the profile)"
    ),
    "remote-emulator": (
      "an emulator's URL with a host other than this machine",
      "use 127.0.0.1, or a private network"
    ),
    "round-trip": (
      "the type encodes the value differently",
      "fix encode(to:); reported only for compiled types"
    ),
    "schema-breaks-releases": (
      "released apps cannot decode data written by the new types",
      "wait until the apps are updated"
    ),
    "schema-broken": (
      "the new types cannot decode existing data",
      "make the property optional, or change the data first"
    ),
    "schema-changed": (
      "a compatible change: the new types can decode existing data, and released apps new data",
      "no action is needed"
    ),
    "schema-unchecked": (
      "a change whose effect cannot be determined from the sources",
      "simplify init(from:) so that it can be analyzed, or ignore the note"
    ),
    "stale-export": (
      "an out-of-date file written by tane env export",
      "run the command in the message"
    ),
    "string-too-long": (
      "text over 10 MiB",
      "shorten it, or put it into a bucket"
    ),
    "swift-syntax": (
      "a Swift file with a syntax error",
      "fix it, or add the file to \"exclude\""
    ),
    "too-deep": (
      "maps and lists nested more than 20 levels deep, or a path with more than 32 keys",
      "reduce the nesting in the document, or move the data closer to the root"
    ),
    "too-many-levels": (
      "lists and maps nested more than 512 levels deep",
      "reduce the nesting"
    ),
    "too-many-server-timestamps": (
      "more than 500 !server-timestamp values in one document",
      "use fewer"
    ),
    "undefined-alias": (
      "no anchor with this name precedes the alias",
      "correct the name, or move the anchor up"
    ),
    "unexercised-rule": (
      "a condition of the security rules that no request exercises",
      "add a request to fixtures/rules.yaml"
    ),
    "unexpected-access": (
      "a request that the security rules allow or deny contrary to fixtures/rules.yaml",
      "correct the rules or the file"
    ),
    "unexpected-file": (
      "a file in fixtures/ that has no effect, or a file in environments/ that is not a profile",
      "rename or move it"
    ),
    "unknown-case": (
      "a value that is not a case of an enumeration",
      "use one of the cases that the message lists"
    ),
    "unknown-environment": (
      "\"extends\" refers to a profile that does not exist",
      "correct the name"
    ),
    "unknown-key": (
      "an unknown key",
      "use one of the keys that the message lists"
    ),
    "unknown-service": (
      "a database or bucket that is not in the profile",
      "correct the name, or add it"
    ),
    "unknown-set": (
      "a fixture set that has no folder in fixtures/",
      "correct the name, or create the folder"
    ),
    "unknown-tag": (
      "a tag that is not supported here",
      "use a supported tag, or remove it"
    ),
    "unknown-type": (
      "the type is not declared, is declared more than once, or does not conform to Decodable",
      "correct the name, add its folder to \"sources\", or write Folder.Type"
    ),
    "unmasked-original": (
      "the value of a masked field appears unmasked in another value, a key, a name or a comment",
      "add the mask that the message proposes; for public values, use \"keep\" or "
        + "\"maskExceptions\""
    ),
    "unmatched-key": (
      "a coding key that convertFromSnakeCase never produces",
      "change the coding key, or remove the strategy"
    ),
    "unmatched-mapping": (
      "a mapping pattern that matches no data",
      "correct the pattern"
    ),
    "unread-key": (
      "a key that no type reads, so that the app ignores it",
      "correct it, or add the property"
    ),
    "unreadable-file": (
      "a file or folder cannot be read",
      "fix its permissions"
    ),
    "unreadable-value": (
      "a date, URL or number that the type cannot decode",
      "correct it as described in the message"
    ),
    "unset-variable": (
      "${NAME} or !env NAME is not set and has no default",
      "set it, or write ${NAME:-default}"
    ),
    "unsupported-tag": (
      "!server-timestamp in a list, or a Firestore type, such as !geopoint, in a Realtime Database",
      "put it into a field, or use a plain value"
    ),
    "unusable-link": (
      "a link that is broken, circular or points outside the project",
      "fix the link, or replace it with a copy of its target"
    ),
    "unusable-mask": (
      "a mask that cannot be used for the data that its pattern matches, or that gives two keys "
        + "the same pseudonym",
      "use the mask in the message"
    ),
    "wrong-region": (
      "a database URL with the wrong region (tane env check)",
      "use the URL in the message"
    ),
    "wrong-tag": (
      "a tag that does not match its value, or precedes a key",
      "change the tag or the value"
    ),
    "wrong-type": (
      "a value of the wrong kind or type",
      "change or quote the value, or change the type"
    ),
    "yaml-syntax": (
      "invalid YAML, such as a tab, an unclosed quote or wrong indentation",
      "fix the line"
    ),
  ]
}
