"""Google's token services behind a proxy that terminates TLS; clients must trust only its certificate authority."""

import base64
import datetime
import http.server
import json
import pathlib
import socketserver
import ssl
import threading
import urllib.parse

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HOSTS = ["sts.googleapis.com", "iamcredentials.googleapis.com", "oauth2.googleapis.com",
         "cloudresourcemanager.googleapis.com", "sts.us-east1.rep.googleapis.com",
         "iamcredentials.us-east1.rep.googleapis.com", "demo-shops.firebaseio.com",
         "firestore.googleapis.com", "storage.googleapis.com"]


def authority(folder):
    """Writes `ca.pem` and `server.pem`, and returns their paths."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Interop")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(h) for h in HOSTS]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = certificate.public_bytes(serialization.Encoding.PEM)
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    folder = pathlib.Path(folder)
    (folder / "ca.pem").write_bytes(pem)
    (folder / "server.pem").write_bytes(pem + secret)
    return folder / "ca.pem", folder / "server.pem"


class Request:
    """A request that a client sent, in a form that does not depend on the client."""

    def __init__(self, host, method, path, headers, body):
        self.host, self.method, self.path = host, method, path
        self.authorization = headers.get("Authorization")
        self.quota_project = headers.get("x-goog-user-project")
        if "json" in headers.get("Content-Type", ""):
            self.body = {key: value for key, value in json.loads(body or b"{}").items() if value}
        else:
            self.body = dict(urllib.parse.parse_qsl(body.decode(), keep_blank_values=True))
        if "options" in self.body:
            self.body["options"] = json.loads(urllib.parse.unquote(self.body["options"]))
        assertion = self.body.get("assertion")
        if assertion:
            part = assertion.split(".")[1]
            claims = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
            self.body["assertion"] = {key: claims[key] for key in ["iss", "scope", "aud"]}

    @property
    def key(self):
        return (self.host, self.method, urllib.parse.unquote(self.path), self.authorization,
                self.quota_project, json.dumps(self.body, sort_keys=True))


class FakeGoogle:
    """The proxy and the requests that it received."""

    def __init__(self, folder):
        self.certificates, server = authority(folder)
        self.requests = []
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(server)
        fake = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            host = None

            def log_message(self, *arguments):
                pass

            def do_CONNECT(self):
                host = self.path.split(":")[0]
                if host not in HOSTS:
                    self.send_error(403)
                    self.close_connection = True
                    return
                self.send_response(200)
                self.end_headers()
                try:
                    self.connection = fake._tls.wrap_socket(self.connection, server_side=True)
                except (ssl.SSLError, OSError):
                    self.close_connection = True
                    return
                self.rfile = self.connection.makefile("rb", -1)
                self.wfile = self.connection.makefile("wb", 0)
                self.host = host
                self.close_connection = False

            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                path = self.path
                request = Request(self.host or "plain", self.command, path, self.headers, body)
                fake.requests.append(request)
                status, answer = fake.answer(request)
                data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = answer

        class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
            daemon_threads = True

            def handle_error(self, request, client_address):
                pass

        self._server = Server(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    def answer(self, request):
        body = request.body
        if request.host == "plain":
            if request.authorization != "Metadata planted":
                return 401, {}
            return 200, {"value": "subject-of-url"} if "json" in request.path else b"subject-of-url"
        if request.host.startswith("sts"):
            needed = ["audience", "subject_token", "subject_token_type", "grant_type"]
            if any(not body.get(name) for name in needed):
                return 400, {"error": "invalid_request", "error_description": "a field is missing"}
            if "refused" in body["subject_token"]:
                said = f"the token {body['subject_token']} is not valid"
                return 400, {"error": "invalid_grant", "error_description": said}
            return 200, {"access_token": "sts-planted", "expires_in": 3600, "token_type": "Bearer"}
        if request.host.startswith("iam") and request.method == "POST":
            if "denied" in request.path:
                error = {"code": 403, "message": "Permission denied", "status": "PERMISSION_DENIED"}
                return 403, {"error": error}
            return 200, {"accessToken": "iam-planted", "expireTime": "2099-01-01T00:00:00Z"}
        if request.host.startswith("oauth2"):
            return 200, {"access_token": "oauth-planted", "expires_in": 3600, "token_type": "Bearer"}
        if request.host.endswith("firebaseio.com"):
            return 200, b"null"
        return 404, {}
