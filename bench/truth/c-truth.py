# What libclang knows of C and C++ sources, as truth rows for the edge scorer: files, declarations, includes,
# bases and calls. Needs clang's Python bindings (Debian: python3-clang).
#
#   python3 bench/truth/c-truth.py CHECKOUT 'GLOB GLOB…' [clang arguments…] > truth.jsonl
#
# A declaration and its definition are one function: an edge to any of its places counts. What a macro's
# body calls is not judged, nor what a template leaves open until it is used. Of lines that no source given
# here compiles, by their `#if`, nothing is judged: their declarations, includes and calls may be found or not.
import ctypes, glob, json, os, re, sys
from clang.cindex import Cursor, Index, CursorKind as K, SourceRange, TranslationUnit, TypeKind, conf

root = os.path.realpath(sys.argv[1])
sources = sorted({os.path.realpath(p) for one in sys.argv[2].split() for p in glob.glob(os.path.join(root, one), recursive=True)})
arguments = sys.argv[3:]
KINDS = {K.FUNCTION_DECL: 'function', K.FUNCTION_TEMPLATE: 'function', K.CXX_METHOD: 'method', K.CONSTRUCTOR: 'constructor',
         K.DESTRUCTOR: 'method', K.CONVERSION_FUNCTION: 'method', K.STRUCT_DECL: 'class', K.UNION_DECL: 'class', K.CLASS_DECL: 'class',
         K.CLASS_TEMPLATE: 'class', K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION: 'class', K.ENUM_DECL: 'enum', K.ENUM_CONSTANT_DECL: 'enum-member',
         K.FIELD_DECL: 'field', K.VAR_DECL: 'variable', K.TYPEDEF_DECL: 'type', K.TYPE_ALIAS_DECL: 'type', K.TYPE_ALIAS_TEMPLATE_DECL: 'type',
         K.NAMESPACE: 'namespace', K.MACRO_DEFINITION: 'variable'}
FUNCTIONS = {K.FUNCTION_DECL, K.FUNCTION_TEMPLATE, K.CXX_METHOD, K.CONSTRUCTOR, K.DESTRUCTOR, K.CONVERSION_FUNCTION}
TYPES = {K.STRUCT_DECL, K.UNION_DECL, K.CLASS_DECL, K.CLASS_TEMPLATE, K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION, K.ENUM_DECL}
files, declarations, places, texts, rows, macros, skipped, kinds = {}, {}, {}, {}, {}, {}, {}, {}

class Ranges(ctypes.Structure):
    _fields_ = [('count', ctypes.c_uint), ('ranges', ctypes.POINTER(SourceRange))]
conf.lib.clang_getSpecializedCursorTemplate.restype = Cursor
conf.lib.clang_getSpecializedCursorTemplate.argtypes = [Cursor]
conf.lib.clang_getAllSkippedRanges.restype = ctypes.POINTER(Ranges)

def skip(unit):
    """Lines between the directives of branches not taken; a line that one source compiles is compiled."""
    names = [unit.spelling] + [one.include.name for one in unit.get_includes()]
    found = {os.path.relpath(os.path.realpath(name), root): set() for name in names}
    held = conf.lib.clang_getAllSkippedRanges(unit).contents
    for i in range(held.count):
        path = path_of(held.ranges[i].start)
        if path is not None: found.setdefault(path, set()).update(range(held.ranges[i].start.line + 1, held.ranges[i].end.line))
    for path, lines in found.items():
        if not path.startswith('..'): skipped[path] = skipped[path] & lines if path in skipped else lines

def path_of(location):
    if location.file is None: return None
    path = os.path.realpath(location.file.name)
    return os.path.relpath(path, root) if path.startswith(root + os.sep) else None

def text_of(path):
    if path not in texts: texts[path] = open(os.path.join(root, path), 'rb').read()
    return texts[path]

def file_id(path):
    return files.setdefault(path, len(files) + 1)

def spelled_at(location, name):
    path = path_of(location)
    return path is not None and text_of(path)[location.offset:location.offset + len(name.encode())] == name.encode()

def row(value):
    rows.setdefault(json.dumps(value, sort_keys=True), value)

def declare(cursor, path, depth):
    name = re.sub(r'<.*>$', '', cursor.spelling)
    if name == '' or name.startswith('(') or ' at ' in name: return None
    if cursor.kind in TYPES and not cursor.is_definition(): return None
    key = (path, cursor.location.offset, cursor.spelling)
    known = declarations.get(key)
    if known is not None: return known['id']
    start, end, line = cursor.extent.start.line, cursor.extent.end.line, cursor.location.line
    full = start
    lines = text_of(path).decode('utf8', 'replace').split('\n')
    while full > 1 and re.match(r'\s*(//|/\*|\*|template|\[\[)', lines[full - 2] if full - 2 < len(lines) else ''): full -= 1
    # An included file may be any: ids of files come first.
    entry = {'t': 'decl', 'id': 1000000 + len(declarations), 'path': path, 'name': name.replace('operator ', 'operator'),
             'kind': KINDS[cursor.kind], 'start': start, 'end': end, 'full': full, 'nl': line, 'exp': True}
    if entry['name'] != cursor.spelling: entry['alt'] = [cursor.spelling]
    if cursor.kind == K.CONVERSION_FUNCTION: entry['alt'].append(text_of(path)[cursor.location.offset:].split(b'(')[0].decode('utf8', 'replace').strip())
    if cursor.kind in (K.ENUM_CONSTANT_DECL, K.NAMESPACE): entry['opt'] = 'enum-member'
    elif not spelled_at(cursor.location, name): entry['opt'] = 'macro'
    elif depth > 0: entry['opt'] = 'in-local'
    elif cursor.kind in FUNCTIONS and not cursor.is_definition(): entry['opt'] = 'overload'
    elif cursor.kind == K.MACRO_DEFINITION: entry['opt'] = 'macro'
    elif cursor.kind == K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION or 'template<>' in ''.join(lines[start - 1:line]).replace(' ', ''): entry['opt'] = 'specialization'
    declarations[key] = entry
    kinds[entry['id']] = entry['kind']
    if cursor.kind == K.MACRO_DEFINITION: macros.setdefault(name, []).append(entry['id'])
    elif cursor.get_usr(): places.setdefault(cursor.get_usr(), []).append((cursor.is_definition(), entry['id']))
    return entry['id']

def walk(cursor, source, depth, out):
    for child in cursor.get_children():
        path = path_of(child.location)
        if path is None: continue
        file_id(path)
        inner, here = depth, source
        if child.kind in KINDS and not (child.kind == K.VAR_DECL and depth > 0):
            own = declare(child, path, depth)
            if child.kind in FUNCTIONS:
                inner = depth + 1
                # What a head says of types is called nowhere.
                extent = text_of(path)[child.extent.start.offset:child.extent.end.offset].decode('utf8', 'replace')
                if own is not None: open_call(extent.split('{')[0].split(';')[0], (own,))
                if own is not None: here = (own,) if child.is_definition() else source
            elif own is not None: here = (own,) + source
        if child.kind == K.CXX_BASE_SPECIFIER:
            # What the clause names, which may be an alias, and what that is.
            named = next((one.referenced for one in child.get_children() if one.kind in (K.TEMPLATE_REF, K.TYPE_REF) and one.referenced), None)
            bases = [one.get_usr() for one in (named, child.type.get_declaration(), child.type.get_canonical().get_declaration()) if one]
            out.append(('ext', cursor.get_usr(), bases, '', path))
        if child.kind == K.CALL_EXPR: call(child, here, path, out)
        # What a variable of an open type is made by, no call says.
        elif child.kind in (K.VAR_DECL, K.CXX_UNARY_EXPR, K.UNEXPOSED_EXPR) and child.type.kind == TypeKind.UNEXPOSED or child.kind in (K.INIT_LIST_EXPR, K.CXX_FUNCTIONAL_CAST_EXPR):
            name = re.sub(r'<.*', '', child.type.spelling).split('::')[-1].split(' ')[-1]
            if name: row({'t': 'dyn', 'src': here + (file_id(path),), 'name': name, 'why': 'any'})
        walk(child, here, inner, out)

CALLERS = {'function', 'method', 'constructor'}
def declared_kind(id): return kinds.get(id)

def callee_of(cursor):
    """The reference that names what is called."""
    for child in cursor.get_children():
        if child.kind in (K.DECL_REF_EXPR, K.MEMBER_REF_EXPR, K.OVERLOADED_DECL_REF): return child
        if child.kind in (K.UNEXPOSED_EXPR, K.PAREN_EXPR): return callee_of(child)
        return None
    return None

def generic(cursor):
    """The template that something is made of; else itself."""
    template = conf.lib.clang_getSpecializedCursorTemplate(cursor)
    return template if template is not None and template.kind.is_declaration() and template.get_usr() else cursor

def open_call(text, source_id):
    """What a call that a template leaves open names: all that is called or made in its text."""
    while True:
        plain = re.sub(r'<[^<>()]*>', '', text)
        if plain == text: break
        text = plain
    for name in set(re.findall(r'(\w+)\s*[({]', text)): row({'t': 'dyn', 'src': source_id, 'name': name, 'why': 'any'})

def call(cursor, source, path, out):
    target = cursor.referenced
    source_id = source + (file_id(path),) if not source or declared_kind(source[-1]) not in CALLERS else source
    callee = callee_of(cursor)
    name = (target.spelling if target is not None else None) or (callee.spelling if callee is not None else '')
    if name == '':
        open_call(text_of(path)[cursor.extent.start.offset:cursor.extent.end.offset].decode('utf8', 'replace'), source_id)
        return
    if name.startswith('operator'): return
    plain = re.sub(r'<.*>$', '', name)
    place = callee.location if callee is not None else cursor.location
    text = text_of(path)
    at = text.rfind(plain.encode(), 0, cursor.extent.end.offset)
    if not spelled_at(place, plain) and not (at >= 0 and at >= cursor.extent.start.offset):
        row({'t': 'dyn', 'src': source_id, 'name': plain, 'why': 'any'})
        return
    if target is None or target.kind not in FUNCTIONS:
        row({'t': 'dyn', 'src': source_id, 'name': plain, 'why': 'any'})
        return
    if target.kind == K.CONSTRUCTOR:
        owner = generic(target.semantic_parent)
        out.append(('new', source_id, generic(target).get_usr(), owner.get_usr(), plain))
        return
    target, owner = generic(target), generic(target.semantic_parent)
    out.append(('call', source_id, target.get_usr(), (path_of(target.location), target.location.line), plain))

def included_by(directive):
    """The file, where there is one; the bindings fail on one that was not found."""
    try: return directive.get_included_file()
    except AssertionError: return None

pending = []
for source in sources:
    unit = Index.create().parse(source, args=arguments, options=TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
    bad = [d.spelling for d in unit.diagnostics if d.severity >= 3]
    if bad: print(os.path.relpath(source, root), len(bad), bad[0], file=sys.stderr)
    file_id(os.path.relpath(source, root))
    for one in unit.cursor.get_children():
        included = included_by(one) if one.kind == K.INCLUSION_DIRECTIVE else None
        if included is None: continue
        a, b = path_of(one.location), path_of(type('L', (), {'file': included})())
        if a and b and a != b: row({'t': 'imp', 'src': file_id(a), 'dst': [file_id(b)], 'how': 'include', 'via': 'include'})
    walk(unit.cursor, (), 0, pending)
    skip(unit)
    # Macros that are called, by what encloses their place.
    for child in unit.cursor.get_children():
        if child.kind != K.MACRO_INSTANTIATION: continue
        path = path_of(child.location)
        if path is not None and spelled_at(child.location, child.spelling): pending.append(('macro', path, child.location.line, None, child.spelling))

functions, by_number = {}, {d['id']: d for d in declarations.values()}
types = {}
for entry in declarations.values():
    if entry['kind'] in ('class', 'type'): types.setdefault(entry['name'], []).append(entry['id'])
for entry in declarations.values():
    functions.setdefault(entry['path'], []).append(entry)
for kind, source, target, owner, name in pending:
    if kind == 'ext':
        a, b = [i for is_def, i in places.get(source, [])], [i for one in target for is_def, i in places.get(one, [])]
        # What a macro's body declares, no text but its own shows.
        value = {'t': 'ext', 'src': a, 'dst': b, 'how': 'plain'}
        if a and all(by_number[i].get('opt') == 'macro' for i in a): value['opt'] = 'macro'
        if a and b: row(value)
        continue
    if kind == 'macro':
        around = [e for e in functions.get(source, []) if e['start'] <= target <= e['end']]
        src = [e['id'] for e in sorted(around, key=lambda e: -e['start'])] + [file_id(source)]
        if name in macros: row({'t': 'call', 'src': src, 'dst': macros[name], 'how': 'macro', 'opt': 'macro'})
        for one in src: row({'t': 'dyn', 'src': [one], 'name': name, 'why': 'any'})
        continue
    dst = [i for is_def, i in sorted(places.get(target, []), key=lambda p: not p[0])]
    if kind == 'new':
        dst += [i for is_def, i in places.get(owner, [])]
        if dst: row({'t': 'call', 'src': source, 'dst': dst, 'how': 'new', 'opt': 'constructor'})
        continue
    if not dst: dst = [d['id'] for d in functions.get(owner[0], []) if d['nl'] == owner[1] and d['name'] == name]
    if not dst: continue
    # All of one name in one place: which overload is meant is not asked.
    value = {'t': 'call', 'src': source, 'dst': dst, 'how': 'call'}
    if source[0] in dst: value['opt'] = 'recursion'
    row(value)

# Macros of branches that were not taken may be found or not, and what is in those branches.
for path in files:
    for number, line in enumerate(text_of(path).decode('utf8', 'replace').split('\n'), 1):
        found = re.match(r'\s*#\s*define\s+(\w+)', line)
        if found and not any(d['path'] == path and d['name'] == found[1] and d['nl'] == number for d in declarations.values()):
            declarations[(path, -number, found[1])] = {'t': 'decl', 'id': 1000000 + len(declarations), 'path': path, 'name': found[1], 'kind': 'variable', 'start': number, 'end': number, 'full': number, 'nl': number, 'opt': 'macro'}
            macros.setdefault(found[1], []).append(declarations[(path, -number, found[1])]['id'])
# What is on lines that nothing compiles may be anything.
for path, numbers in skipped.items():
    if path not in files: continue
    lines = text_of(path).decode('utf8', 'replace').split('\n')
    around = functions.get(path, [])
    region = {'ids': [], 'names': set(), 'last': -1}
    regions = [region]
    for number in sorted(numbers):
        if number > len(lines): continue
        if number != region['last'] + 1:
            region = {'ids': [], 'names': set(), 'last': -1}
            regions.append(region)
        region['last'] = number
        text = lines[number - 1]
        include = re.match(r'\s*#\s*include\s*[<"]([^>"]+)', text)
        if include:
            for other in list(files):
                if other != path and ('/' + other).endswith('/' + include[1].lstrip('./')): row({'t': 'imp', 'src': files[path], 'dst': [files[other]], 'how': 'include', 'via': 'include', 'opt': 'skipped'})
        id = 1000000 + len(declarations)
        declarations[(path, -number, '*')] = {'t': 'decl', 'id': id, 'path': path, 'name': '*', 'any': True, 'kind': 'function', 'start': number, 'end': number, 'full': number, 'nl': number, 'opt': 'skipped'}
        owners = [e['id'] for e in around if e['start'] <= number <= e['end']] + [files[path]]
        region['ids'].append(id)
        # A base may stand on the next line, and be on a skipped one itself.
        for name in set(re.findall(r'\w+', text + ' ' + ''.join(lines[number:number + 2]))) & types.keys():
            row({'t': 'ext', 'src': [id], 'dst': types[name], 'how': 'plain', 'opt': 'skipped'})
        names = set(re.findall(r'\w+(?=[^\w]*[({<;,])', text))
        region['names'] |= names
        for name in names:
            for owner in owners: row({'t': 'dyn', 'src': [owner], 'name': name, 'why': 'any'})
    for region in regions:
        for name in region['names']: row({'t': 'dyn', 'src': region['ids'], 'name': name, 'why': 'any'})
by_id = {d['id']: d for d in declarations.values()}
for value in list(rows.values()):
    if value['t'] == 'call' and value.get('how') == 'macro': value['dst'] = macros.get(by_id[value['dst'][0]]['name'], value['dst'])
named = {}
for d in declarations.values():
    if d['name'] != '*': named.setdefault((os.path.splitext(os.path.basename(d['path']))[0], d['name']), []).append(d['id'])
print(json.dumps({'t': 'meta', 'repo': os.path.basename(root), 'oracle': 'libclang', 'files': len(files)}))
for path, id in files.items(): print(json.dumps({'t': 'file', 'id': id, 'path': path}))
for d in declarations.values(): print(json.dumps(d))
for value in rows.values():
    if value['t'] == 'call' and value['how'] == 'call':
        extra = [o for i in value['dst'] for o in named[(os.path.splitext(os.path.basename(by_id[i]['path']))[0], by_id[i]['name'])]]
        value['dst'] = list(dict.fromkeys(value['dst'] + extra))
        if any(by_id[i].get('opt') in ('macro', 'in-local', 'specialization') for i in value['dst'][:1]): value['opt'] = 'indirect'
    print(json.dumps(value))
