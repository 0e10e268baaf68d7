import TaneCore
import TaneServices

extension FirestoreRESTCall {
  func getDocument() async throws -> TreeLiteral {
    let mask = try mask("mask")
    return json(try await call.document(at: route.path, consistency()), mask: mask)
  }

  func createDocument() async throws -> TreeLiteral {
    let body = try ProtocolJSON(request)
    if body["name"] != nil {
      throw GoogleFailure.invalid("Name a new document with documentId, not in the body.")
    }
    let mask = try mask("mask")
    let fields = try body["fields"]?.fields() ?? DocumentFields()
    let document = try await call.create(in: route.path, id: target["documentId"] ?? "", fields)
    return json(document, mask: mask)
  }

  func patchDocument() async throws -> TreeLiteral {
    let body = try ProtocolJSON(request)
    if let name = try body.text("name"), try database.path(of: name) != route.path {
      throw GoogleFailure.invalid("The name in the body does not match the request's path.")
    }
    let mask = try mask("mask")
    let document = try await call.update(
      route.path,
      body["fields"]?.fields() ?? DocumentFields(),
      mask: self.mask("updateMask"),
      if: DocumentPrecondition(target)
    )
    return json(document, mask: mask)
  }

  func deleteDocument() async throws -> TreeLiteral {
    try await call.delete(route.path, if: DocumentPrecondition(target))
    return [:]
  }

  func listDocuments() async throws -> TreeLiteral {
    let mask = try mask("mask")
    let page = try await call.list(
      route.path,
      FirestoreCall.ListParameters(
        orderBy: target["orderBy"] ?? "",
        pageSize: try pageSize(),
        pageToken: target["pageToken"] ?? "",
        showsMissing: target["showMissing"] == "true"
      ),
      consistency()
    )
    let documents = page.documents.map { path, document in
      document.map { json($0, mask: mask) } ?? ["name": .string(database.name(of: path))]
    }
    return .object([
      "documents": .nonEmpty(documents),
      "nextPageToken": page.next.map { .string($0) },
    ])
  }

  private func pageSize() throws(GoogleFailure) -> Int {
    let text = target["pageSize"] ?? "0"
    guard let size = Int(text), size >= 0 else {
      throw .invalid(
        "Invalid pageSize \"\(text.escapingControls)\": expected a nonnegative integer."
      )
    }
    return size
  }
}
