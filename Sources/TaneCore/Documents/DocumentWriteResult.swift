package struct DocumentWriteResult: Sendable, Equatable {
  /// The time of the document's last change, or nil if it no longer exists.
  package let updateTime: DocumentTimestamp?
  /// The results of the transforms, in the order of the transforms.
  package let transformResults: [DocumentValue]

  package init(updateTime: DocumentTimestamp?, transformResults: [DocumentValue] = []) {
    self.updateTime = updateTime
    self.transformResults = transformResults
  }
}
