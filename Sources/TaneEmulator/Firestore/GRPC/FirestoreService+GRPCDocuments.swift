#if Network
import SwiftProtobuf
import TaneCore
import TaneFirestoreMessages
import TaneServices

extension FirestoreService {
  func getDocument(_ request: ProtoGetDocumentRequest) async throws -> [UInt8] {
    let (call, path) = try documentCallAndPath(of: request.name)
    let mask = try DocumentWrite.mask(request.hasMask ? request.mask : nil)
    return call.message(of: try await call.document(at: path, ReadConsistency(request)), mask)
  }

  func listDocuments(_ request: ProtoListDocumentsRequest) async throws -> [UInt8] {
    let (call, parent) = try callAndPath(of: request.parent)
    let mask = try DocumentWrite.mask(request.hasMask ? request.mask : nil)
    let page = try await call.list(
      parent.appending(request.collectionID),
      FirestoreCall.ListParameters(
        orderBy: request.orderBy,
        pageSize: Int(request.pageSize),
        pageToken: request.pageToken,
        showsMissing: request.showMissing
      ),
      ReadConsistency(request)
    )
    // The fields `documents` and `next_page_token` of a `ListDocumentsResponse`.
    var response = DocumentMessageWriter()
    for (path, document) in page.documents {
      if let document {
        response.write(document, of: call.database, mask: mask, field: 1)
      } else {
        let missing = ProtoDocument.with { $0.name = call.database.name(of: path) }
        response.write(try missing.serializedBytes() as [UInt8], field: 1)
      }
    }
    if let next = page.next { response.write(next, field: 2) }
    return response.bytes
  }

  func createDocument(_ request: ProtoCreateDocumentRequest) async throws -> [UInt8] {
    let (call, parent) = try callAndPath(of: request.parent)
    let mask = try DocumentWrite.mask(request.hasMask ? request.mask : nil)
    let document = try await call.create(
      in: parent.appending(request.collectionID),
      id: request.documentID,
      DocumentFields(request.document.fields)
    )
    return call.message(of: document, mask)
  }

  func updateDocument(_ request: ProtoUpdateDocumentRequest) async throws -> [UInt8] {
    let (call, path) = try documentCallAndPath(of: request.document.name)
    let mask = try DocumentWrite.mask(request.hasMask ? request.mask : nil)
    let document = try await call.update(
      path,
      DocumentFields(request.document.fields),
      mask: DocumentWrite.mask(request.hasUpdateMask ? request.updateMask : nil),
      if: DocumentPrecondition(request.hasCurrentDocument ? request.currentDocument : nil)
    )
    return call.message(of: document, mask)
  }

  func deleteDocument(
    _ request: ProtoDeleteDocumentRequest
  ) async throws -> Google_Protobuf_Empty {
    let (call, path) = try documentCallAndPath(of: request.name)
    let precondition = request.hasCurrentDocument ? request.currentDocument : nil
    try await call.delete(path, if: DocumentPrecondition(precondition))
    return Google_Protobuf_Empty()
  }

  private func documentCallAndPath(
    of name: String
  ) throws -> (call: FirestoreCall, path: DocumentPath) {
    let callAndPath = try callAndPath(of: name)
    try DocumentDatabaseName.checkIsDocument(callAndPath.path, named: name)
    return callAndPath
  }
}

extension FirestoreCall {
  /// Returns the encoded message of a document, optionally limited to the fields of a mask.
  fileprivate func message(of document: StoredDocument, _ mask: [FieldPath]?) -> [UInt8] {
    var writer = DocumentMessageWriter()
    writer.write(document, of: database, mask: mask)
    return writer.bytes
  }
}
#endif
