// What javac knows of a source tree, as truth rows for the edge scorer: files, declarations, imports,
// heritage, calls and type references. Dependencies need not be there: what does not resolve is either
// left out or written as a call site that nobody can judge.
//
//   java bench/truth/JavaTruth.java CHECKOUT > truth.jsonl
import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.lang.model.element.Modifier;
import javax.tools.*;

public final class JavaTruth {
  record Declaration(int id, String path, String name, String kind, long start, long end, long full, long nameLine, int parent, String optional, boolean exported) {}

  static final Set<String> SKIPPED_FOLDERS = Set.of("build", "target", "node_modules", "out", "bin", "dist");
  final Path root;
  final Map<String, Integer> files = new LinkedHashMap<>();
  final List<Declaration> declarations = new ArrayList<>();
  final Map<Element, Integer> ids = new HashMap<>();
  /** Same-named methods of one class: a call of one accepts them all. */
  final Map<Element, Map<String, List<Integer>>> overloads = new HashMap<>();
  final Set<String> rows = new LinkedHashSet<>();
  int next = 0;
  Trees trees;
  SourcePositions positions;

  JavaTruth(Path root) { this.root = root; }

  public static void main(String[] args) throws IOException {
    new JavaTruth(Path.of(args[0]).toRealPath()).run();
  }

  void run() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager manager = compiler.getStandardFileManager(d -> {}, null, StandardCharsets.UTF_8);
    List<Path> sources;
    try (Stream<Path> walk = Files.walk(root)) {
      sources = walk.filter(p -> p.toString().endsWith(".java") && !isSkipped(p) && !p.endsWith("module-info.java")).sorted().toList();
    }
    // One class may be declared in several modules of a repository (tests, samples): one compilation each
    // would need their build files; the first wins and the others stay unjudged.
    List<String> options = List.of("-proc:none", "-Xmaxerrs", "0", "-XDshould-stop.ifError=FLOW", "-implicit:none", "-nowarn");
    JavacTask task = (JavacTask) compiler.getTask(new PrintWriter(Writer.nullWriter()), manager, d -> {}, options, null, manager.getJavaFileObjectsFromPaths(sources));
    trees = Trees.instance(task);
    positions = trees.getSourcePositions();
    List<CompilationUnitTree> units = new ArrayList<>();
    for (CompilationUnitTree unit : task.parse()) units.add(unit);
    task.analyze();
    for (CompilationUnitTree unit : units) files.put(pathOf(unit), next++);
    for (CompilationUnitTree unit : units) new Declare(unit).scan(unit, null);
    for (CompilationUnitTree unit : units) new Uses(unit).scan(unit, null);
    PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, StandardCharsets.UTF_8);
    out.println("{\"t\":\"meta\",\"repo\":" + quote(root.getFileName().toString()) + ",\"oracle\":\"javac\",\"files\":" + files.size() + "}");
    files.forEach((path, id) -> out.println("{\"t\":\"file\",\"id\":" + id + ",\"path\":" + quote(path) + (path.matches("(^|.*/)tests?/.*") ? ",\"test\":true" : "") + "}"));
    for (Declaration d : declarations) {
      out.println("{\"t\":\"decl\",\"id\":" + d.id + ",\"path\":" + quote(d.path) + ",\"name\":" + quote(d.name) + ",\"kind\":" + quote(d.kind)
          + ",\"start\":" + d.start + ",\"end\":" + d.end + ",\"full\":" + d.full + ",\"nl\":" + d.nameLine
          + (d.parent < 0 ? "" : ",\"parent\":" + d.parent) + (d.optional == null ? "" : ",\"opt\":" + quote(d.optional)) + ",\"exp\":" + d.exported + "}");
    }
    rows.forEach(out::println);
    out.flush();
  }

  boolean isSkipped(Path path) {
    for (Path part : root.relativize(path)) {
      String name = part.toString();
      if (SKIPPED_FOLDERS.contains(name) || (name.startsWith(".") && name.length() > 1)) return true;
    }
    return false;
  }

  String pathOf(CompilationUnitTree unit) {
    return root.relativize(Path.of(unit.getSourceFile().toUri())).toString().replace('\\', '/');
  }

  static String quote(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < ' ') out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    return out.append('"').toString();
  }

  /** First pass: every declaration gets a number. */
  final class Declare extends TreePathScanner<Void, Void> {
    final CompilationUnitTree unit;
    final LineMap lines;
    final String path;
    final String text;
    final Deque<Integer> enclosing = new ArrayDeque<>();
    /** Depth of method bodies and anonymous classes around. */
    int localDepth = 0;

    Declare(CompilationUnitTree unit) throws IOException {
      this.unit = unit;
      lines = unit.getLineMap();
      path = pathOf(unit);
      text = unit.getSourceFile().getCharContent(true).toString();
    }

    int declare(Tree tree, Element element, String name, String kind, long nameFrom, boolean exported) {
      long start = positions.getStartPosition(unit, tree), end = positions.getEndPosition(unit, tree);
      if (start < 0 || end < 0) return -1;
      int at = text.indexOf(name, (int) Math.max(start, nameFrom));
      long nameLine = lines.getLineNumber(at < 0 ? start : at);
      int id = next++;
      long first = lines.getLineNumber(start);
      declarations.add(new Declaration(id, path, name, kind, first, lines.getLineNumber(end), docLine((int) start, first), nameLine,
          enclosing.isEmpty() ? -1 : enclosing.peek(), localDepth > 0 ? "in-local" : null, exported));
      if (element != null) ids.put(element, id);
      return id;
    }

    long docLine(int start, long first) {
      int close = text.lastIndexOf("*/", start);
      if (close < 0 || !text.substring(close + 2, start).isBlank()) return first;
      int open = text.lastIndexOf("/*", close);
      return open < 0 ? first : lines.getLineNumber(open);
    }

    long afterModifiers(ModifiersTree modifiers, Tree tree) {
      long end = positions.getEndPosition(unit, modifiers);
      return end < 0 ? positions.getStartPosition(unit, tree) : end;
    }

    @Override public Void visitClass(ClassTree tree, Void none) {
      Element element = trees.getElement(getCurrentPath());
      String name = tree.getSimpleName().toString();
      boolean isAnonymous = name.isEmpty();
      int id = -1;
      if (!isAnonymous) {
        String kind = switch (tree.getKind()) { case INTERFACE, ANNOTATION_TYPE -> "interface"; case ENUM -> "enum"; default -> "class"; };
        id = declare(tree, element, name, kind, afterModifiers(tree.getModifiers(), tree), tree.getModifiers().getFlags().contains(Modifier.PUBLIC));
      }
      if (id >= 0) enclosing.push(id);
      if (isAnonymous) localDepth++;
      super.visitClass(tree, none);
      if (isAnonymous) localDepth--;
      if (id >= 0) enclosing.pop();
      return null;
    }

    @Override public Void visitMethod(MethodTree tree, Void none) {
      Element element = trees.getElement(getCurrentPath());
      boolean isConstructor = tree.getReturnType() == null;
      String name = isConstructor && element != null ? element.getEnclosingElement().getSimpleName().toString() : tree.getName().toString();
      long start = positions.getStartPosition(unit, tree);
      // A default constructor has no text of its own.
      boolean isWritten = start >= 0 && positions.getEndPosition(unit, tree) > start
          && !(isConstructor && text.startsWith("class", (int) start));
      int id = -1;
      if (isWritten && element != null && !isGenerated(element)) {
        long from = tree.getReturnType() == null ? afterModifiers(tree.getModifiers(), tree) : positions.getEndPosition(unit, tree.getReturnType());
        id = declare(tree, element, name, isConstructor ? "constructor" : "method", from, tree.getModifiers().getFlags().contains(Modifier.PUBLIC));
        if (id >= 0) overloads.computeIfAbsent(element.getEnclosingElement(), e -> new HashMap<>())
            .computeIfAbsent(tree.getName().toString(), n -> new ArrayList<>()).add(id);
      }
      if (id >= 0) enclosing.push(id);
      localDepth++;
      super.visitMethod(tree, none);
      localDepth--;
      if (id >= 0) enclosing.pop();
      return null;
    }

    boolean isGenerated(Element element) {
      return trees.getTree(element) == null || trees.getSourcePositions().getEndPosition(unit, trees.getTree(element)) < 0;
    }

    @Override public Void visitVariable(VariableTree tree, Void none) {
      Element element = trees.getElement(getCurrentPath());
      if (element != null && (element.getKind() == ElementKind.FIELD || element.getKind() == ElementKind.ENUM_CONSTANT)) {
        boolean isConstant = element.getKind() == ElementKind.ENUM_CONSTANT;
        long from = isConstant || tree.getType() == null ? positions.getStartPosition(unit, tree) : positions.getEndPosition(unit, tree.getType());
        int before = declarations.size();
        declare(tree, element, tree.getName().toString(), isConstant ? "enum-member" : "field", from, tree.getModifiers().getFlags().contains(Modifier.PUBLIC));
        if (declarations.size() > before && (isConstant || isRecordPart(element))) {
          Declaration d = declarations.remove(declarations.size() - 1);
          declarations.add(new Declaration(d.id, d.path, d.name, d.kind, d.start, d.end, d.full, d.nameLine, d.parent, d.optional == null ? (isConstant ? "enum-member" : "record-component") : d.optional, d.exported));
        }
      }
      return super.visitVariable(tree, none);
    }

    boolean isRecordPart(Element field) {
      return field.getEnclosingElement().getKind() == ElementKind.RECORD && !field.getModifiers().contains(Modifier.STATIC);
    }
  }

  /** Second pass: what refers to what. */
  final class Uses extends TreePathScanner<Void, Void> {
    final CompilationUnitTree unit;
    final String path;
    final int file;
    /** Innermost first; each entry may be the source of an edge. */
    final Deque<Integer> sources = new ArrayDeque<>();

    Uses(CompilationUnitTree unit) { this.unit = unit; path = pathOf(unit); file = files.get(path); }

    List<Integer> sourceIds() {
      if (sources.isEmpty()) return List.of(file);
      List<Integer> accepted = new ArrayList<>();
      for (int id : sources) {
        accepted.add(id);
        if (declarations.get(indexOf(id)).optional == null) break;
      }
      return accepted;
    }

    int indexOf(int id) { return id - files.size(); }

    void row(String type, List<Integer> from, List<Integer> to, String how, String optional) {
      rows.add("{\"t\":\"" + type + "\",\"src\":" + from + ",\"dst\":" + to + ",\"how\":\"" + how + "\"" + (optional == null ? "" : ",\"opt\":\"" + optional + "\"") + "}");
    }

    @Override public Void visitImport(ImportTree tree, Void none) {
      TreePath at = new TreePath(getCurrentPath(), tree.getQualifiedIdentifier());
      Tree named = tree.getQualifiedIdentifier();
      Element element = trees.getElement(at);
      if (tree.isStatic() || element == null) {
        TreePath owner = named instanceof MemberSelectTree select ? new TreePath(at, select.getExpression()) : at;
        Element ofOwner = trees.getElement(owner);
        if (ofOwner instanceof TypeElement) element = ofOwner;
      }
      if (element instanceof TypeElement && ids.containsKey(element)) {
        int target = files.get(declarations.get(indexOf(ids.get(element))).path);
        if (target != file) rows.add("{\"t\":\"imp\",\"src\":" + file + ",\"dst\":[" + target + "],\"how\":\"" + (tree.isStatic() ? "static" : "import") + "\",\"via\":\"package\"}");
      } else if (element instanceof PackageElement || named.toString().endsWith(".*")) {
        Element named2 = named instanceof MemberSelectTree select ? trees.getElement(new TreePath(at, select.getExpression())) : element;
        if (named2 instanceof PackageElement pack) for (Element member : pack.getEnclosedElements()) {
          Integer id = ids.get(member);
          if (id == null) continue;
          int target = files.get(declarations.get(indexOf(id)).path);
          if (target != file) rows.add("{\"t\":\"imp\",\"src\":" + file + ",\"dst\":[" + target + "],\"how\":\"wildcard\",\"via\":\"package\",\"opt\":\"wildcard\"}");
        }
      }
      return null;
    }

    @Override public Void visitClass(ClassTree tree, Void none) {
      Element element = trees.getElement(getCurrentPath());
      Integer id = element == null ? null : ids.get(element);
      List<Integer> from = id == null ? null : List.of(id);
      if (from != null && tree.getExtendsClause() != null) heritage("ext", from, tree.getExtendsClause());
      for (Tree base : tree.getImplementsClause()) {
        if (from != null) heritage(tree.getKind() == Tree.Kind.INTERFACE ? "ext" : "impl", from, base);
      }
      if (id != null) sources.push(id);
      // The base of an anonymous class is the type that `new` names, which is counted there.
      if (tree.getSimpleName().isEmpty()) scan(tree.getMembers(), none);
      else super.visitClass(tree, none);
      if (id != null) sources.pop();
      return null;
    }

    void heritage(String type, List<Integer> from, Tree base) {
      Tree plain = base instanceof ParameterizedTypeTree generic ? generic.getType() : base;
      Element element = trees.getElement(new TreePath(getCurrentPath(), plain));
      if (element != null && ids.containsKey(element)) row(type, from, List.of(ids.get(element)), "plain", null);
    }

    @Override public Void visitMethod(MethodTree tree, Void none) {
      Element element = trees.getElement(getCurrentPath());
      Integer id = element == null ? null : ids.get(element);
      if (id != null) sources.push(id);
      super.visitMethod(tree, none);
      if (id != null) sources.pop();
      return null;
    }

    @Override public Void visitVariable(VariableTree tree, Void none) {
      Element element = trees.getElement(getCurrentPath());
      Integer id = element != null && element.getKind().isField() ? ids.get(element) : null;
      if (id != null) sources.push(id);
      super.visitVariable(tree, none);
      if (id != null) sources.pop();
      return null;
    }

    /** Code of a field initializer may be laid to the field or to its class. */
    List<Integer> callSources() {
      List<Integer> accepted = new ArrayList<>(sourceIds());
      if (!sources.isEmpty()) {
        Declaration d = declarations.get(indexOf(sources.peek()));
        if ((d.kind.equals("field") || d.kind.equals("enum-member")) && d.parent >= 0 && !accepted.contains(d.parent)) accepted.add(d.parent);
      }
      return accepted;
    }

    @Override public Void visitMethodInvocation(MethodInvocationTree tree, Void none) {
      ExpressionTree callee = tree.getMethodSelect();
      String name = callee instanceof MemberSelectTree select ? select.getIdentifier().toString() : callee.toString();
      Element element = trees.getElement(new TreePath(getCurrentPath(), callee));
      call(element, name, how(callee), name.equals("super") || name.equals("this") ? "super" : null);
      return super.visitMethodInvocation(tree, none);
    }

    String how(ExpressionTree callee) {
      if (!(callee instanceof MemberSelectTree select)) return "local";
      ExpressionTree receiver = select.getExpression();
      if (receiver.toString().equals("this")) return "this";
      if (receiver.toString().equals("super")) return "super";
      if (receiver instanceof MethodInvocationTree) return "chain";
      Element element = trees.getElement(new TreePath(new TreePath(getCurrentPath(), callee), receiver));
      return element instanceof TypeElement ? "static" : "member";
    }

    @Override public Void visitNewClass(NewClassTree tree, Void none) {
      Tree plain = tree.getIdentifier() instanceof ParameterizedTypeTree generic ? generic.getType() : tree.getIdentifier();
      Element type = trees.getElement(new TreePath(getCurrentPath(), plain));
      Integer id = type == null ? null : ids.get(type);
      if (id != null) {
        List<Integer> accepted = new ArrayList<>(List.of(id));
        accepted.addAll(overloads.getOrDefault(type, Map.of()).getOrDefault("<init>", List.of()));
        // Making an anonymous subclass is heritage as much as a call.
        if (tree.getClassBody() != null) heritage(type.getKind() == ElementKind.INTERFACE ? "impl" : "ext", callSources(), plain);
        row("call", callSources(), accepted, "new", tree.getClassBody() != null ? "anonymous" : optionalTarget(id, type));
      }
      return super.visitNewClass(tree, none);
    }

    String optionalTarget(int id, Element type) {
      // A constant of an enum is made by the compiler's own call.
      if (type.getKind() == ElementKind.ENUM) return "enum-constant";
      if (type.getKind() == ElementKind.INTERFACE) return "anonymous";
      return declarations.get(indexOf(id)).optional;
    }

    void call(Element element, String name, String how, String optional) {
      List<Integer> from = callSources();
      if (!(element instanceof ExecutableElement method) || method.getEnclosingElement() == null) {
        rows.add("{\"t\":\"dyn\",\"src\":" + from + ",\"name\":" + quote(name) + ",\"why\":\"any\"}");
        return;
      }
      Integer id = ids.get(method);
      if (id == null) {
        // A generated accessor of a record, or of another library.
        Integer owner = ids.get(method.getEnclosingElement());
        if (owner != null && !method.getSimpleName().contentEquals("<init>")) rows.add("{\"t\":\"dyn\",\"src\":" + from + ",\"name\":" + quote(name) + ",\"why\":\"any\"}");
        return;
      }
      List<Integer> accepted = new ArrayList<>(List.of(id));
      for (int other : overloads.get(method.getEnclosingElement()).get(method.getSimpleName().toString())) if (other != id) accepted.add(other);
      if (method.getKind() == ElementKind.CONSTRUCTOR) accepted.add(ids.get(method.getEnclosingElement()));
      if (optional == null && from.contains(id)) optional = "recursion";
      if (optional == null) optional = declarations.get(indexOf(id)).optional;
      row("call", from, accepted, how, optional);
    }

    @Override public Void visitMemberReference(MemberReferenceTree tree, Void none) {
      Element element = trees.getElement(getCurrentPath());
      Integer id = element == null ? null : ids.get(element);
      if (id != null) {
        row("call", callSources(), List.of(id), "reference", "method reference");
        row("ref", callSources(), List.of(id), "value", "method reference");
      }
      return super.visitMemberReference(tree, none);
    }

    @Override public Void visitIdentifier(IdentifierTree tree, Void none) {
      reference(trees.getElement(getCurrentPath()));
      return super.visitIdentifier(tree, none);
    }

    @Override public Void visitMemberSelect(MemberSelectTree tree, Void none) {
      reference(trees.getElement(getCurrentPath()));
      return super.visitMemberSelect(tree, none);
    }

    void reference(Element element) {
      Integer id = element == null ? null : ids.get(element);
      if (id == null) return;
      boolean isType = element instanceof TypeElement;
      if (!isType && !element.getKind().isField()) return;
      List<Integer> from = callSources();
      if (from.contains(id)) return;
      Tree parent = getCurrentPath().getParentPath().getLeaf();
      boolean isNamedOnly = parent instanceof MemberSelectTree || parent instanceof NewClassTree
          || (parent instanceof ParameterizedTypeTree && getCurrentPath().getParentPath().getParentPath().getLeaf() instanceof NewClassTree);
      row("ref", from, List.of(id), isType ? "type" : "value", isType && !isNamedOnly ? declarations.get(indexOf(id)).optional : "value");
    }
  }
}
