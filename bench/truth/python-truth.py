"""What pyright knows of a source tree, as truth rows for the edge scorer: files, declarations, heritage
and calls. Python's own parser finds the places, pyright's language server says what each one means.

    python3 bench/truth/python-truth.py LANGSERVER CHECKOUT > truth.jsonl

LANGSERVER is `langserver.index.js` of the npm package pyright. A call that it cannot follow is written as a
call site that nobody can judge; install what the project imports into the active environment first.
"""

import ast
import json
import subprocess
import sys
from pathlib import Path

server, root = sys.argv[1], Path(sys.argv[2]).resolve()
listed = subprocess.run(
    ["git", "-C", str(root), "ls-files", "-z", "*.py"], capture_output=True, check=True
)
paths = [path for path in listed.stdout.decode().split("\0") if path and (root / path).is_file()]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
ids = {path: number for number, path in enumerate(paths)}
declarations = {}  # (path, line of the name) → [declaration]
sites = []  # path, line, column, name, possible sources, is it a base
next_id = len(paths)


class Client:
    """Speaks the language server protocol over the server's standard streams."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["node", server, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.sent = 0
        capabilities = {"workspace": {"configuration": True, "workspaceFolders": True}}
        folders = [{"uri": root.as_uri(), "name": "root"}]
        self.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": root.as_uri(),
                "capabilities": capabilities,
                "workspaceFolders": folders,
            },
        )
        self.write({"method": "initialized", "params": {}})

    def write(self, message):
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while (line := self.process.stdout.readline().strip()) != b"":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, params):
        self.sent += 1
        self.write({"id": self.sent, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == self.sent and "method" not in message:
                return message.get("result")
            if message.get("method") == "workspace/configuration":
                settings = {"python": {"analysis": {"diagnosticMode": "openFilesOnly"}}}
                result = [settings.get(item.get("section")) for item in message["params"]["items"]]
                self.write({"id": message["id"], "result": result})
            elif "id" in message and "method" in message:
                self.write({"id": message["id"], "result": None})


def declare(path, node, name, kind, parent, optional=None, line=None):
    global next_id
    decorated = [decorator.lineno for decorator in getattr(node, "decorator_list", [])]
    row = {
        "t": "decl",
        "id": next_id,
        "path": path,
        "name": name,
        "kind": kind,
        "start": node.lineno,
        "end": node.end_lineno,
        "full": min([node.lineno, *decorated]),
        "nl": node.lineno,
    }
    if parent is not None:
        row["parent"] = parent["id"]
    if optional is not None:
        row["opt"] = optional
    next_id += 1
    declarations.setdefault((path, node.lineno), []).append(row)
    return row


class Walker(ast.NodeVisitor):
    def __init__(self, path, lines):
        self.path = path
        self.lines = lines
        self.owners = []
        self.variable = None

    def sources(self):
        inner = [self.variable["id"]] if self.variable else []
        return inner + ([self.owners[-1]["id"]] if self.owners else [ids[self.path]])

    def site(self, node, is_base=False, more=()):
        if isinstance(node, ast.Name):
            line, column, name = node.lineno, node.col_offset, node.id
        elif isinstance(node, ast.Attribute):
            line, name = node.end_lineno, node.attr
            column = node.end_col_offset - len(name.encode())
        elif isinstance(node, ast.Subscript):
            return self.site(node.value, is_base)
        else:
            return
        before = self.lines[line - 1].encode()[:column].decode(errors="replace")
        units = len(before.encode("utf-16-le")) // 2
        sites.append((self.path, line, units, name, [*self.sources(), *more], is_base))

    def visit_Call(self, node):
        self.site(node.func)
        self.generic_visit(node)

    def visit_FunctionDef(self, node):
        parent = self.owners[-1] if self.owners else None
        is_method = parent is not None and parent["kind"] == "class"
        row = declare(self.path, node, node.name, "method" if is_method else "function", parent)
        row["property"] = any("property" in ast.dump(one) for one in node.decorator_list)
        outside, self.variable = self.variable, row
        for one in [*node.decorator_list, node.args, node.returns]:
            if one is not None:
                self.visit(one)
        self.variable = None
        self.owners.append(row)
        for one in node.body:
            self.visit(one)
        self.owners.pop()
        self.variable = outside

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        row = declare(self.path, node, node.name, "class", self.owners[-1] if self.owners else None)
        outside, self.variable = self.variable, row
        for one in [*node.decorator_list, *[keyword.value for keyword in node.keywords]]:
            self.visit(one)
        self.variable = None
        self.owners.append(row)
        for base in node.bases:
            self.site(base, is_base=True)
            self.visit(base)
        for one in node.body:
            self.visit(one)
        self.owners.pop()
        self.variable = outside

    def assigned(self, node, targets):
        outside = self.variable
        inside = self.owners[-1] if self.owners else None
        for target in targets:
            if isinstance(target, ast.Name) and (inside is None or inside["kind"] == "class"):
                self.variable = declare(
                    self.path, target, target.id, "field" if inside else "variable", inside, "value"
                )
            elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
                if target.value.id == "self" and len(self.owners) > 1:
                    declare(self.path, target, target.attr, "field", self.owners[-2], "value")
        self.generic_visit(node)
        self.variable = outside

    def visit_Assign(self, node):
        self.assigned(node, node.targets)

    def visit_AnnAssign(self, node):
        self.assigned(node, [node.target])


client = Client()
out = [{"t": "meta", "repo": root.name, "oracle": "pyright", "files": len(paths)}]
out += [{"t": "file", "id": number, "path": path} for path, number in ids.items()]
for path in paths:
    text = (root / path).read_text("utf-8", errors="replace")
    try:
        Walker(path, text.split("\n")).visit(ast.parse(text))
    except SyntaxError:
        continue


def meaning(found):
    """The declarations of the project that a definition points at, and whether it points outside."""
    targets, outside = [], False
    for one in found or []:
        uri = one.get("targetUri") or one.get("uri")
        place = (one.get("targetSelectionRange") or one.get("range"))["start"]
        path = uri.removeprefix(root.as_uri() + "/") if uri.startswith(root.as_uri()) else ""
        line = place["line"] + 1
        here = declarations.get((path, line), [])
        outside = outside or path not in ids
        targets += here
    return targets, outside


opened = None
constructors = {}
for rows in declarations.values():
    for row in rows:
        if row["name"] == "__init__" and "parent" in row:
            constructors[row["parent"]] = row["id"]
for path, line, column, name, sources, is_base in sites:
    uri = (root / path).as_uri()
    if opened != uri:
        if opened is not None:
            client.write(
                {"method": "textDocument/didClose", "params": {"textDocument": {"uri": opened}}}
            )
        text = (root / path).read_text("utf-8", errors="replace")
        document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        client.write({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        opened = uri
    position = {"line": line - 1, "character": column}
    found = client.ask(
        "textDocument/definition", {"textDocument": {"uri": uri}, "position": position}
    )
    found = [found] if isinstance(found, dict) else found
    targets, is_outside = meaning(found)
    targets = [row for row in targets if row["name"] == name] or targets
    if not targets:
        # A local, a parameter, something of a package, or nothing at all.
        why = "ext" if is_outside else "any"
        out.append({"t": "dyn", "src": sources, "name": name, "why": why})
        continue
    targetIds = [row["id"] for row in targets]
    row = {"t": "ext" if is_base else "call", "src": sources, "dst": targetIds}
    classes = [one for one in targets if one["kind"] == "class"]
    row["how"] = "class" if is_base else "new" if classes else "member"
    row["dst"] += [constructors[one["id"]] for one in classes if one["id"] in constructors]
    if any(one.get("opt") or one.get("property") or one["name"] != name for one in targets):
        row["opt"] = "value"
    out.append(row)
for rows in declarations.values():
    out += [{key: value for key, value in row.items() if key != "property"} for row in rows]
for row in out:
    print(json.dumps(row))
client.process.kill()
