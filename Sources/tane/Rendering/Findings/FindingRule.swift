/// The meaning of a finding's code and its solution, as in `Findings.md`.
struct FindingRule: Sendable {
  /// The meaning, as a clause.
  let meaning: String
  /// The solution, as a clause.
  let advice: String

  /// Finds a code in the list, or returns nil if it is not there.
  init?(_ code: String) {
    guard let rule = Self.all[code] else { return nil }
    (meaning, advice) = rule
  }

  /// All codes; a code for several kinds of files has all of their meanings.
  static let all: [String: (meaning: String, advice: String)] = [
    "alias-expansion": (
      "the aliases of a file stand for more than 1,000,000 values",
      "write the data out"
    ),
    "ambiguous-boolean": (
      "plain yes, no, on or off: text, and a boolean to tools for YAML 1.1",
      "quote it, or write true or false"
    ),
    "broken-link": (
      "a link of the fixtures that is not answered, or an object that is not in its bucket",
      "correct the link, or add the object"
    ),
    "described-twice": (
      "two files of a set describe one node, document, object or metadata; two "
        + "accounts share an address or a telephone number",
      "keep one"
    ),
    "differs-from-fixtures": (
      "the environment does not hold what the fixtures say",
      "run tane demo reset, or take the edit over with tane adopt"
    ),
    "document-too-large": (
      "a document over 1 MiB",
      "split it"
    ),
    "duplicate-environment": (
      "two files describe one environment, as a.yaml and a.yml",
      "remove one"
    ),
    "duplicate-key": (
      "a key, or <<, stands twice in a map",
      "rename or remove one"
    ),
    "duplicate-name": (
      "a database and a bucket of one name, or a set listed twice",
      "rename or remove one"
    ),
    "duplicate-pattern": (
      "a pattern stands twice",
      "remove one"
    ),
    "empty-vanishes": (
      "an empty list or map is not kept",
      "leave it out; let readers expect nothing"
    ),
    "expansion-limit": (
      "tags that make more than 10,000,000 values in a run",
      "lower the counts of !repeat"
    ),
    "exposed-credentials": (
      "a secret in a profile, or a key file that others can read or that lies in "
        + "the project or in a repository",
      "write the path of a key file or a variable; chmod 600 the file, and move it "
        + "out of the project"
    ),
    "expression-cycle": (
      "included files, definitions or references that lead back to themselves",
      "break the circle that the message shows"
    ),
    "extends-cycle": (
      "profiles extend each other in a circle",
      "take out one extends"
    ),
    "failed-sign-in": (
      "an account that does not sign in with the password of the fixtures",
      "remove the account in the environment, and run tane demo reset; enable it where the message says that it is"
        + " disabled"
    ),
    "file-too-large": (
      "a file over 2,147,483,647 bytes",
      "split it"
    ),
    "illegal-file-name": (
      "a name is not UTF-8, or stands for an environment that no path can name, "
        + "such as %2E%2E%2Fx.yaml",
      "rename the file"
    ),
    "illegal-identifier": (
      "a name that no collection or document can have",
      "rename the file or folder"
    ),
    "illegal-key": (
      "a field's name that is empty, or begins and ends with __; or an empty key, "
        + "or one with ., $, #, [, ], / or a control character",
      "rename it"
    ),
    "illegal-object-name": (
      "a name that a bucket cannot hold",
      "rename the file"
    ),
    "invalid-date": (
      "a date, a time or a time zone that does not exist",
      "correct it; the message says what is expected"
    ),
    "invalid-encoding": (
      "bytes that are not UTF-8 (or UTF-16), or a forbidden control character",
      "save as UTF-8"
    ),
    "invalid-expression": (
      "a tag of the fixture language with an argument that means nothing",
      "the message says what is expected"
    ),
    "invalid-merge": (
      "<< with something other than a map or a list of maps",
      "merge a map, or quote \"<<\""
    ),
    "invalid-value": (
      "a value of the right kind that means nothing here",
      "the message says what is expected"
    ),
    "invalid-variable": (
      "${ without a name and }",
      "write ${NAME}; $$ is a dollar sign"
    ),
    "json-syntax": (
      "not JSON: a comment, a trailing comma, a missing quote",
      "mend it, or use YAML"
    ),
    "key-too-long": (
      "a field's name over 1,500 bytes; or a key over 768 bytes",
      "shorten it"
    ),
    "list-becomes-map": (
      "a list with mostly empty elements is read back as a map",
      "close the gaps"
    ),
    "map-becomes-list": (
      "a map with numbers for keys is read back as a list",
      "use other keys, as k0"
    ),
    "misread-text": (
      "an anchor with other characters than letters, digits, - and _, or [?x]: "
        + "read in another way than YAML 1.2 says",
      "quote the text, rename the anchor"
    ),
    "missing-folder": (
      "the folder of the profiles is missing; only Swift code meets it",
      "add environments/"
    ),
    "missing-key": (
      "the type needs a key that is not there",
      "add it, or make the property optional"
    ),
    "missing-object": (
      "a .meta.yaml without its object",
      "add the object, or remove the file"
    ),
    "missing-profile": (
      "environments/ holds no profile",
      "add one, such as environments/local.yaml"
    ),
    "missing-reference": (
      "a !ref or !url of what no fixture describes",
      "correct the address, or add the fixture"
    ),
    "missing-source": (
      "sources or exclude names nothing that is there",
      "correct the path"
    ),
    "missing-value": (
      "a value that must be there is missing or empty",
      "add it"
    ),
    "mixed-projects": (
      "a service, the credential or an app's GoogleService-Info.plist is of another "
        + "project (tane env check)",
      "correct one of them"
    ),
    "mixed-services": (
      "an app's GoogleService-Info.plist names a database or a bucket that the "
        + "profile lacks (tane env check)",
      "add it, or download the app's settings again"
    ),
    "multiple-documents": (
      "a second document (---) in a YAML file",
      "give it a file of its own"
    ),
    "nested-list": (
      "a list right in a list",
      "put a map between them"
    ),
    "never-exercised": (
      "no data ever hold a case",
      "add a fixture that does"
    ),
    "never-present": (
      "no data ever hold an optional property",
      "add a fixture that does"
    ),
    "non-scalar-key": (
      "a list or a map where a key belongs",
      "put it in quotes if it is text"
    ),
    "not-a-file": (
      "a folder where a file belongs, such as a folder a.yaml",
      "rename the folder"
    ),
    "not-a-folder": (
      "a file where a folder belongs, or one beside the folders of buckets",
      "move it"
    ),
    "not-finite": (
      ".nan, .inf or -.inf",
      "use a number, text or null"
    ),
    "not-seeded": (
      "firestore/, accounts.yaml or remote-config.yaml, and the profile has no firestore, "
        + "accounts or remoteConfig",
      "add it to the profile, or nothing"
    ),
    "null-value": (
      "a null where the type needs a value",
      "add one, or make the property optional"
    ),
    "number-out-of-range": (
      "a number that would be rounded",
      "quote it to keep it as text"
    ),
    "number-too-large": (
      "a hexadecimal or octal number over 9,223,372,036,854,775,807",
      "write it in decimals, or quote it"
    ),
    "object-too-large": (
      "an object of more bytes than its bucket takes: 999,000,000 of an embedded "
        + "one, 5 TiB of Cloud Storage",
      "leave it out, or use another bucket"
    ),
    "passed-date": (
      "a date that was ahead at the last seed and is not any more",
      "run tane demo reset; write a later date where it does not follow from the seed"
    ),
    "recursive-alias": (
      "an alias stands inside its own anchor's value",
      "write the value out"
    ),
    "reserved-key": (
      "a fixture describes what is Tane's own: __tane__ at the root of a database, _tane_ in Firestore",
      "use another key, or give Tane another one (marker in the profile)"
    ),
    "remote-emulator": (
      "an emulator's URL has another host than this machine",
      "use 127.0.0.1, or a network of your own"
    ),
    "round-trip": (
      "the type writes the value back otherwise",
      "mend encode(to:); only compiled types show this"
    ),
    "schema-breaks-releases": (
      "released apps cannot read what is written from now on",
      "wait until they are updated"
    ),
    "schema-broken": (
      "the new types cannot read data that are there",
      "make the property optional, or change the data first"
    ),
    "schema-changed": (
      "both live with the change",
      "nothing"
    ),
    "schema-unchecked": (
      "the sources do not tell enough of a type to judge the change",
      "write init(from:) without helpers that cannot be followed, or nothing"
    ),
    "stale-export": (
      "a file that tane env export has written, and would write otherwise now",
      "run the command that the message names"
    ),
    "string-too-long": (
      "text over 10 MiB",
      "shorten it, or put it into a bucket"
    ),
    "swift-syntax": (
      "a Swift file does not parse from the place on",
      "mend it, or name it in exclude"
    ),
    "too-deep": (
      "over 20 maps and lists inside one another; or more than 32 levels of keys",
      "move the data nearer to the document; or move the data nearer to the root"
    ),
    "too-many-levels": (
      "more than 512 lists and maps inside one another",
      "make the data flatter"
    ),
    "too-many-server-timestamps": (
      "over 500 of them in one document",
      "use fewer"
    ),
    "undefined-alias": (
      "no such anchor stands above the alias",
      "correct the name, or move the anchor up"
    ),
    "unexpected-file": (
      "nothing is done with this file in fixtures/; or a file in environments/ that "
        + "is not a profile",
      "rename it, or move it away"
    ),
    "unknown-case": (
      "a value that is not a case of an enumeration",
      "the message lists the cases"
    ),
    "unknown-environment": (
      "extends names a profile that is not there",
      "correct the name"
    ),
    "unknown-key": (
      "a key that the file does not know",
      "correct it; the message names the known ones"
    ),
    "unknown-service": (
      "a database or bucket that the profile does not have",
      "correct the name, or add it"
    ),
    "unknown-set": (
      "a fixture set without a folder in fixtures/",
      "correct the name, or make the folder"
    ),
    "unknown-tag": (
      "a tag that has no meaning here",
      "use a known one, or remove it"
    ),
    "unknown-type": (
      "no source declares the type, several do, or it does not conform to Decodable",
      "correct the name, add its folder to sources, or write Folder.Type"
    ),
    "unmasked-original": (
      "the value of a masked field stands where it is not masked: in another value, a key, a name or a comment",
      "add the mask that the message proposes; where everybody may see it, keep for that one value or maskExceptions"
    ),
    "unmatched-key": (
      "convertFromSnakeCase never results in the text of a coding key",
      "leave out the text, or the strategy"
    ),
    "unmatched-mapping": (
      "the data hold nothing where the mapping looks",
      "correct the pattern"
    ),
    "unread-key": (
      "no type reads the key: the app loses it",
      "correct it, or add the property"
    ),
    "unreadable-file": (
      "a file or folder is there and cannot be read",
      "mend its permissions"
    ),
    "unreadable-value": (
      "a date, a URL or a number that the type refuses",
      "the message says what is expected"
    ),
    "unset-variable": (
      "${NAME} or !env NAME is not set and has no default",
      "set it, or write ${NAME:-default}"
    ),
    "unsupported-tag": (
      "!server-timestamp in a list; or a type of Firestore, such as !geopoint",
      "put it into a field; or use a plain value"
    ),
    "unusable-link": (
      "a link leads nowhere, in a circle or out of the project",
      "copy what it leads to"
    ),
    "unusable-mask": (
      "a mask that cannot be put where its pattern names something, or that gives two keys one pseudonym",
      "use the mask that the message names"
    ),
    "wrong-region": (
      "a database's URL names a region that it is not in (tane env check)",
      "write the URL that the message says"
    ),
    "wrong-tag": (
      "a tag that does not fit its value, or stands before a key",
      "change the tag or the value"
    ),
    "wrong-type": (
      "a value of another kind than expected; or a value of another type",
      "change or quote it; or change the value or the type"
    ),
    "yaml-syntax": (
      "not YAML: a tab, a quote never closed, a wrong indentation",
      "mend the line"
    ),
  ]
}
