"""A forge on a free port of this machine, built on schemas that others publish.

Usage: server.py github|gitlab|gitea|forgejo

The token is the first line of standard input. Prints the port, serves until standard input ends,
and notes everything a request has that the schemas do not allow. 'POST /control/new' makes a
project whose branches are those of a bare repository; it lies below '/<number>', and tests look
at it and do what people and networks do by 'POST /control/<number>/…'.
"""

import base64
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import time
import traceback
import urllib.parse

import forges
import schemas


class World:
    """One forge with one project, and what it was asked."""

    def __init__(self, kind, source, repository, token):
        self.token = token
        self.lock = threading.Lock()
        self.violations = []
        self.log = []
        self.failures = []
        self.process_lists = 0
        self.commands = set()
        self.repository = pathlib.Path(repository)
        self.forge = forges.make(kind, source, lambda branch: commit(repository, branch))

    def violation(self, text):
        self.violations.append(text.replace(self.token, "<the token>"))

    def look_at_processes(self):
        """Notes what a list of all processes shows while a request is under way."""
        self.process_lists += 1
        proc = pathlib.Path("/proc")
        if (proc / "self/cmdline").exists():
            lines = []
            for entry in proc.iterdir():
                if entry.name.isdigit():
                    try:
                        lines.append((entry / "cmdline").read_bytes().replace(b"\0", b" "))
                    except OSError:
                        continue
            text = b"\n".join(lines).decode("utf-8", "replace")
        else:
            text = subprocess.run(
                ["ps", "axww", "-o", "args"], capture_output=True, text=True, check=False).stdout
        if self.token in text:
            self.violation("a list of processes shows the token")
        self.commands |= {line for line in text.splitlines() if line.startswith("curl ")}

    def failure(self, method, path, is_late):
        for failure in self.failures:
            if failure.get("late", False) != is_late or failure["times"] <= 0:
                continue
            if re.search(failure["match"], f"{method} {path}"):
                failure["times"] -= 1
                return failure
        return None

    def answer(self, method, target, headers, body):
        """The status, headers and value of an answer; None to hang up."""
        path, _, query = target.partition("?")
        self.look_at_processes()
        text = body.decode("utf-8", "replace")
        self.log.append(f"{method} {target} {text}".rstrip())
        sent = {key: value for key, value in headers.items() if key.lower() != "authorization"}
        if self.token in target or self.token in text or self.token in str(sent):
            self.violation(f"{method} {target} tells the token")
        if failure := self.failure(method, path, False):
            return failed(failure)
        prefix = self.forge.prefix
        if headers.get("Authorization") != f"{self.forge.scheme} {self.token}":
            return 401, {}, self.forge.error(401, "bad credentials")
        special = self.forge.special(method, path, text)
        if special is not None:
            return special
        if not path.startswith(prefix):
            self.violation(f"{method} {path} is not below '{prefix}'")
            return 404, {}, self.forge.error(404, "not found")
        if method in ("POST", "PUT", "PATCH") and body and (
                headers.get("Content-Type", "").split(";")[0] != "application/json"):
            self.violation(f"{method} {path} is not sent as JSON")
        path = path[len(prefix):]
        pairs = urllib.parse.parse_qsl(query, keep_blank_values=True)
        found = self.forge.schemas.find(method, path)
        if found is None:
            self.violation(f"{method} {path}: there is no such operation")
            return 404, {}, self.forge.error(404, "no such operation")
        template, operation = found
        try:
            operation.check_query(pairs)
            operation.check_request(body)
        except schemas.Problem as problem:
            self.violation(str(problem))
            return 400, {}, self.forge.error(400, str(problem))
        names = [urllib.parse.unquote(part) for part in
                 schemas.path_pattern(template).match(path).groups()]
        try:
            status, value, extra = self.forge.handle(
                method, template, names, dict(pairs), json.loads(body) if body else {},
                f"http://{headers.get('Host')}{headers['X-Folder']}{prefix}{path}")
        except forges.Refusal as refusal:
            status, value, extra = refusal.status, self.forge.error(
                refusal.status, refusal.message), {}
        try:
            operation.check_answer(status, value)
        except schemas.Problem as problem:
            # Not every refusal that is known to happen is described.
            if status < 400 or "does not fit" in str(problem):
                self.violation(str(problem))
        if failure := self.failure(method, path, True):
            return failed(failure)
        return status, extra, value

    def git(self, method, target, headers, body):
        """Git over HTTP for whoever knows the token, by the program that comes with git."""
        self.look_at_processes()
        path, _, query = target.partition("?")
        self.log.append(f"git {method} {target}")
        if self.token in target:
            self.violation(f"{method} {target} tells the token")
        kind, _, proof = headers.get("Authorization", "").partition(" ")
        user, _, password = base64.b64decode(proof if kind == "Basic" else b"").decode(
        ).partition(":")
        if not user or password != self.token:
            return 401, {"WWW-Authenticate": 'Basic realm="forge"'}, {}
        service = re.search(r"\.git(/.*)", path)[1]
        environment = {
            "PATH": os.environ.get("PATH", ""), "GIT_HTTP_EXPORT_ALL": "1",
            "GIT_PROJECT_ROOT": str(self.repository.parent), "REQUEST_METHOD": method,
            "PATH_INFO": f"/{self.repository.name}{service}", "QUERY_STRING": query,
            "REMOTE_USER": user, "CONTENT_TYPE": headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)), "GIT_PROTOCOL": headers.get("Git-Protocol", ""),
            "HTTP_CONTENT_ENCODING": headers.get("Content-Encoding", "")}
        done = subprocess.run(
            ["git", "http-backend"], input=body, capture_output=True, env=environment, check=False)
        head, _, data = done.stdout.partition(b"\r\n\r\n")
        sent = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line)
        status = int(sent.pop("Status", "200").split()[0])
        return status, sent, data

    def control(self, name, value):
        """What tests ask for; not part of a forge."""
        if name == "state":
            return self.forge.state.summary()
        if name == "report":
            return {
                "violations": self.violations, "log": self.log,
                "processLists": self.process_lists, "commands": sorted(self.commands)}
        if name == "fail":
            self.failures.append({"times": 1, "status": 500, **value})
            return {}
        if name == "act":
            return self.forge.act(**value) or {}
        raise ValueError(name)


def failed(failure):
    if failure["status"] == 0:
        return None
    return failure["status"], failure.get("headers", {}), failure.get("body", {"message": "failed"})


def commit(repository, branch):
    """What a branch holds, read as git keeps it: to start git for each question takes long."""
    name = f"refs/heads/{branch}"
    try:
        return (pathlib.Path(repository) / name).read_text().strip()
    except OSError:
        pass
    try:
        for line in (pathlib.Path(repository) / "packed-refs").read_text().splitlines():
            if line.endswith(" " + name):
                return line.split()[0]
    except OSError:
        pass
    return None


class Server:
    """The worlds, and who is asked for what."""

    def __init__(self, kind, token):
        self.kind = kind
        self.token = token
        self.source = forges.source(kind)
        self.worlds = []

    def control(self, path, body):
        value = json.loads(body) if body else {}
        parts = path.split("/")[2:]
        if parts == ["new"]:
            self.worlds.append(World(self.kind, self.source, value["repository"], self.token))
            return {"number": len(self.worlds) - 1}
        world = self.worlds[int(parts[0])]
        with world.lock:
            return world.control(parts[1], value)

    def answer(self, method, target, headers, body):
        if target.startswith("/control/"):
            return 200, {}, self.control(target, body)
        _, number, rest = target.split("/", 2)
        world = self.worlds[int(number)]
        headers = dict(headers.items()) | {"X-Folder": f"/{number}"}
        with world.lock:
            try:
                if re.search(r"\.git/(info/refs|git-(upload|receive)-pack)(\?|$)", rest):
                    return world.git(method, "/" + rest, headers, body)
                return world.answer(method, "/" + rest, headers, body)
            except Exception as error:
                world.violation(f"the server failed: {type(error).__name__}: {error}")
                raise


def main():
    server = Server(sys.argv[1], sys.stdin.readline().strip())

    class Handler(http.server.BaseHTTPRequestHandler):
        def respond(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            try:
                result = server.answer(self.command, self.path, self.headers, body)
            except Exception as error:  # noqa: BLE001: a fault of ours must be seen
                traceback.print_exc()
                result = 500, {}, {"message": f"{type(error).__name__}: {error}"}
            if result is None:
                self.close_connection = True
                return
            status, headers, value = result
            data = value if isinstance(value, bytes) else (
                b"" if value is None else json.dumps(value).encode())
            self.send_response(status)
            for name, text in headers.items():
                self.send_header(name, text)
            if "Content-Type" not in headers:
                self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = respond

        def log_message(self, *arguments):
            pass

    listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listener.daemon_threads = True
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    print(listener.server_port, flush=True)
    # Whoever started us holds the other end, and it is closed when they are gone.
    while os.read(0, 4096):
        time.sleep(0)
    os._exit(0)


main()
