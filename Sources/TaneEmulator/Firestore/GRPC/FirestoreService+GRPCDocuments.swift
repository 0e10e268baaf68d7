import SwiftProtobuf
import TaneCore
import TaneFirestoreMessages
import TaneWire

extension FirestoreService {
  func getDocument(_ request: ProtoGetDocumentRequest) async throws -> ProtoDocument {
    let (call, path) = try documentPlace(of: request.name)
    var id: [UInt8]?
    switch request.consistencySelector {
    case .transaction(let transaction): id = Array(transaction)
    case .readTime: try FirestoreCall.checkReadTime(isGiven: true)
    case nil: break
    }
    let mask = try DocumentWrite.mask(request.hasMask ? request.mask : nil)
    return try await call.document(at: path, in: id).message(of: call.database, mask: mask)
  }

  func listDocuments(_ request: ProtoListDocumentsRequest) async throws
    -> ProtoListDocumentsResponse
  {
    let (call, parent) = try place(of: request.parent)
    if case .readTime = request.consistencySelector {
      try FirestoreCall.checkReadTime(isGiven: true)
    }
    let mask = try DocumentWrite.mask(request.hasMask ? request.mask : nil)
    let page = try await call.list(
      parent.appending(request.collectionID),
      FirestoreCall.Listing(
        orderBy: request.orderBy,
        pageSize: Int(request.pageSize),
        pageToken: request.pageToken,
        showsMissing: request.showMissing
      )
    )
    return .with { response in
      response.documents = page.documents.map { path, document in
        document?.message(of: call.database, mask: mask)
          ?? .with { $0.name = call.database.name(of: path) }
      }
      response.nextPageToken = page.next ?? ""
    }
  }

  func createDocument(_ request: ProtoCreateDocumentRequest) async throws -> ProtoDocument {
    let (call, parent) = try place(of: request.parent)
    let mask = try DocumentWrite.mask(request.hasMask ? request.mask : nil)
    let document = try await call.create(
      in: parent.appending(request.collectionID),
      id: request.documentID,
      DocumentFields(request.document.fields)
    )
    return document.message(of: call.database, mask: mask)
  }

  func updateDocument(_ request: ProtoUpdateDocumentRequest) async throws -> ProtoDocument {
    let (call, path) = try documentPlace(of: request.document.name)
    let mask = try DocumentWrite.mask(request.hasMask ? request.mask : nil)
    let document = try await call.update(
      path,
      DocumentFields(request.document.fields),
      mask: DocumentWrite.mask(request.hasUpdateMask ? request.updateMask : nil),
      if: DocumentPrecondition(request.hasCurrentDocument ? request.currentDocument : nil)
    )
    return document.message(of: call.database, mask: mask)
  }

  func deleteDocument(
    _ request: ProtoDeleteDocumentRequest
  ) async throws -> Google_Protobuf_Empty {
    let (call, path) = try documentPlace(of: request.name)
    let precondition = request.hasCurrentDocument ? request.currentDocument : nil
    try await call.delete(path, if: DocumentPrecondition(precondition))
    return Google_Protobuf_Empty()
  }

  private func documentPlace(
    of name: String
  ) throws -> (call: FirestoreCall, path: DocumentPath) {
    let (call, _) = try place(of: name)
    return (call, try call.database.documentPath(of: name))
  }
}
