// What mono's C# compiler knows of a C# project, as truth rows for the edge scorer: files, declarations,
// imports, heritage and calls. Needs mono-mcs and Mono.Cecil (Debian: mono-mcs, libmono-cil-dev).
//
//   mcs -debug -target:library -out:LIB.dll -define:SYMBOLS $(find SOURCES -name '*.cs')
//   mcs -out:truth.exe -r:Mono.Cecil.dll -r:Mono.CompilerServices.SymbolWriter.dll CSharpTruth.cs
//   mono truth.exe LIB.dll CHECKOUT SYMBOLS > truth.jsonl
//
// Who calls what, and who is based on whom, is read from the compiled assembly; its debugging symbols say
// in which file and line. Where declarations stand is found in the sources by their names, which the
// assembly does not say. Overloads are one; an overridden method and what overrides it count alike.
// Constructors, method groups and calls that no name in the source shows (`foreach`, operators,
// properties) are not judged, nor what `#if` leaves out.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.CompilerServices.SymbolWriter;

class Declared {
  public int Id, Start, End, NameLine;
  public string Path, Type, Name, Kind, Head;
  public bool IsType;
}

class Source {
  public string Path, Text;
  public string[] Lines;
  public HashSet<int> Skipped = new HashSet<int>();
  public HashSet<string> Usings = new HashSet<string>();
  public HashSet<string> Words = new HashSet<string>();
  /** Those on lines that `#if` leaves out. */
  public HashSet<string> SkippedWords = new HashSet<string>();
  public List<Declared> Declared = new List<Declared>();
}

static class CSharpTruth {
  static readonly Dictionary<string, Source> Sources = new Dictionary<string, Source>();
  static readonly Dictionary<string, List<Declared>> ByMember = new Dictionary<string, List<Declared>>();
  static readonly HashSet<string> Rows = new HashSet<string>();
  static readonly Dictionary<string, int> FileIds = new Dictionary<string, int>();
  /** Names that are declared where `#if` leaves them out. */
  static readonly HashSet<string> SkippedNames = new HashSet<string>();
  static int next = 1000000;

  static void Main(string[] args) {
    var root = Path.GetFullPath(args[1]);
    var symbols = new HashSet<string>((args.Length > 2 ? args[2] : "").Split(';', ','));
    foreach (var file in Directory.GetFiles(root, "*.cs", SearchOption.AllDirectories).OrderBy(f => f, StringComparer.Ordinal)) {
      var path = file.Substring(root.Length + 1);
      FileIds[path] = FileIds.Count + 1;
      var source = Read(path, File.ReadAllText(file), symbols);
      // A file that is left out as a whole is none of the project's.
      if (source.Lines.All(l => l.Trim() == "")) FileIds.Remove(path);
      else Sources[path] = source;
    }
    var module = ModuleDefinition.ReadModule(args[0]);
    var lines = LinesOf(args[0] + ".mdb", root);
    Console.WriteLine("{\"t\":\"meta\",\"repo\":" + Text(Path.GetFileName(root)) + ",\"oracle\":\"mcs\"}");
    foreach (var file in FileIds) Console.WriteLine("{\"t\":\"file\",\"id\":" + file.Value + ",\"path\":" + Text(file.Key) + "}");
    foreach (var source in Sources.Values)
      foreach (var one in source.Declared)
        Console.WriteLine("{\"t\":\"decl\",\"id\":" + one.Id + ",\"path\":" + Text(one.Path) + ",\"name\":" + Text(one.Name == "this" ? "this[]" : one.Name) + ",\"alt\":[" + Text(one.Head) + "],\"kind\":" + Text(one.Kind) + ",\"start\":" + one.Start + ",\"end\":" + one.End + ",\"full\":" + Math.Max(1, one.Start - 6) + ",\"nl\":" + one.NameLine + ",\"opt\":\"overload\"}");
    var types = module.GetTypes().ToList();
    var overriding = Overriding(types);
    foreach (var type in types) Heritage(type);
    foreach (var type in types)
      foreach (var method in type.Methods) Calls(method, lines, overriding);
    Imports(types, lines);
    foreach (var source in Sources.Values) Unjudged(source);
    foreach (var row in Rows) Console.WriteLine(row);
  }

  // --- sources ------------------------------------------------------------------------------------

  /** Comments, texts and what `#if` leaves out are blank; braces say which type is around. */
  static Source Read(string path, string text, HashSet<string> symbols) {
    var source = new Source { Path = path };
    text = Directives(Blank(text), symbols, source);
    source.Text = text;
    source.Lines = text.Split('\n');
    foreach (Match m in Regex.Matches(text, @"\busing\s+(?:static\s+)?(?:\w+\s*=\s*)?([\w.]+)\s*;")) source.Usings.Add(m.Groups[1].Value);
    foreach (Match m in Regex.Matches(text, @"\w+")) source.Words.Add(m.Value);
    Scan(source, 0, text.Length, "", null);
    return source;
  }

  static string Blank(string text) {
    return Regex.Replace(text, "//[^\\n]*|/\\*.*?\\*/|\\$?@\\$?\"(?:[^\"]|\"\")*\"|\\$?\"(?:[^\"\\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\\n]|\\\\.[^']*)'",
      m => Regex.Replace(m.Value, "[^\\n]", " "), RegexOptions.Singleline);
  }

  static string Directives(string text, HashSet<string> symbols, Source source) {
    var lines = text.Split('\n');
    var open = new Stack<bool[]>(); // whether it is compiled, whether a branch was
    for (var i = 0; i < lines.Length; i++) {
      var m = Regex.Match(lines[i], @"^\s*#\s*(\w+)\s*(.*)$");
      var isOn = open.All(o => o[0]);
      if (m.Success) {
        var word = m.Groups[1].Value;
        if (word == "if") { var on = Holds(m.Groups[2].Value, symbols); open.Push(new[] { on, on }); }
        else if (word == "elif") { var top = open.Pop(); var on = !top[1] && Holds(m.Groups[2].Value, symbols); open.Push(new[] { on, top[1] || on }); }
        else if (word == "else") { var top = open.Pop(); open.Push(new[] { !top[1], true }); }
        else if (word == "endif") open.Pop();
        lines[i] = "";
      } else if (!isOn) {
        source.Skipped.Add(i + 1);
        foreach (Match word in Regex.Matches(lines[i], @"\w+")) source.SkippedWords.Add(word.Value);
        foreach (Match name in Regex.Matches(lines[i], @"\w+(?=\s*(<[^()]*>)?\s*\()")) SkippedNames.Add(name.Value);
        lines[i] = "";
      }
    }
    return string.Join("\n", lines);
  }

  static bool Holds(string condition, HashSet<string> symbols) {
    var tokens = Regex.Matches(condition, @"\w+|&&|\|\||!|==|!=|[()]").Cast<Match>().Select(m => m.Value).ToList();
    var at = 0;
    Func<bool> or = null, and = null, unary = null;
    unary = () => {
      var t = tokens[at++];
      if (t == "!") return !unary();
      if (t == "(") { var v = or(); at++; return v; }
      return t == "true" || (t != "false" && symbols.Contains(t));
    };
    and = () => { var v = unary(); while (at < tokens.Count && tokens[at] == "&&") { at++; v &= unary(); } return v; };
    or = () => { var v = and(); while (at < tokens.Count && tokens[at] == "||") { at++; v |= and(); } return v; };
    return or();
  }

  /** Heads between `;`, `{` and `}`; a type's and a namespace's braces are gone into. */
  static void Scan(Source source, int from, int to, string space, string type) {
    var text = source.Text;
    var begin = from;
    for (var at = from; at < to; at++) {
      var c = text[at];
      if (c == '(' || c == '[') { at = Behind(text, at) - 1; continue; }
      if (c != ';' && c != '{' && !(c == '=' && at + 1 < to && text[at + 1] == '>')) continue;
      var head = text.Substring(begin, at - begin);
      var end = c == '{' ? Behind(text, at) : c == ';' ? at + 1 : text.IndexOf(';', Past(text, at + 2)) + 1;
      var spaces = Regex.Match(head, @"\bnamespace\s+([\w.]+)\s*$");
      var kinds = Regex.Match(head, @"\b(class|struct|interface|enum|delegate)\s+(?:[\w.<>,\[\]?]+\s+)??(\w+)\s*(<|:|\(|where|$)");
      if (spaces.Success) Scan(source, at + 1, end - 1, (space == "" ? "" : space + ".") + spaces.Groups[1].Value, null);
      else if (kinds.Success && !(type != null && Regex.IsMatch(head, @"\bwhere\b.*:\s*(class|struct)\b") && !Regex.IsMatch(head, @"^\s*(\[.*\]\s*)?(\w+\s+)*(class|struct|interface|enum|delegate)\s"))) {
        var name = kinds.Groups[2].Value;
        var full = (type != null ? type + "/" : space == "" ? "" : space + ".") + name;
        Add(source, full, name, kinds.Groups[1].Value == "delegate" ? "type" : kinds.Groups[1].Value, begin, end, kinds.Groups[2].Index + begin, true);
        if (c == '{' && kinds.Groups[1].Value != "enum" && kinds.Groups[1].Value != "delegate") Scan(source, at + 1, end - 1, space, full);
      } else if (type != null) {
        // `int A = 1, b` and `event E X` have their names before `=` or at the end.
        var plain = Regex.Replace(BeforeValue(head), @"\bwhere\b.*$", "", RegexOptions.Singleline);
        plain = Regex.Replace(plain, @"\boperator\s*[^(]*[^(\s](?=\s*\()", "operator");
        var member = Regex.Match(plain, @"(?:^|[\s.>\]?])(this|~?\w+)\s*(<(?>[^<>()]+|<(?<g>)|>(?<-g>))*(?(g)(?!))>)?\s*(\((?>[^()]+|\((?<d>)|\)(?<-d>))*(?(d)(?!))\)|\[[^\]]*\])?\s*(:.*)?$", RegexOptions.Singleline);
        if (member.Success && member.Groups[1].Value != "") {
          var isCall = member.Groups[3].Value.StartsWith("(");
          Add(source, type, member.Groups[1].Value, isCall ? "method" : "field", begin, end, member.Groups[1].Index + begin, false);
        }
        // An initializer belongs to what it is given to.
        if (c == '{' ) { var rest = Past(text, end); if (rest < to && text[rest] == '=') end = text.IndexOf(';', Past(text, rest)) + 1; }
      }
      at = Math.Max(at, end - 1);
      begin = at + 1;
    }
  }

  static string BeforeValue(string head) {
    for (var at = 0; at < head.Length; at++) {
      if (head[at] == '(' || head[at] == '[') at = Behind(head, at) - 1;
      else if (head[at] == '=' && !Regex.IsMatch(head.Substring(0, at), @"\boperator\s*[=!<>]?$")) return head.Substring(0, at);
    }
    return head;
  }

  static int Past(string text, int at) { while (at < text.Length && char.IsWhiteSpace(text[at])) at++; return at; }

  static int Behind(string text, int at) {
    var depth = 0;
    for (; at < text.Length; at++) {
      if ("([{".IndexOf(text[at]) >= 0) depth++;
      else if (")]}".IndexOf(text[at]) >= 0 && --depth == 0) return at + 1;
    }
    return text.Length;
  }

  static void Add(Source source, string type, string name, string kind, int begin, int end, int at, bool isType) {
    var start = Past(source.Text, begin);
    var one = new Declared { Id = next++, Path = source.Path, Type = type, Name = name, Kind = kind, IsType = isType, Head = name == "operator" ? OperatorName(source.Text.Substring(begin, end - begin)) : name, Start = LineOf(source, start), End = LineOf(source, Math.Max(start, end - 1)), NameLine = LineOf(source, at) };
    source.Declared.Add(one);
    var key = isType ? type : type + "::" + (type.Split('.', '/').Last() == name ? ".ctor" : name);
    List<Declared> known;
    if (!ByMember.TryGetValue(key, out known)) ByMember[key] = known = new List<Declared>();
    known.Add(one);
  }

  static string OperatorName(string text) { return Regex.Match(text, @"\boperator\s*[^(]*[^(\s]").Value; }

  static int LineOf(Source source, int at) { var n = 1; for (var i = 0; i < at && i < source.Text.Length; i++) if (source.Text[i] == '\n') n++; return n; }

  // --- the assembly -------------------------------------------------------------------------------

  static Dictionary<int, List<KeyValuePair<int, KeyValuePair<string, int>>>> LinesOf(string file, string root) {
    var result = new Dictionary<int, List<KeyValuePair<int, KeyValuePair<string, int>>>>();
    var symbols = MonoSymbolFile.ReadSymbolFile(file);
    var paths = symbols.Sources.ToDictionary(s => s.Index, s => Path.GetFullPath(s.FileName));
    foreach (var method in symbols.Methods) {
      // A method's unit is the file where its type begins, which may have parts in others: each line says its own.
      result[method.Token] = method.GetLineNumberTable().LineNumbers
        .Where(l => l.Row > 0 && l.Row < 0xfeefee && paths.ContainsKey(l.File) && paths[l.File].StartsWith(root + "/"))
        .Select(l => new KeyValuePair<int, KeyValuePair<string, int>>(l.Offset, new KeyValuePair<string, int>(paths[l.File].Substring(root.Length + 1), l.Row))).ToList();
    }
    return result;
  }

  /** `A.B`1/C` → `A.B/C`; what the compiler made up inside a type is that type. */
  static string Plain(TypeReference type) {
    var element = type.GetElementType();
    if (element.Name.StartsWith("<") || element.Name.Contains("$")) return element.DeclaringType == null ? "" : Plain(element.DeclaringType);
    var name = Regex.Replace(element.Name, "`.*$", "");
    return element.DeclaringType != null ? Plain(element.DeclaringType) + "/" + name : element.Namespace == "" ? name : element.Namespace + "." + name;
  }

  static List<Declared> Of(string key) { List<Declared> found; return ByMember.TryGetValue(key, out found) ? found : new List<Declared>(); }

  static string Key(MethodReference method) { return Plain(method.DeclaringType) + "::" + (method.Name == ".ctor" ? ".ctor" : method.Name.Split('.').Last()); }

  static Dictionary<string, HashSet<string>> Overriding(List<TypeDefinition> types) {
    var result = new Dictionary<string, HashSet<string>>();
    foreach (var type in types)
      foreach (var method in type.Methods.Where(m => m.IsVirtual && m.IsReuseSlot))
        for (var at = type.BaseType; at != null; ) {
          TypeDefinition definition = null;
          try { definition = at.Resolve(); } catch (AssemblyResolutionException) { }
          if (definition == null) break;
          if (definition.Methods.Any(m => m.Name == method.Name && m.IsVirtual)) {
            var key = Plain(definition) + "::" + method.Name;
            if (!result.ContainsKey(key)) result[key] = new HashSet<string>();
            result[key].Add(Key(method));
          }
          at = definition.BaseType;
        }
    return result;
  }

  static void Heritage(TypeDefinition type) {
    var from = Of(Plain(type)).Where(d => d.IsType).ToList();
    if (type.Name.StartsWith("<") || from.Count == 0) return;
    var bases = type.Interfaces.Select(i => new { Type = i.InterfaceType, Kind = type.IsInterface ? "ext" : "impl" }).ToList();
    if (type.BaseType != null) bases.Add(new { Type = type.BaseType, Kind = "ext" });
    foreach (var one in bases) {
      var to = Of(Plain(one.Type)).Where(d => d.IsType).ToList();
      var name = Plain(one.Type).Split('.', '/').Last();
      // All interfaces are listed, also those that others bring along.
      var isSaid = from.Any(d => Regex.IsMatch(string.Join("\n", Sources[d.Path].Lines.Skip(d.Start - 1).Take(d.NameLine - d.Start + 12)).Split('{')[0], ":[^{]*\\b" + name + "\\b", RegexOptions.Singleline));
      if (to.Count > 0) Row(one.Kind, from.Select(d => d.Id), to.Select(d => d.Id), "plain", isSaid ? null : "inherited");
    }
  }

  static void Calls(MethodDefinition method, Dictionary<int, List<KeyValuePair<int, KeyValuePair<string, int>>>> lines, Dictionary<string, HashSet<string>> overriding) {
    List<KeyValuePair<int, KeyValuePair<string, int>>> points;
    if (!method.HasBody || !lines.TryGetValue(method.MetadataToken.ToInt32(), out points)) return;
    var unlined = points.Count == 0 ? Unlined(method) : new List<Declared>();
    if (points.Count == 0 && unlined.Count == 0) return;
    foreach (var one in method.Body.Instructions) {
      var callers = unlined;
      var source = unlined.Select(d => d.Id).ToArray();
      if (points.Count > 0) {
        var point = points.Where(p => p.Key <= one.Offset).DefaultIfEmpty(points[0]).Last().Value;
        var around = Around(point.Key, point.Value);
        callers = around == null ? new List<Declared>() : new List<Declared> { around };
        source = new[] { around == null ? FileIds[point.Key] : around.Id };
      }
      // What a delegate in a field does when it is called, no call says.
      var field = one.Operand as FieldReference;
      if (field != null) Open(source, field.Name);
      var target = one.Operand as MethodReference;
      if (target == null && one.OpCode.Code != Code.Initobj) continue;
      if (target == null) {
        // `new Struct()` makes nothing.
        Row("call", source, Of(Plain((TypeReference)one.Operand)).Where(d => d.IsType).Select(d => d.Id), "new", "constructor");
        continue;
      }
      var name = target.Name.Split('.').Last();
      var isAccessor = Regex.IsMatch(name, "^(get|set|add|remove|op)_");
      if (isAccessor) name = name.StartsWith("op_") ? "operator" : name.Substring(name.IndexOf('_') + 1);
      var family = new HashSet<string> { isAccessor ? Plain(target.DeclaringType) + "::" + name : Key(target) };
      HashSet<string> more;
      if (overriding.TryGetValue(Key(target), out more)) family.UnionWith(more);
      var found = family.SelectMany(Of).ToList();
      var isMade = target.Name == ".ctor";
      if (isMade) found.AddRange(Of(Plain(target.DeclaringType)).Where(d => d.IsType));
      if (!(target.DeclaringType.GetElementType() is TypeDefinition) && SkippedNames.Contains(name)) Open(source, name);
      if (found.Count == 0) continue;
      var isOwn = target.DeclaringType.GetElementType() is TypeDefinition;
      var isCall = one.OpCode.Code == Code.Call || one.OpCode.Code == Code.Callvirt;
      string opt = null;
      if (isMade) opt = "constructor";
      else if (!isCall) opt = "method-group";
      else if (!isOwn) opt = "external";
      else if (isAccessor) opt = "accessor";
      else if (found.Any(d => source.Contains(d.Id))) opt = "recursion";
      else if (!callers.Any(d => Says(d, name))) opt = "unsaid";
      Row("call", source, found.Select(d => d.Id), isMade ? "new" : "call", opt);
    }
  }

  static void Open(int[] source, string name) {
    foreach (var id in source) Rows.Add("{\"t\":\"dyn\",\"src\":[" + id + "],\"name\":" + Text(name) + ",\"why\":\"any\"}");
  }

  /** What is written with `=>` has no lines: whichever is called so, overloads as one. */
  static List<Declared> Unlined(MethodDefinition method) {
    var inside = Regex.Match(method.Name, @"^<([\w.]+)>");
    var name = (inside.Success ? inside.Groups[1].Value : method.Name).Split('.').Last();
    // Constructors that nobody wrote make what fields are given, which says no line either.
    if (name == "ctor" || name == "cctor" || method.DeclaringType.Name.StartsWith("<") && !inside.Success) return new List<Declared>();
    return Of(Plain(method.DeclaringType) + "::" + Regex.Replace(name, "^(get|set|add|remove)_", "")).Where(d => !d.IsType).ToList();
  }

  static bool Says(Declared caller, string name) {
    return Regex.IsMatch(string.Join("\n", Sources[caller.Path].Lines.Skip(caller.Start - 1).Take(caller.End - caller.Start + 1)), "\\b" + Regex.Escape(name) + "\\s*(<[^;(){}]*>)?\\s*\\(");
  }

  static Declared Around(string path, int line) {
    return Sources[path].Declared.Where(d => d.Start <= line && line <= d.End).OrderBy(d => d.End - d.Start).ThenBy(d => d.IsType).FirstOrDefault();
  }

  /** A file uses those of a namespace that it names; those that the assembly shows it to use are asked for. */
  static void Imports(List<TypeDefinition> types, Dictionary<int, List<KeyValuePair<int, KeyValuePair<string, int>>>> lines) {
    var used = new HashSet<string>();
    foreach (var type in types)
      foreach (var method in type.Methods) {
        List<KeyValuePair<int, KeyValuePair<string, int>>> points;
        if (!method.HasBody || !lines.TryGetValue(method.MetadataToken.ToInt32(), out points)) continue;
        var path = points.Count > 0 ? points[0].Value.Key : Unlined(method).Select(d => d.Path).FirstOrDefault();
        if (path == null) continue;
        foreach (var one in method.Parameters.Select(p => p.ParameterType).Concat(new[] { method.ReturnType }).Concat(method.Body.Variables.Select(v => v.VariableType))) Use(used, path, one);
        foreach (var one in method.Body.Instructions) {
          var member = one.Operand as MemberReference;
          if (one.Operand is TypeReference) Use(used, path, (TypeReference)one.Operand);
          else if (member != null && member.DeclaringType != null) {
            Use(used, path, member.DeclaringType);
            var generic = member as GenericInstanceMethod;
            if (generic != null) foreach (var argument in generic.GenericArguments) Use(used, path, argument);
          }
        }
      }
    foreach (var type in types) {
      var full = Plain(type);
      if (type.IsNested || type.Name.StartsWith("<")) continue;
      var simple = full.Split('.').Last();
      var to = Of(full).Select(d => d.Path).Distinct().Where(p => p != null).ToList();
      foreach (var source in Sources.Values) {
        // A `using` in a namespace may leave out what is around.
        if (to.Contains(source.Path) || to.Count == 0) continue;
        // `using static` names the type itself.
        if (source.Usings.Any(u => u == full || full.EndsWith("." + u))) Row("imp", FileIds[source.Path], to.Select(p => FileIds[p]), null);
        if (!source.Usings.Any(u => u == type.Namespace || type.Namespace.EndsWith("." + u))) continue;
        var isNamed = source.Words.Contains(simple) || (simple.EndsWith("Attribute") && source.Words.Contains(simple.Substring(0, simple.Length - 9)));
        var isUsed = used.Contains(source.Path + " " + full);
        var isExtension = type.IsSealed && type.IsAbstract && isUsed;
        // Extensions that only lines left out may use.
        var mayExtend = type.IsSealed && type.IsAbstract && to.Any(p => Sources[p].Declared.Any(d => !d.IsType && d.Type == full && source.Words.Contains(d.Name)));
        var maySkipped = source.SkippedWords.Contains(simple) || to.Any(p => Sources[p].Declared.Any(d => !d.IsType && d.Type == full && source.SkippedWords.Contains(d.Name)));
        if (!isNamed && !isExtension && !mayExtend && maySkipped) Row("imp", FileIds[source.Path], to.Select(p => FileIds[p]), "skipped");
        if (isNamed || isExtension || mayExtend) Row("imp", FileIds[source.Path], to.Select(p => FileIds[p]), isUsed ? null : "named");
      }
    }
  }

  static void Use(HashSet<string> used, string path, TypeReference type) {
    var generic = type as GenericInstanceType;
    if (generic != null) foreach (var argument in generic.GenericArguments) Use(used, path, argument);
    var array = type as ArrayType;
    if (array != null) { Use(used, path, array.ElementType); return; }
    used.Add(path + " " + Plain(type));
  }

  // --- rows ---------------------------------------------------------------------------------------

  static void Unjudged(Source source) {
    foreach (var line in source.Skipped) {
      var id = next++;
      Rows.Add("{\"t\":\"decl\",\"id\":" + id + ",\"path\":" + Text(source.Path) + ",\"name\":\"*\",\"any\":true,\"kind\":\"method\",\"start\":" + line + ",\"end\":" + line + ",\"full\":" + line + ",\"nl\":" + line + ",\"opt\":\"skipped\"}");
    }
    if (source.Skipped.Count == 0) return;
    var raw = File.ReadAllLines(Path.Combine(Path.GetFullPath(Environment.GetCommandLineArgs()[2]), source.Path));
    foreach (var line in source.Skipped) {
      var owners = source.Declared.Where(d => d.Start <= line && line <= d.End).Select(d => d.Id).Concat(new[] { FileIds[source.Path] }).ToArray();
      foreach (Match m in Regex.Matches(raw[line - 1], @"\b[A-Za-z_]\w*"))
        Rows.Add("{\"t\":\"dyn\",\"src\":[" + string.Join(",", owners) + "],\"name\":" + Text(m.Value) + ",\"why\":\"any\"}");
    }
  }

  static void Row(string kind, IEnumerable<int> from, IEnumerable<int> to, string how, string opt) {
    Rows.Add("{\"t\":\"" + kind + "\",\"src\":[" + string.Join(",", from.Distinct()) + "],\"dst\":[" + string.Join(",", to.Distinct()) + "],\"how\":\"" + how + "\"" + (opt == null ? "" : ",\"opt\":\"" + opt + "\"") + "}");
  }

  static void Row(string kind, int from, IEnumerable<int> to, string opt) {
    Rows.Add("{\"t\":\"" + kind + "\",\"src\":" + from + ",\"dst\":[" + string.Join(",", to.Distinct()) + "],\"how\":\"using\",\"via\":\"using\"" + (opt == null ? "" : ",\"opt\":\"" + opt + "\"") + "}");
  }

  static string Text(string value) {
    var text = new StringBuilder("\"");
    foreach (var c in value) text.Append(c == '"' || c == '\\' ? "\\" + c : c.ToString());
    return text.Append('"').ToString();
  }
}
