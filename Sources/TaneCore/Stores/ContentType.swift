/// The media types of common file extensions.
package enum ContentType {
  /// The media type of bytes whose type is unknown.
  package static let unknown = "application/octet-stream"

  /// Returns the media type for a name by its file extension, ignoring case.
  package static func guess(fromName name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return unknown }
    return byExtension[name[name.index(after: dot)...].lowercased()] ?? unknown
  }

  /// The registered media types by extension (<https://www.iana.org/assignments/media-types>).
  private static let byExtension = [
    "aac": "audio/aac",
    "apng": "image/apng",
    "avif": "image/avif",
    "bin": unknown,
    "bmp": "image/bmp",
    "css": "text/css",
    "csv": "text/csv",
    "flac": "audio/flac",
    "gif": "image/gif",
    "gz": "application/gzip",
    "heic": "image/heic",
    "heif": "image/heif",
    "htm": "text/html",
    "html": "text/html",
    "ico": "image/vnd.microsoft.icon",
    "ics": "text/calendar",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "js": "text/javascript",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "m4a": "audio/mp4",
    "m4v": "video/x-m4v",
    "md": "text/markdown",
    "mjs": "text/javascript",
    "mov": "video/quicktime",
    "mp3": "audio/mpeg",
    "mp4": "video/mp4",
    "mpeg": "video/mpeg",
    "ogg": "audio/ogg",
    "otf": "font/otf",
    "pdf": "application/pdf",
    "png": "image/png",
    "svg": "image/svg+xml",
    "tar": "application/x-tar",
    "tif": "image/tiff",
    "tiff": "image/tiff",
    "ttf": "font/ttf",
    "txt": "text/plain",
    "usdz": "model/vnd.usdz+zip",
    "vcf": "text/vcard",
    "wasm": "application/wasm",
    "wav": "audio/wav",
    "webm": "video/webm",
    "webmanifest": "application/manifest+json",
    "webp": "image/webp",
    "woff": "font/woff",
    "woff2": "font/woff2",
    "xml": "application/xml",
    "yaml": "application/yaml",
    "yml": "application/yaml",
    "zip": "application/zip",
  ]
}
