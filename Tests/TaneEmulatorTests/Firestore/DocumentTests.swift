import HTTPTypes
import TaneCore
import TaneEmulator
import Testing

@Suite("Firestore documents over REST")
struct DocumentTests {
  private static let fields = """
    {"null":{"nullValue":null},"yes":{"booleanValue":true},"n":{"integerValue":"-7"},
     "d":{"doubleValue":1.5},"nan":{"doubleValue":"NaN"},"inf":{"doubleValue":"-Infinity"},
     "t":{"timestampValue":"2026-01-31T21:00:00.123456789+09:00"},"s":{"stringValue":"麺屋"},
     "b":{"bytesValue":"AP+A"},"r":{"referenceValue":"projects/p/databases/(default)/documents/c/x"},
     "g":{"geoPointValue":{"latitude":35.5}},"a":{"arrayValue":{"values":[{"integerValue":1}]}},
     "e":{"arrayValue":{}},"m":{"mapValue":{"fields":{"k":{"stringValue":""}}}},"o":{"mapValue":{}}}
    """

  @Test("Firestore documents store and return values of every type")
  func values() async {
    let fixture = FirestoreFixture()
    await fixture.set(Self.fields, at: "c/d")
    let response = await fixture.send(.get, "/c/d")
    #expect(response.status == .ok)
    #expect(
      response.json
        == Tree([
          "name": .string("\(FirestoreFixture.name)/c/d"),
          "createTime": .string(FirestoreFixture.time),
          "updateTime": .string(FirestoreFixture.time),
          "fields": [
            "null": ["nullValue": nil], "yes": ["booleanValue": true], "n": ["integerValue": "-7"],
            "d": ["doubleValue": 1.5], "nan": ["doubleValue": "NaN"],
            "inf": ["doubleValue": "-Infinity"],
            "t": ["timestampValue": "2026-01-31T12:00:00.123456Z"], "s": ["stringValue": "麺屋"],
            "b": ["bytesValue": "AP+A"],
            "r": ["referenceValue": .string("\(FirestoreFixture.name)/c/x")],
            "g": ["geoPointValue": ["latitude": 35.5, "longitude": 0.0]],
            "a": ["arrayValue": ["values": [["integerValue": "1"]]]], "e": ["arrayValue": [:]],
            "m": ["mapValue": ["fields": ["k": ["stringValue": ""]]]], "o": ["mapValue": [:]],
          ],
        ])
    )
  }

  @Test(
    "Invalid Firestore values are rejected with their path",
    arguments: [
      (
        #"{"a":{"integerValue":"x"}}"#,
        "'fields.a.integerValue': found \"x\", expected a 64-bit integer, or its digits."
      ),
      (#"{"a":{"stringValue":1}}"#, "'fields.a.stringValue': found integer, expected a string."),
      (
        #"{"a":{}}"#,
        "'fields.a': found map, expected an object with one entry, such as \"stringValue\"."
      ),
      (
        #"{"a":{"arrayValue":{"values":[{"timestampValue":"now"}]}}}"#,
        "'fields.a.arrayValue.values[0].timestampValue': found \"now\", expected a time such as"
          + " \"2026-01-31T12:00:00.123456Z\", of the years 1 to 9999."
      ),
      (
        #"{"a":{"geoPointValue":{"latitude":91}}}"#,
        "'fields.a.geoPointValue': found map, expected a latitude of -90 to 90 and a longitude of"
          + " -180 to 180 degrees."
      ),
      (#"{"a":{"bytesValue":"%"}}"#, "'fields.a.bytesValue': found \"%\", expected base64."),
    ]
  )
  func badValues(fields: String, message: String) async {
    let fixture = FirestoreFixture()
    let response = await fixture.send(.patch, "/c/d", #"{"fields": \#(fields)}"#)
    #expect(response.status == .badRequest)
    #expect(response.error == "INVALID_ARGUMENT: Invalid value at \(message)")
  }

  @Test("A missing document returns an error in the format of Google's APIs")
  func missing() async {
    let response = await FirestoreFixture().send(.get, "/c/d")
    #expect(response.status == .notFound)
    #expect(
      response.text
        == #"{"error":{"code":404,"message":"Document \"\#(FirestoreFixture.name)/c/d\" not found.","#
        + #""status":"NOT_FOUND"}}"#
    )
  }

  @Test("Documents are created with a given or generated ID, and only once")
  func creation() async {
    let fixture = FirestoreFixture()
    let json = #"{"fields": {"a": {"stringValue": "x"}}}"#
    let named = await fixture.send(.post, "/c?documentId=d", json)
    #expect(named.json["name"]?.string == "\(FirestoreFixture.name)/c/d")
    let again = await fixture.send(.post, "/c?documentId=d", json)
    #expect(again.status == .conflict)
    #expect(
      again.error == "ALREADY_EXISTS: Document already exists: \(FirestoreFixture.name)/c/d"
    )
    let automatic = await fixture.send(.post, "/c/d/sub", json)
    #expect(
      automatic.json["name"]?.string == "\(FirestoreFixture.name)/c/d/sub/AutoIdentifier000001"
    )
    #expect(await fixture.send(.post, "/c?documentId=..", json).status == .badRequest)
  }

  @Test("Documents are changed as a whole, with a mask and with preconditions")
  func patch() async {
    let fixture = FirestoreFixture()
    await fixture.set(#"{"a": {"integerValue": 1}, "b": {"integerValue": 2}}"#, at: "c/d")
    let masked = await fixture.send(
      .patch,
      "/c/d?updateMask.fieldPaths=a&updateMask.fieldPaths=%60x.y%60&mask.fieldPaths=%60x.y%60",
      #"{"fields": {"x.y": {"integerValue": 3}, "b": {"integerValue": 9}}}"#
    )
    #expect(masked.json["fields"] == Tree(["x.y": ["integerValue": "3"]]))
    let whole = await fixture.send(.get, "/c/d")
    #expect(
      whole.json["fields"] == Tree(["b": ["integerValue": "2"], "x.y": ["integerValue": "3"]])
    )
    let time = whole.json["updateTime"]?.string ?? ""
    #expect(whole.json["createTime"]?.string == FirestoreFixture.time)
    #expect(time == "2023-11-14T22:13:20.123001Z")
    let cases: [(String, String, HTTPResponse.Status)] = [
      ("/c/d", "currentDocument.exists=false", .conflict),
      ("/c/e", "currentDocument.exists=true", .notFound),
      ("/c/d", "currentDocument.updateTime=\(FirestoreFixture.time)", .badRequest),
      ("/c/d", "currentDocument.exists=maybe", .badRequest),
      ("/c/d", "updateMask.fieldPaths=a..b", .badRequest),
      ("/c/d", "currentDocument.updateTime=\(time)", .ok),
    ]
    for (path, query, status) in cases {
      let response = await fixture.send(.patch, "\(path)?\(query)", "{}")
      #expect(response.status == status, "\(query)")
    }
    #expect(await fixture.send(.get, "/c/d").json["fields"] == nil)
  }

  @Test("Deleting a missing document succeeds unless a precondition requires it")
  func removal() async {
    let fixture = FirestoreFixture()
    await fixture.set("{}", at: "c/d")
    for _ in 0..<2 {
      let response = await fixture.send(.delete, "/c/d")
      #expect(response.status == .ok)
      #expect(response.text == "{}")
    }
    let response = await fixture.send(.delete, "/c/d?currentDocument.exists=true")
    #expect(response.error == "NOT_FOUND: No document to update: \(FirestoreFixture.name)/c/d")
  }

  @Test("Documents are listed in pages, in a given order and with missing ones on request")
  func listing() async {
    let fixture = FirestoreFixture()
    for (id, number) in [("a", 3), ("b", 1), ("c", 2)] {
      await fixture.set(
        #"{"n": {"integerValue": \#(number)}, "x": {"nullValue": null}}"#,
        at: "c/\(id)"
      )
    }
    await fixture.set("{}", at: "c/aa/sub/1")
    func pages(_ query: String) async -> [[String]] {
      var pages: [[String]] = []
      var token = ""
      repeat {
        let json = await fixture.send(.get, "/c?\(query)&pageToken=\(token)").json
        let names = json["documents"]?.children.compactMap { $0["name"]?.string } ?? []
        pages.append(names.map { String($0.split(separator: "/").last ?? "") })
        token = json["nextPageToken"]?.string ?? ""
      } while !token.isEmpty && pages.count < 10
      return pages
    }
    #expect(await pages("") == [["a", "b", "c"]])
    #expect(await pages("pageSize=2") == [["a", "b"], ["c"]])
    #expect(await pages("pageSize=2&showMissing=true") == [["a", "aa"], ["b", "c"]])
    #expect(await pages("pageSize=2&orderBy=n") == [["b", "c"], ["a"]])
    #expect(await pages("orderBy=n%20desc,%20__name__") == [["a", "c", "b"]])
    let masked = await fixture.send(.get, "/c?mask.fieldPaths=n&pageSize=1")
    #expect(masked.json["documents"]?[0]["fields"] == Tree(["n": ["integerValue": "3"]]))
    #expect(await fixture.send(.get, "/none").text == "{}")
    for query in ["pageSize=x", "pageSize=-1", "orderBy=n%20up", "orderBy=n&showMissing=true"] {
      #expect(await fixture.send(.get, "/c?\(query)").status == .badRequest, "\(query)")
    }
  }

  @Test("Collections below documents are listed")
  func collections() async {
    let fixture = FirestoreFixture()
    for path in ["b/1", "a/1/x/2", "a/1/y/2"] { await fixture.set("{}", at: path) }
    let root = await fixture.send(.post, ":listCollectionIds", "{}")
    #expect(root.text == #"{"collectionIds":["a","b"]}"#)
    let first = await fixture.send(.post, "/a/1:listCollectionIds", #"{"pageSize": 1}"#)
    #expect(first.json["collectionIds"] == Tree(["x"]))
    let token = first.json["nextPageToken"]?.string ?? ""
    let second = await fixture.send(
      .post,
      "/a/1:listCollectionIds",
      #"{"pageSize": 1, "pageToken": "\#(token)"}"#
    )
    #expect(second.text == #"{"collectionIds":["y"]}"#)
    #expect(await fixture.send(.post, "/c/1:listCollectionIds").text == "{}")
  }

  @Test("Document IDs with colons and percent signs are distinguished from methods")
  func colons() async {
    let fixture = FirestoreFixture()
    await fixture.set("{}", at: "c/a:b")
    await fixture.set("{}", at: "c/50%25%3AF")
    #expect(await fixture.send(.get, "/c/a%3Ab").status == .ok)
    #expect(
      await fixture.send(.get, "/c/50%25%3AF").json["name"]?.string
        == "\(FirestoreFixture.name)/c/50%:F"
    )
  }

  @Test("Databases are cleared as a whole and are separate from each other")
  func databases() async {
    let fixture = FirestoreFixture()
    await fixture.set("{}", at: "c/d")
    let other = "/v1/projects/p/databases/other/documents/c/d"
    #expect(await fixture.service.respond(to: .make(.get, other)).status == .notFound)
    let unknown = "/v1/projects/x/databases/(default)/documents/c/d"
    let response = await fixture.service.respond(to: .make(.get, unknown))
    #expect(
      response.error
        == "NOT_FOUND: The database (default) does not exist for project x: it is not served here."
    )
    let clear = "/emulator/v1/projects/p/databases/(default)/documents"
    #expect(await fixture.service.respond(to: .make(.delete, clear)).text == "{}")
    #expect(await fixture.send(.get, "/c/d").status == .notFound)
    #expect(await fixture.service.respond(to: .make(.get, "/")).status == .notFound)
  }

  @Test("Streaming methods are rejected over REST")
  func streams() async {
    let fixture = FirestoreFixture()
    let methods = ["listen", "write", "executePipeline"]
    for method in methods {
      let response = await fixture.send(.post, ":\(method)", "{}")
      #expect(
        response.error == "UNIMPLEMENTED: The method \(method) is not served over REST."
      )
    }
  }
}
