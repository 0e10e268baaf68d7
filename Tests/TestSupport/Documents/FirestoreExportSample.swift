import Foundation

/// Records of Firestore exports, written by Google's programs.
package enum FirestoreExportSample {
  /// `posts/p1`, `posts/p1/comments/7` and `sauna/löyly`, which has no fields.
  ///
  /// Written with the protocol buffers of `appengine-python-standard` 3.1.0, and checksums by
  /// `google-crc32c`.
  package static let documents = bytes(
    """
    LUQDSdgBAWodagxkZXZ+ZGVtby1hcHByDQsSBXBvc3RzIgJwMQx6EhoEdGV4dCAAKggaBueGseOBhHoSGgFuIAAqCwj9//////////8BegwaBG9w\
    ZW4gACoCEAF6FBoFcHJpY2UgACoJIQAAAAAAAPg/ehMIBxoCYXQgACoJCIDI/NO+qJQDehAIDhoDcmF3IAAqBRoDAAH/eiEICRoFcGxhY2UgACoU\
    KzEAAAAAAMBBQDkAAAAAAGhhQCx6KBoGYXV0aG9yIAAqHGNqCnN+ZGVtby1hcHBzegV1c2Vyc4oBAnUxdGR6NhoFb3RoZXIgACorY2oLc35lbHNl\
    d2hlcmVzegV1c2Vyc4oBAnUxdHN6BWxpc3RzigECbDF0ZHoNGgR0YWdzIAEqAxoBYXoNGgdub3RoaW5nIAAqAHoMGgR0YWdzIAEqAggCeiAIExoE\
    dGFncyABKhQaEmoEagByAHoHGgF4IAAqAIIBAHoMCBgaBG5vbmUgACoAelMIExoEbWVudSAAKkcaRWoEagByAHoRGgRuYW1lIAAqBxoFcmFtZW56\
    DRoFc2l6ZXMgASoCCAF6GAgTGgVlbXB0eSAAKgsaCWoEagByAIIBAIIBAIIBDQsSBXBvc3RzIgJwMQxn1slWSwABaitqDGRldn5kZW1vLWFwcHIb\
    CxIFcG9zdHMiAnAxDAsSCGNvbW1lbnRzGAcMegwaBHRleHQgACoCGgCCAQ0LEgVwb3N0cyICcDEMVW8PozcAAWohagxkZXZ+ZGVtby1hcHByEQsS\
    BXNhdW5hIgZsw7Z5bHkMggERCxIFc2F1bmEiBmzDtnlseQw=
    """
  )

  /// `posts/p1/comments/c1` with the extreme values of each type, and `posts/p1` with two vectors.
  ///
  /// Written by the Firestore emulator of Google Cloud SDK 528.0.0.
  package static let emulated = bytes(
    """
    /SE4YAcCAWotagxkZXZ+ZGVtby1hcHByHQsSBXBvc3RzIgJwMQwLEghjb21tZW50cyICYzEMcgoIGBoCZWwgACoAehAaAWQgACoJIQAAAAAAAABAegwa\
    BGludHMgASoCCAF6ExoEaW50cyABKgkhAAAAAAAA8D96EggHGgF0IAAqCQiAyPzTvqiUA3odCAkaAWcgACoUKzEAAAAAAMBBQDkAAAAAAGhhQCx6DggO\
    GgFiIAAqBRoDAAH/eiUaAXIgACoeY2oMZGV2fmRlbW8tYXBwc3oFdXNlcnOKAQJ1MXRkeggaAm5vIAAqAHoVCBMaAmVtIAAqCxoJagRqAHIAggEAeg8I\
    DhoCbGIgASoFGgMAAf96EwgHGgJsYiABKgkIwIP1076olAN6HggJGgJsYiABKhQrMQAAAAAAAPA/OQAAAAAAAABALHomGgJsYiABKh5jagxkZXZ+ZGVt\
    by1hcHBzegV1c2Vyc4oBAnUxdGR6CBoCbGIgASoAegoaAmxiIAEqAhABehUIExoCbGIgASoLGglqBGoAcgCCAQB6EhoDbmFuIAAqCSEAAAAAAAD4f3oV\
    CAcaAnQwIAAqCwiAgNGGkIDQkf8BehQaA25lZyAAKgsIgICAgICAgICAAXoPGgNhLmIgACoGGgRkb3Rzeg0aBWVtcHR5IAAqAhoAggENCxIFcG9zdHMi\
    AnAxDPdcgtXHAAFqHWoMZGV2fmRlbW8tYXBwcg0LEgVwb3N0cyICcDEMehoIHxoJZW1iZWRkaW5nIAEqCSEAAAAAAADwP3oaCB8aCWVtYmVkZGluZyAB\
    KgkhAAAAAAAABEB6GggfGgllbWJlZGRpbmcgASoJIQAAAAAAANC/ei0IExoGbmVzdGVkIAAqHxodagRqAHIAehIIHxoBdiABKgkhAAAAAAAACECCAQB6\
    ExoFdGl0bGUgACoIGgbnhrHjgYSCAQ0LEgVwb3N0cyICcDEM
    """
  )

  /// The files of an export with `posts/p1`, `posts/p1/comments/c1` and `users/u1`.
  ///
  /// Written by the Firestore emulator of Google Cloud SDK 528.0.0 as the export `1`.
  package static let folder: [String: [UInt8]] = [
    "1.overall_export_metadata": bytes(
      """
      uG1ETgEAATNI+J+PUAABCk4KBAgCGAMSQWFsbF9uYW1lc3BhY2VzL2FsbF9raW5kcy9hbGxfbmFtZXNwYWNlc19hbGxfa2luZHMuZXhwb3J0X21ldGFk\
      YXRhGAMg2AI=
      """
    ),
    "all_namespaces/all_kinds/all_namespaces_all_kinds.export_metadata": bytes(
      """
      ChUKATEQqrun9smmmAMY5/Co9smmmAMSDAoAEghvdXRwdXQtMA==
      """
    ),
    "all_namespaces/all_kinds/output-0": bytes(
      """
      R+bvdWAAAWotagxkZXZ+ZGVtby1hcHByHQsSBXBvc3RzIgJwMQwLEghjb21tZW50cyICYzEMehAaBHRleHQgACoGGgROaWNleg0aBXN0YXJzIAAqAggF\
      ggENCxIFcG9zdHMiAnAxDIbpTotlAAFqHWoMZGV2fmRlbW8tYXBwcg0LEgV1c2VycyICdTEMehUaBG5hbWUgACoLGglIYW5hIE1vcml6HRoFZW1haWwg\
      ACoSGhBoYW5hQGV4YW1wbGUuY29tggENCxIFdXNlcnMiAnUxDFejlhN+AAFqHWoMZGV2fmRlbW8tYXBwcg0LEgVwb3N0cyICcDEMehMaBXRpdGxlIAAq\
      CBoG54ax44GEegwaBG9wZW4gACoCEAF6KhoGYXV0aG9yIAAqHmNqDGRldn5kZW1vLWFwcHN6BXVzZXJzigECdTF0ZIIBDQsSBXBvc3RzIgJwMQw=
      """
    ),
  ]

  private static func bytes(_ text: String) -> [UInt8] {
    Array(Data(base64Encoded: text) ?? Data())
  }
}
