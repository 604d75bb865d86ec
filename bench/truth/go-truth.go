// What go/types knows of a source tree, as truth rows for the edge scorer: files, declarations, imports,
// embedding, interfaces that types satisfy, calls and type references. Modules that are not there stay unresolved, and calls of their
// values are written as call sites that nobody can judge.
//
//	go run bench/truth/go-truth.go CHECKOUT > truth.jsonl

//go:debug gotypesalias=0
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
)

type row map[string]any

// folder is one directory of Go files: the package, its tests inside it, and its tests outside of it.
type folder struct {
	dir      string
	plain    []*ast.File
	inside   []*ast.File
	outside  []*ast.File
	checked  *types.Package
	checking bool
}

type declaration struct {
	id       int
	parent   int
	path     string
	name     string
	kind     string
	optional string
}

type world struct {
	root     string
	fset     *token.FileSet
	modules  map[string]string // folder of a go.mod → its module path
	folders  map[string]*folder
	standard types.Importer
	fileIDs  map[string]int
	paths    []string
	decls    map[token.Pos]*declaration
	next     int
	out      *bufio.Writer
	seen     map[string]bool
	named    []*methodSet
}

func main() {
	root, err := filepath.EvalSymlinks(os.Args[1])
	if err != nil {
		panic(err)
	}
	root, _ = filepath.Abs(root)
	fset := token.NewFileSet()
	w := &world{root: root, fset: fset, modules: map[string]string{}, folders: map[string]*folder{},
		standard: importer.ForCompiler(token.NewFileSet(), "source", nil), fileIDs: map[string]int{},
		decls: map[token.Pos]*declaration{}, out: bufio.NewWriter(os.Stdout), seen: map[string]bool{}}
	w.read()
	w.emit(row{"t": "meta", "repo": filepath.Base(root), "oracle": "go/types", "files": len(w.paths)})
	for _, p := range w.paths {
		r := row{"t": "file", "id": w.fileIDs[p], "path": p}
		if strings.HasSuffix(p, "_test.go") {
			r["test"] = true
		}
		w.emit(r)
	}
	dirs := []string{}
	for dir := range w.folders {
		dirs = append(dirs, dir)
	}
	sort.Strings(dirs)
	for _, dir := range dirs {
		f := w.folders[dir]
		for _, file := range f.all() {
			w.declare(file)
		}
	}
	for _, dir := range dirs {
		f := w.folders[dir]
		info := newInfo()
		w.collect(w.check(f, append(append([]*ast.File{}, f.plain...), f.inside...), info))
		for _, file := range append(append([]*ast.File{}, f.plain...), f.inside...) {
			w.uses(file, info)
		}
		if len(f.outside) > 0 {
			info := newInfo()
			w.collect(w.check(f, f.outside, info))
			for _, file := range f.outside {
				w.uses(file, info)
			}
		}
	}
	w.satisfaction()
	w.out.Flush()
}

func newInfo() *types.Info {
	return &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Types: map[ast.Expr]types.TypeAndValue{}}
}

func (f *folder) all() []*ast.File {
	return append(append(append([]*ast.File{}, f.plain...), f.inside...), f.outside...)
}

func (w *world) read() {
	found := map[string]*ast.File{}
	filepath.Walk(w.root, func(at string, info os.FileInfo, err error) error {
		if err != nil {
			return nil
		}
		name := info.Name()
		if info.IsDir() {
			if at != w.root && (strings.HasPrefix(name, ".") || name == "vendor" || name == "node_modules" || name == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		rel, _ := filepath.Rel(w.root, at)
		if name == "go.mod" {
			text, _ := os.ReadFile(at)
			for _, line := range strings.Split(string(text), "\n") {
				if strings.HasPrefix(line, "module ") {
					w.modules[filepath.Dir(rel)] = strings.Trim(strings.TrimSpace(line[7:]), `"`)
				}
			}
		}
		if strings.HasSuffix(name, ".go") {
			if file, _ := parser.ParseFile(w.fset, at, nil, parser.ParseComments); file != nil {
				found[rel] = file
				w.paths = append(w.paths, rel)
			}
		}
		return nil
	})
	sort.Strings(w.paths)
	for _, p := range w.paths {
		w.fileIDs[p] = w.next
		w.next++
		dir := filepath.Dir(p)
		f := w.folders[dir]
		if f == nil {
			f = &folder{dir: dir}
			w.folders[dir] = f
		}
		file := found[p]
		switch {
		case !strings.HasSuffix(p, "_test.go"):
			f.plain = append(f.plain, file)
		case strings.HasSuffix(file.Name.Name, "_test"):
			f.outside = append(f.outside, file)
		default:
			f.inside = append(f.inside, file)
		}
	}
}

// Import finds a package of this tree by its module, or one of the standard library.
func (w *world) Import(name string) (*types.Package, error) {
	if f := w.folderOf(name); f != nil {
		if f.checked == nil && !f.checking {
			f.checking = true
			f.checked = w.check(f, f.plain, newInfo())
			f.checking = false
		}
		if f.checked != nil {
			return f.checked, nil
		}
	}
	if strings.Contains(strings.Split(name, "/")[0], ".") {
		return nil, fmt.Errorf("not here: %s", name)
	}
	return w.standard.Import(name)
}

func (w *world) folderOf(name string) *folder {
	for dir, module := range w.modules {
		if name == module {
			return w.folders[path.Clean(dir)]
		}
		if strings.HasPrefix(name, module+"/") {
			if f := w.folders[path.Join(dir, name[len(module)+1:])]; f != nil {
				return f
			}
		}
	}
	return nil
}

func (w *world) check(f *folder, files []*ast.File, info *types.Info) *types.Package {
	if len(files) == 0 {
		return nil
	}
	config := types.Config{Importer: w, Error: func(error) {}, FakeImportC: true, DisableUnusedImportCheck: true}
	place := f.dir
	if strings.HasSuffix(files[0].Name.Name, "_test") {
		place += "_test"
	}
	p, _ := config.Check(place, w.fset, files, info)
	return p
}

func (w *world) emit(r row) {
	text, _ := json.Marshal(r)
	if !w.seen[string(text)] {
		w.seen[string(text)] = true
		w.out.Write(text)
		w.out.WriteByte('\n')
	}
}

func (w *world) pathAt(pos token.Pos) string {
	rel, _ := filepath.Rel(w.root, w.fset.Position(pos).Filename)
	return rel
}

func (w *world) declareOne(name *ast.Ident, kind string, node ast.Node, doc *ast.CommentGroup, parent int, optional string) int {
	if name.Name == "_" {
		return -1
	}
	line := func(p token.Pos) int { return w.fset.Position(p).Line }
	id := w.next
	w.next++
	full := line(node.Pos())
	if doc != nil && line(doc.Pos()) < full {
		full = line(doc.Pos())
	}
	r := row{"t": "decl", "id": id, "path": w.pathAt(node.Pos()), "name": name.Name, "kind": kind, "start": line(node.Pos()),
		"end": line(node.End()), "full": full, "nl": line(name.Pos()), "exp": name.IsExported()}
	if parent >= 0 {
		r["parent"] = parent
	}
	if optional != "" {
		r["opt"] = optional
	}
	w.emit(r)
	w.decls[name.Pos()] = &declaration{id: id, parent: parent, path: w.pathAt(node.Pos()), name: name.Name, kind: kind, optional: optional}
	return id
}

func (w *world) declare(file *ast.File) {
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			kind := "function"
			optional := ""
			if d.Recv != nil {
				kind = "method"
			}
			if d.Name.Name == "init" && d.Recv == nil {
				optional = "init"
			}
			w.declareOne(d.Name, kind, d, d.Doc, -1, optional)
			if d.Body != nil {
				w.declareLocal(d.Body)
			}
		case *ast.GenDecl:
			w.declareSpecs(d, "")
		}
	}
}

func (w *world) declareLocal(body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		if d, ok := n.(*ast.GenDecl); ok && d.Tok == token.TYPE {
			w.declareSpecs(d, "in-local")
		}
		return true
	})
}

func (w *world) declareSpecs(d *ast.GenDecl, optional string) {
	for _, spec := range d.Specs {
		doc := d.Doc
		var node ast.Node = spec
		if !d.Lparen.IsValid() {
			node = d
		}
		switch s := spec.(type) {
		case *ast.ValueSpec:
			if s.Doc != nil {
				doc = s.Doc
			}
			for _, name := range s.Names {
				w.declareOne(name, "variable", node, doc, -1, optional)
			}
		case *ast.TypeSpec:
			if s.Doc != nil {
				doc = s.Doc
			}
			w.declareType(s, node, doc, optional)
		}
	}
}

func (w *world) declareType(s *ast.TypeSpec, node ast.Node, doc *ast.CommentGroup, optional string) {
	switch t := s.Type.(type) {
	case *ast.StructType:
		id := w.declareOne(s.Name, "class", node, doc, -1, optional)
		w.declareFields(t.Fields, id, "field", optional)
	case *ast.InterfaceType:
		id := w.declareOne(s.Name, "interface", node, doc, -1, optional)
		w.declareFields(t.Methods, id, "method", optional)
	default:
		w.declareOne(s.Name, "type", node, doc, -1, optional)
	}
}

func (w *world) declareFields(fields *ast.FieldList, parent int, kind string, optional string) {
	for _, field := range fields.List {
		for _, name := range field.Names {
			w.declareOne(name, kind, field, field.Doc, parent, optional)
			if nested, ok := field.Type.(*ast.StructType); ok {
				w.declareFields(nested.Fields, parent, "field", "type-literal")
			}
		}
		if len(field.Names) == 0 && kind == "field" {
			if name := embeddedName(field.Type); name != nil {
				// An embedded field is declared by its type's name; whether that is a symbol is taste.
				id := w.next
				w.next++
				line := func(p token.Pos) int { return w.fset.Position(p).Line }
				w.emit(row{"t": "decl", "id": id, "path": w.pathAt(field.Pos()), "name": name.Name, "kind": "field", "start": line(field.Pos()),
					"end": line(field.End()), "full": line(field.Pos()), "nl": line(name.Pos()), "parent": parent, "opt": "embedded"})
			}
		}
	}
}

func embeddedName(expr ast.Expr) *ast.Ident {
	switch e := expr.(type) {
	case *ast.Ident:
		return e
	case *ast.StarExpr:
		return embeddedName(e.X)
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.IndexExpr:
		return embeddedName(e.X)
	case *ast.IndexListExpr:
		return embeddedName(e.X)
	}
	return nil
}

func (w *world) uses(file *ast.File, info *types.Info) {
	filePath := w.pathAt(file.Pos())
	fileID := w.fileIDs[filePath]
	for _, spec := range file.Imports {
		name := strings.Trim(spec.Path.Value, "`\"")
		f := w.folderOf(name)
		if f == nil || len(f.plain) == 0 {
			continue
		}
		targets := []int{}
		for _, target := range f.plain {
			targets = append(targets, w.fileIDs[w.pathAt(target.Pos())])
		}
		w.emit(row{"t": "imp", "src": fileID, "dst": targets, "how": "import", "via": "module"})
	}
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			source := w.decls[d.Name.Pos()]
			from := []int{fileID}
			if source != nil {
				from = []int{source.id}
			}
			w.walk(d, from, info, d.Name)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				w.usesOfSpec(spec, fileID, info)
			}
		}
	}
}

func (w *world) usesOfSpec(spec ast.Spec, fileID int, info *types.Info) {
	switch s := spec.(type) {
	case *ast.ValueSpec:
		from := []int{}
		for _, name := range s.Names {
			if d := w.decls[name.Pos()]; d != nil {
				from = append(from, d.id)
			}
		}
		w.walk(s, append(from, fileID), info, nil)
	case *ast.TypeSpec:
		d := w.decls[s.Name.Pos()]
		if d == nil {
			return
		}
		w.embedding(s, d, info)
		w.walkFields(s, d, fileID, info)
	}
}

func (w *world) embedding(s *ast.TypeSpec, d *declaration, info *types.Info) {
	var fields *ast.FieldList
	switch t := s.Type.(type) {
	case *ast.StructType:
		fields = t.Fields
	case *ast.InterfaceType:
		fields = t.Methods
	default:
		return
	}
	for _, field := range fields.List {
		if len(field.Names) > 0 {
			continue
		}
		if name := embeddedName(field.Type); name != nil {
			if target := w.target(info.Uses[name]); target != nil {
				w.emit(row{"t": "ext", "src": []int{d.id}, "dst": []int{target.id}, "how": "embed"})
			}
		}
	}
}

func (w *world) target(obj types.Object) *declaration {
	if obj == nil {
		return nil
	}
	return w.decls[obj.Pos()]
}

func (w *world) walk(root ast.Node, from []int, info *types.Info, own *ast.Ident) {
	called := map[*ast.Ident]bool{}
	ast.Inspect(root, func(n ast.Node) bool {
		switch e := n.(type) {
		case *ast.CallExpr:
			w.call(e, from, info, called)
		case *ast.TypeSpec:
			if d := w.decls[e.Name.Pos()]; d != nil {
				w.embedding(e, d, info)
			}
		case *ast.Ident:
			if e == own || called[e] {
				return true
			}
			obj := info.Uses[e]
			target := w.target(obj)
			if target == nil || contains(from, target.id) {
				return true
			}
			r := row{"t": "ref", "src": from, "dst": []int{target.id}, "how": "type"}
			if _, isType := obj.(*types.TypeName); !isType {
				r["how"], r["opt"] = "value", "value"
			}
			w.emit(r)
		}
		return true
	})
}

// walkFields lays what a field mentions to the field or to its type.
func (w *world) walkFields(s *ast.TypeSpec, d *declaration, fileID int, info *types.Info) {
	covered := map[ast.Node]bool{}
	ast.Inspect(s.Type, func(n ast.Node) bool {
		field, ok := n.(*ast.Field)
		if !ok || len(field.Names) == 0 || covered[n] {
			return true
		}
		if owner := w.decls[field.Names[0].Pos()]; owner != nil {
			covered[n] = true
			w.walk(field, []int{owner.id, d.id, fileID}, info, field.Names[0])
			return false
		}
		return true
	})
	if len(covered) == 0 {
		w.walk(s, []int{d.id, fileID}, info, s.Name)
	}
}

func contains(list []int, value int) bool {
	for _, each := range list {
		if each == value {
			return true
		}
	}
	return false
}

func (w *world) call(e *ast.CallExpr, from []int, info *types.Info, called map[*ast.Ident]bool) {
	fun := calleeOf(e.Fun)
	how := "local"
	var name *ast.Ident
	switch f := fun.(type) {
	case *ast.Ident:
		name = f
	case *ast.SelectorExpr:
		name = f.Sel
		how = "member"
		if x, ok := f.X.(*ast.Ident); ok {
			if _, isPackage := info.Uses[x].(*types.PkgName); isPackage {
				how = "package"
			}
		}
		if _, ok := f.X.(*ast.CallExpr); ok {
			how = "chain"
		}
	}
	if name == nil {
		return
	}
	obj := info.Uses[name]
	if obj == nil {
		w.emit(row{"t": "dyn", "src": from, "name": name.Name, "why": "any"})
		return
	}
	target := w.target(obj)
	if target == nil {
		return
	}
	if _, isType := obj.(*types.TypeName); isType {
		return
	}
	// Files of other platforms declare the same names; which is built is not the graph's to say.
	targets := []int{target.id}
	for _, other := range w.decls {
		if other.id != target.id && other.name == target.name && other.kind == target.kind && path.Dir(other.path) == path.Dir(target.path) && other.kind != "method" {
			targets = append(targets, other.id)
		}
	}
	sort.Ints(targets[1:])
	r := row{"t": "call", "src": from, "dst": targets, "how": how}
	if _, isFunction := obj.(*types.Func); !isFunction {
		r["opt"] = "value"
	} else if contains(from, target.id) {
		r["opt"] = "recursion"
	} else if target.optional != "" {
		r["opt"] = target.optional
	}
	called[name] = true
	w.emit(r)
}

// calleeOf drops parentheses and type arguments.
func calleeOf(expr ast.Expr) ast.Expr {
	for {
		switch e := expr.(type) {
		case *ast.ParenExpr:
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.IndexListExpr:
			expr = e.X
		default:
			return expr
		}
	}
}

// methodSet is what one declared type has, or one interface demands, by name (of unexported methods with their package).
type methodSet struct {
	decl        *declaration
	isInterface bool
	isGeneric   bool
	isOpen      bool // embeds what is not here
	methods     map[string]string
}

// collect keeps the method sets of a package's types. They are compared as text, because a package is
// checked twice: alone for its importers, and with its tests.
func (w *world) collect(p *types.Package) {
	if p == nil {
		return
	}
	for _, name := range p.Scope().Names() {
		obj, ok := p.Scope().Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() || w.target(obj) == nil {
			continue
		}
		named, ok := obj.Type().(*types.Named)
		if !ok {
			continue
		}
		set := &methodSet{decl: w.target(obj), isGeneric: named.TypeParams().Len() > 0, methods: map[string]string{}}
		if face, ok := named.Underlying().(*types.Interface); ok {
			if !face.IsMethodSet() || face.NumMethods() == 0 {
				continue
			}
			set.isInterface, set.isOpen = true, isOpen(face, 0)
		}
		var subject types.Type = named
		if !set.isInterface {
			subject = types.NewPointer(named)
		}
		all := types.NewMethodSet(subject)
		for i := 0; i < all.Len(); i++ {
			method := all.At(i).Obj().(*types.Func)
			id := method.Name()
			if !method.Exported() {
				id = pathOf(method.Pkg()) + "." + id
			}
			set.methods[id] = text(all.At(i).Type())
		}
		if len(set.methods) > 0 {
			w.named = append(w.named, set)
		}
	}
}

func isOpen(face *types.Interface, depth int) bool {
	for i := 0; i < face.NumEmbeddeds(); i++ {
		inner, ok := face.EmbeddedType(i).Underlying().(*types.Interface)
		if !ok || depth < 20 && isOpen(inner, depth+1) {
			return true
		}
	}
	return false
}

// satisfaction writes which types have, themselves or through a pointer, all methods of an interface.
func (w *world) satisfaction() {
	for _, face := range w.named {
		if !face.isInterface {
			continue
		}
		for _, one := range w.named {
			if one.isInterface {
				continue
			}
			satisfies, isKnown := true, !face.isOpen
			for name, signature := range face.methods {
				satisfies = satisfies && one.methods[name] == signature
				isKnown = isKnown && !strings.Contains(signature, "invalid type")
			}
			if !satisfies {
				continue
			}
			r := row{"t": "impl", "src": []int{one.decl.id}, "dst": []int{face.decl.id}, "how": "structural"}
			if !isKnown {
				r["opt"] = "unresolved"
			} else if face.isGeneric || one.isGeneric {
				r["opt"] = "generic"
			}
			w.emit(r)
		}
	}
}

func pathOf(p *types.Package) string {
	if p == nil {
		return ""
	}
	return p.Path()
}

// text writes a type without the names of parameters; identical types have equal texts.
func text(t types.Type) string {
	switch t := t.(type) {
	case *types.Named:
		out := t.Obj().Name()
		if t.Obj().Pkg() != nil {
			out = t.Obj().Pkg().Path() + "." + out
		}
		for i := 0; i < t.TypeArgs().Len(); i++ {
			out += "[" + text(t.TypeArgs().At(i)) + "]"
		}
		return out
	case *types.Pointer:
		return "*" + text(t.Elem())
	case *types.Slice:
		return "[]" + text(t.Elem())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), text(t.Elem()))
	case *types.Map:
		return "map[" + text(t.Key()) + "]" + text(t.Elem())
	case *types.Chan:
		return fmt.Sprintf("chan%d(%s)", t.Dir(), text(t.Elem()))
	case *types.TypeParam:
		return fmt.Sprintf("$%d", t.Index())
	case *types.Signature:
		return fmt.Sprintf("func(%s)(%s)%t", text(t.Params()), text(t.Results()), t.Variadic())
	case *types.Tuple:
		out := ""
		for i := 0; i < t.Len(); i++ {
			out += text(t.At(i).Type()) + ","
		}
		return out
	case *types.Struct:
		out := "struct{"
		for i := 0; i < t.NumFields(); i++ {
			out += t.Field(i).Name() + " " + text(t.Field(i).Type()) + ";"
		}
		return out + "}"
	case *types.Interface:
		out := "interface{"
		for i := 0; i < t.NumMethods(); i++ {
			out += t.Method(i).Name() + text(t.Method(i).Type()) + ";"
		}
		return out + "}"
	case *types.Basic:
		// byte and rune are other names of uint8 and int32.
		return types.Typ[t.Kind()].String()
	}
	return t.String()
}
