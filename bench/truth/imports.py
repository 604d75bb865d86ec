# Imports of Kotlin, Scala, Ruby and Swift by another way than the program's: no grammar and no resolver, only
# the lines of declarations and imports as text, as truth rows for the edge scorer. Needs Python 3.9 alone.
#
#   python3 bench/truth/imports.py CHECKOUT > truth.jsonl
#
# Required is an import (for Swift and for wildcards: a name used of what was imported) whose declaration stands
# in one place by these lines; where more is possible (another overload, platform or declaration), any of
# them counts. What cannot be told by text is optional: further files of a package imported as a whole.
import json, os, re, sys

root = os.path.realpath(sys.argv[1])
LANGUAGES = {'.kt': 'kotlin', '.kts': 'kotlin', '.java': 'java', '.scala': 'scala', '.sc': 'scala', '.rb': 'ruby', '.swift': 'swift'}
SKIPPED = {'.git', 'node_modules', 'build', 'target', '.build', 'vendor'}
files, rows = {}, []

class Source:
    def __init__(self, path):
        self.path, self.language = path, LANGUAGES[os.path.splitext(path)[1]]
        self.raw = open(os.path.join(root, path), encoding='utf8', errors='replace').read()
        self.text = self.raw if self.language == 'ruby' else blank(self.raw)
        if self.language == 'swift': self.text = re.sub(r'(?m)^[ \t]*#(?:if|elseif)\b.*$', '', self.text)
        self.words = set(re.findall(r'\w+', self.text))
        self.package, self.declared, self.types = '', {}, {}

def blank(text):
    """Comments and strings as spaces; comments nest, and templates in strings are lost."""
    out, i, depth = [], 0, 0
    strings = re.compile(r'"""[\s\S]*?"""+|"(?:\\.|[^"\\\n])*"|//[^\n]*|\'(?:\\.|[^\'\\\n])\'')
    while i < len(text):
        if text.startswith('/*', i): depth, i = depth + 1, i + 2
        elif depth and text.startswith('*/', i): depth, i = depth - 1, i + 2
        elif depth: out.append('\n' if text[i] == '\n' else ' '); i += 1
        else:
            found = strings.match(text, i)
            if found: out.append(re.sub(r'[^\n]', ' ', found.group())); i = found.end()
            else: out.append(text[i]); i += 1
    return ''.join(out)

def required(source, targets, how):
    targets = [one for one in targets if one.path != source.path]
    if targets: rows.append({'t': 'imp', 'src': ids[source.path], 'dst': [ids[one.path] for one in targets], 'how': 'import', 'via': how})

def optional(source, targets, how):
    for one in targets:
        if one.path != source.path:
            rows.append({'t': 'imp', 'src': ids[source.path], 'dst': [ids[one.path]], 'how': 'import', 'via': how, 'opt': how})

# --- Kotlin and Scala: packages of the JVM

HEADS = {
    'kotlin': r'(?m)^([ \t]*)(?:@[\w.]+(?:\([^()\n]*\))?\s+)*(?:[a-z]+\s+)*?(class|(?:fun )?interface|object|typealias|fun|val|var)\b\s*(?:<[^\n]*?>\s*)?(?:[\w.<>?, *]+\.)?(`[^`]+`|\w+)',
    'java': r'(?m)^([ \t]*)(?:@[\w.]+(?:\([^()\n]*\))?\s+)*(?:[a-z]+\s+)*(class|interface|enum|record|@interface)\s+(\w+)',
    'scala': r'(?m)^([ \t]*)(?:@[\w.]+(?:\([^()\n]*\))?\s+)*(?:[a-z]+(?:\[\w+\])?\s+)*?(class|trait|object|enum|type|def|val|given)\s+(`[^`]+`|\w+)',
}
VALUE_WORDS = {'fun', 'val', 'var', 'def'}
PLATFORMS = {'jvm': 'jvm', 'android': 'jvm', 'jmh': 'jvm', 'js': 'js', 'wasm': 'wasm', 'native': 'native', 'apple': 'native', 'linux': 'native',
             'macos': 'native', 'ios': 'native', 'mingw': 'native', 'unix': 'native'}

def platforms(path):
    """The platforms that a folder of sources (`jvmMain`, `js-native`) is compiled for; none told: all."""
    for part in path.split('/')[:-1]:
        words = re.findall(r'[a-z]+|[A-Z][a-z]*', re.sub(r'(Main|Test)$', '', part))
        if words and (words == [part] or re.search(r'(Main|Test)$', part) or '-' in part):
            found = {PLATFORMS[word.lower()] for word in words if word.lower() in PLATFORMS}
            if found and len(words) <= 2 and words[0] != 'non' and all(word.lower() in PLATFORMS for word in words): return found
    return None

def meet(a, b):
    x, y = platforms(a.path), platforms(b.path)
    return x is None or y is None or bool(x & y)

def jvm_declarations(source):
    clauses = re.findall(r'(?m)^\s*package\s+([\w.`]+)', source.text)
    if source.language == 'scala':
        clauses = [c for c in clauses if c != 'object']
        objects = re.findall(r'(?m)^package object (\w+)', source.text)
        source.enclosing = ['.'.join(clauses[:n + 1]) for n in range(len(clauses))]
        source.package = '.'.join(clauses + objects)
    else:
        source.package = clauses[0].replace('`', '') if clauses else ''
        source.enclosing = [source.package]
    for indent, kind, name in re.findall(HEADS[source.language], source.text):
        source.declared.setdefault(name.strip('`'), set()).add(len(indent) == 0)
        if kind not in VALUE_WORDS: source.types.setdefault(name, set()).add(len(indent) == 0)

def jvm_imports(source, packages):
    """(path, wildcard?) of every import in the file."""
    if source.language != 'scala':
        for path in re.findall(r'(?m)^\s*import\s+(?:static\s+)?([\w`]+(?:\.[\w`]+)*(?:\.\*)?)', source.text):
            path = path.replace('`', '')
            yield (path[:-2], True) if path.endswith('.*') else (path, False)
        return
    for clause in re.findall(r'(?m)^\s*import\s+((?:[^\n{]|\{[^}]*\})+)', source.text):
        for one in re.findall(r'(?:`[^`]+`|\w+)(?:\.(?:`[^`]+`|\w+))*(?:\.\{[^}]*\}|\.\*)?', re.sub(r'\s+as\s+\w+(?![^{]*\})', '', clause)):
            base, _, group = one.partition('.{')
            names = [re.split(r'=>|\sas\s', n)[0].strip() for n in group.rstrip('}').split(',')] if group else [None]
            for name in names:
                path = (base if name is None else f'{base}.{name}').replace('`', '')
                if path.endswith(('._', '.*', '.given')): yield path.rsplit('.', 1)[0], True
                else: yield path, False

def declaring(packages, path, types=False):
    """Files that declare what a path names: the longest package of the project, then the name in it."""
    parts = path.split('.')
    for n in range(len(parts) - 1, -1, -1):
        package = '.'.join(parts[:n])
        if package not in packages: continue
        found = [one for one in packages[package] if True in (one.types if types else one.declared).get(parts[n], ())]
        if not found: continue
        return found
    return []

def jvm():
    sources = [one for one in files.values() if one.language in HEADS]
    packages = {}
    for one in sources:
        jvm_declarations(one)
        packages.setdefault(one.package, []).append(one)
    for source in sources:
        for path, whole in set(jvm_imports(source, packages)):
            # Scala's are also relative to the packages around.
            tried = [path] + ([f'{outer}.{path}' for outer in reversed(source.enclosing)] if source.language == 'scala' else [])
            for full in tried:
                if whole and full in packages:
                    for one in packages[full]:
                        if not meet(source, one): continue
                        names = {n for n, top in one.declared.items() if True in top and n[0].isupper() and (n in source.words or f'`{n}`' in source.text)}
                        sole = [n for n in names if n not in source.declared and sum(n in other.declared for other in sources) == 1]
                        (required if sole else optional)(source, [one], 'wildcard')
                    break
                found = [one for one in declaring(packages, full, source.language == 'java') if meet(source, one)]
                if not found: continue
                if full != path and path.split('.')[0] in source.declared: break
                required(source, found, 'relative' if full != path else 'member' if whole else 'name')
                break

# --- Ruby: load paths

def ruby():
    sources = {one.path: one for one in files.values() if one.language == 'ruby'}
    loads = {path[:m.end() - 1] for path in sources for m in re.finditer(r'(?:^|(?<=/))(?:lib|test|spec)/', path)}
    for source in sources.values():
        code = re.sub(r'(?m)^=begin[\s\S]*?^=end|^__END__[\s\S]*|^[ \t]*#.*$', '', source.raw)
        folder = os.path.dirname(source.path)
        for word, text in re.findall(r'(?<![.\w])(require_relative|require|load)[ (]+[\'"]([^\'"#]+)[\'"]', code) + \
                [('require', text) for _, text in re.findall(r'(?<![.\w])autoload[ (]+:?[\'"]?(\w+)[\'"]?,\s*[\'"]([^\'"#]+)[\'"]', code)]:
            path = text if text.endswith('.rb') else f'{text}.rb'
            if word == 'require_relative' or text.startswith('.'):
                found = [os.path.normpath(os.path.join(folder, path))]
            else:
                own = source.path.split('/')
                found = sorted((os.path.join(load, path) for load in loads), key=lambda p: -len(os.path.commonprefix([p.split('/'), own])))
            found = [sources[path] for path in found if path in sources]
            required(source, found[:1], word)

# --- Swift: targets of packages

TYPE_WORDS = {'class', 'struct', 'enum', 'protocol', 'actor', 'typealias'}

def swift():
    sources = [one for one in files.values() if one.language == 'swift' and not one.path.endswith('Package.swift')]
    targets = {}
    for folder, _, names in walk():
        if 'Package.swift' not in names: continue
        manifest = open(os.path.join(root, folder, 'Package.swift'), encoding='utf8').read()
        for kind, name, rest in re.findall(r'\.(target|executableTarget|testTarget|macro|plugin)\(\s*name:\s*"([^"]+)"((?:(?!\.(?:testT|executableT|t)arget\()[\s\S])*)', manifest):
            path = re.search(r'path:\s*"([^"]+)"', rest)
            base = path.group(1) if path else f"{'Tests' if kind == 'testTarget' else 'Plugins' if kind == 'plugin' else 'Sources'}/{name}"
            targets[name] = os.path.normpath(os.path.join(folder, base))
    module = {}
    for name, folder in sorted(targets.items(), key=lambda item: len(item[1])):
        for one in sources:
            if one.path.startswith(folder + '/'): module[one.path] = name
    for one in sources:
        # Of what a line declares, the last keyword names it: `public class func make`.
        for indent, kind, name in re.findall(r'(?m)^([ \t]*)[^\n={]*?\b(class|struct|enum|protocol|actor|typealias|func|var|let|case|macro|extension) +`?(\w[\w.]*)', one.text):
            one.declared.setdefault(name, set()).add(len(indent) == 0)
            if kind in TYPE_WORDS: one.types.setdefault(name, set()).add(len(indent) == 0)
    declarers = {}
    for one in sources:
        for name in one.types: declarers[name] = declarers.get(name, 0) + 1
    for source in sources:
        for name in set(re.findall(r'(?m)^\s*(?:@[\w().]+\s+)*(?:[a-z]+\s+)?import\s+(?:(?:struct|class|enum|protocol|func|typealias|var|let)\s+)?(\w+)', source.text)):
            members = [one for one in sources if module.get(one.path) == name]
            if module.get(source.path) == name: continue
            for one in members:
                top = {name for name, outermost in one.types.items() if True in outermost and name[0].isupper()}
                sole = [name for name in top & source.words if name not in source.declared and declarers[name] == 1]
                if sole: required(source, [one], 'used')
                elif set(one.declared) & source.words: optional(source, [one], 'may be used')

def walk():
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(one for one in folders if one not in SKIPPED)
        yield os.path.relpath(folder, root).replace('.', '', 1).lstrip('/') if folder == root else os.path.relpath(folder, root), folders, names

for folder, _, names in walk():
    for name in sorted(names):
        path = os.path.join(folder, name)
        if os.path.splitext(name)[1] in LANGUAGES and os.path.getsize(os.path.join(root, path)) < 1 << 20: files[path] = Source(path)
ids = {path: number + 1 for number, path in enumerate(files)}
for path, number in ids.items(): print(json.dumps({'t': 'file', 'id': number, 'path': path}))
jvm()
ruby()
swift()
for row in {json.dumps(row, sort_keys=True): row for row in rows}.values(): print(json.dumps(row))
