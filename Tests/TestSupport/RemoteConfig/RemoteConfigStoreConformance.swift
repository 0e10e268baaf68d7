package import TaneCore

/// Checks that every `RemoteConfigStore` must pass.
///
/// ```swift
/// try await Conformance(RemoteConfigStoreConformance.checks) { MyRemoteConfig() }.run()
/// ```
package enum RemoteConfigStoreConformance {
  /// A requirement of a store.
  package typealias Check = Conformance<any RemoteConfigStore>.Check

  /// All checks.
  package static let checks: [Check] = [
    Check("the template is empty before the first publication") { store in
      let first = try await store.current()
      try expect("the template", first.template, equals: RemoteConfigTemplate())
      try expect("it has no version", first.version == nil)
      try expect("the versions", try await store.versions(limit: 9).map(\.number), equals: [])
      try expect("the first publication", try await store.revision(1)?.etag, equals: nil)
    },
    Check("a published template is read back unchanged") { store in
      let published = try await store.replace(full, ifMatch: try await store.current().etag)
      try expect("what is published", published.template, equals: full)
      let found = try await store.current()
      try expect("the template", found.template, equals: full)
      try expect("the ETag", found.etag, equals: published.etag)
      try expect("the number", found.version?.number, equals: 1)
    },
    Check("any published template is read back unchanged") { store in
      var generator = SeededGenerator(seed: 13)
      for _ in 0..<20 {
        let template = RemoteConfigTemplate.random(using: &generator)
        _ = try await store.replace(template, ifMatch: try await store.current().etag)
        try expect("the template", try await store.current().template, equals: template)
      }
    },
    Check("each publication has a new ETag, and only the last one can be replaced") {
      store in
      let first = try await store.current()
      let second = try await store.replace(full, ifMatch: first.etag)
      try expect("the ETags differ", first.etag != second.etag)
      try await expect(.conflict, from: "replacing what was replaced") {
        try await store.replace(RemoteConfigTemplate(), ifMatch: first.etag)
      }
      try await expect(.conflict, from: "validating against what was replaced") {
        try await store.validate(RemoteConfigTemplate(), ifMatch: first.etag)
      }
      try expect("the template", try await store.current().template, equals: full)
      let third = try await store.replace(RemoteConfigTemplate(), ifMatch: second.etag)
      try expect("the ETags differ", third.etag != second.etag)
      try expect("the template", try await store.current().template, equals: third.template)
    },
    Check("publications are kept and listed latest first") { store in
      var etag = try await store.current().etag
      for text in ["one", "two", "three"] {
        let template = RemoteConfigTemplate(parameters: ["word": .init(.text(text))])
        etag = try await store.replace(template, ifMatch: etag).etag
      }
      try expect(
        "the versions",
        try await store.versions(limit: 9).map(\.number),
        equals: [3, 2, 1]
      )
      try expect(
        "the last versions",
        try await store.versions(limit: 2).map(\.number),
        equals: [3, 2]
      )
      let second = try await store.revision(2)
      let value = second?.template.parameters["word"]?.defaultValue
      try expect("the second template", value, equals: .text("two"))
    },
    Check("an invalid template is rejected and not published") { store in
      let etag = try await store.current().etag
      let wrong = RemoteConfigTemplate(parameters: ["no-key": .init(.text("x"))])
      try await expect(.invalidData, from: "publishing") {
        try await store.replace(wrong, ifMatch: etag)
      }
      try await expect(.invalidData, from: "validating") {
        try await store.validate(wrong, ifMatch: etag)
      }
      try expect("the ETag", try await store.current().etag, equals: etag)
    },
    Check("validating publishes nothing") { store in
      let etag = try await store.current().etag
      try await store.validate(full, ifMatch: etag)
      try expect("the ETag", try await store.current().etag, equals: etag)
      try expect("the template", try await store.current().template, equals: RemoteConfigTemplate())
    },
    Check("a cancelled task publishes nothing") { store in
      let etag = try await store.current().etag
      try await expectCancellation(of: "publishing") {
        _ = try await store.replace(full, ifMatch: etag)
      }
      try expect("the ETag", try await store.current().etag, equals: etag)
    },
  ]

  /// A template that uses all features.
  private static let full = RemoteConfigTemplate(
    conditions: [
      RemoteConfigCondition(name: "iOS 店", expression: "device.os == 'ios'", tagColor: "BLUE"),
      RemoteConfigCondition(name: "half", expression: "percent <= 50"),
    ],
    parameters: [
      "greeting": RemoteConfigParameter(
        .text("こんにちは \"麺\"\n"),
        conditionalValues: ["iOS 店": .text(""), "half": .inAppDefault],
        description: "What is said first",
        valueType: .string
      ),
      "flags": RemoteConfigParameter(.text(#"{"b":1,"a":[true,null]}"#), valueType: .json),
      "only_half": RemoteConfigParameter(nil, conditionalValues: ["half": .text("1")]),
      "found": RemoteConfigParameter(
        .managed(#"{"personalizationValue":{"personalizationId":"p"}}"#)
      ),
    ],
    groups: [
      "Limits": RemoteConfigGroup(
        description: "Numbers",
        parameters: ["limit": RemoteConfigParameter(.text("1.50"), valueType: .number)]
      ),
      "Empty": RemoteConfigGroup(),
    ]
  )
}
