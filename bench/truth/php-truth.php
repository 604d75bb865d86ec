<?php
// What PHP's own rules of names say of a source tree, as truth rows for the edge scorer: files, declarations,
// imports, heritage and calls. nikic/php-parser parses and resolves names; methods are looked up through
// classes, traits and parents of the tree. Receivers are judged where their class is written down: $this,
// self, static, parent, classes by name, `new`, parameters and properties with a native class type, and
// variables given one `new`. Calls on anything else are written as sites that nobody can judge.
//
//   php bench/truth/php-truth.php PHP-PARSER/lib CHECKOUT > truth.jsonl
use PhpParser\Node;
use PhpParser\Node\Expr;
use PhpParser\Node\Name;
use PhpParser\Node\Stmt;
use PhpParser\NodeTraverser;
use PhpParser\NodeVisitor\NameResolver;
use PhpParser\NodeVisitorAbstract;
use PhpParser\ParserFactory;

[, $library, $root] = $argv;
spl_autoload_register(function (string $class) use ($library) { require $library . '/' . str_replace('\\', '/', $class) . '.php'; });

$files = [];
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($root, FilesystemIterator::SKIP_DOTS)) as $file) {
    $path = substr($file->getPathname(), strlen(rtrim($root, '/')) + 1);
    if ($file->getExtension() === 'php' && !preg_match('~(^|/)(vendor|\.[^/]+)/~', $path)) $files[] = $path;
}
sort($files);
$parser = (new ParserFactory())->createForNewestSupportedVersion();
$rows = []; $next = count($files); $trees = []; $classes = []; $functions = []; $functionFiles = [];

/** First pass: declarations. */
final class Declare_ extends NodeVisitorAbstract {
    private array $owners = []; private int $depth = 0;
    public function __construct(private int $file, private string $path) {}
    private function declare(Node $node, string $name, string $kind, int $nameLine): int {
        global $rows, $next;
        $doc = $node->getDocComment();
        $full = $doc ? $doc->getStartLine() : $node->getStartLine();
        $id = $next++;
        $owner = end($this->owners);
        $rows[] = ['t' => 'decl', 'id' => $id, 'path' => $this->path, 'name' => $name, 'kind' => $kind, 'start' => $node->getStartLine(), 'end' => $node->getEndLine(), 'full' => $full, 'nl' => $nameLine, 'exp' => true]
            + ($owner ? ['parent' => $owner['id']] : []) + ($this->depth > 0 ? ['opt' => 'in-local'] : []);
        return $id;
    }
    public function enterNode(Node $node) {
        global $classes, $functions, $functionFiles;
        if ($node instanceof Stmt\ClassLike && $node->name !== null) {
            $kind = $node instanceof Stmt\Interface_ ? 'interface' : ($node instanceof Stmt\Enum_ ? 'enum' : 'class');
            $id = $this->declare($node, $node->name->toString(), $kind, $node->name->getStartLine());
            $key = strtolower($node->namespacedName->toString());
            $entry = ['id' => $id, 'node' => $node, 'file' => $this->file, 'methods' => [], 'fields' => [], 'parents' => [], 'traits' => []];
            if ($node instanceof Stmt\Class_ && $node->extends) $entry['parents'][] = $node->extends;
            if ($node instanceof Stmt\Interface_) $entry['parents'] = $node->extends;
            foreach ($node->stmts as $one) if ($one instanceof Stmt\TraitUse) array_push($entry['traits'], ...$one->traits);
            if ($this->depth === 0 && !isset($classes[$key])) $classes[$key] = $entry;
            $node->setAttribute('id', $id); $node->setAttribute('key', $key);
            $this->owners[] = ['id' => $id, 'key' => $key];
        } elseif ($node instanceof Stmt\ClassLike) { $this->depth++; $this->owners[] = false; }
        elseif ($node instanceof Stmt\ClassMethod) {
            $name = $node->name->toString(); $owner = end($this->owners);
            $id = $this->declare($node, $name, $name === '__construct' ? 'constructor' : 'method', $node->name->getStartLine());
            $node->setAttribute('id', $id);
            if ($owner && isset($classes[$owner['key']]) && $classes[$owner['key']]['id'] === $owner['id']) {
                $classes[$owner['key']]['methods'][strtolower($name)] = $id;
                $classes[$owner['key']]['returns'][strtolower($name)] = $node->returnType;
            }
            foreach ($node->params as $one) if ($one->flags !== 0) {
                $this->declare($one, $one->var->name, 'field', $one->var->getStartLine());
                if ($owner && isset($classes[$owner['key']])) $classes[$owner['key']]['fields'][$one->var->name] = $one->type;
            }
            $this->depth++;
        } elseif ($node instanceof Stmt\Function_) {
            $id = $this->declare($node, $node->name->toString(), 'function', $node->name->getStartLine());
            $node->setAttribute('id', $id);
            if ($this->depth === 0) { $functions[strtolower($node->namespacedName->toString())] = $id; $functionFiles[strtolower($node->namespacedName->toString())] = $this->file; }
            $this->depth++;
        } elseif ($node instanceof Stmt\Property) {
            $owner = end($this->owners);
            foreach ($node->props as $one) {
                $this->declare($node, $one->name->toString(), 'field', $one->getStartLine());
                if ($owner && isset($classes[$owner['key']])) $classes[$owner['key']]['fields'][$one->name->toString()] = $node->type;
            }
        } elseif ($node instanceof Stmt\ClassConst) {
            foreach ($node->consts as $one) $this->declare($node, $one->name->toString(), 'field', $one->getStartLine());
        } elseif ($node instanceof Stmt\EnumCase) {
            global $rows;
            $this->declare($node, $node->name->toString(), 'enum-member', $node->name->getStartLine());
            $rows[array_key_last($rows)]['opt'] = 'enum-member';
        } elseif ($node instanceof Stmt\Const_ && $this->depth === 0) {
            foreach ($node->consts as $one) $this->declare($node, $one->name->toString(), 'variable', $one->getStartLine());
        }
    }
    public function leaveNode(Node $node) {
        if ($node instanceof Stmt\ClassLike) { array_pop($this->owners); if ($node->name === null) $this->depth--; }
        if ($node instanceof Stmt\ClassMethod || $node instanceof Stmt\Function_) $this->depth--;
    }
}

/** The method's declaration, -1 when a class outside may have it, null when it is nowhere. */
function method(string $key, string $name, array $seen = []): ?int {
    global $classes;
    if (isset($seen[$key])) return null;
    if (!isset($classes[$key])) return -1;
    $class = $classes[$key];
    if (isset($class['methods'][$name])) return $class['methods'][$name];
    $interfaces = $class['node'] instanceof Stmt\Class_ || $class['node'] instanceof Stmt\Enum_ ? $class['node']->implements : [];
    $outside = false;
    foreach ([...$class['traits'], ...$class['parents'], ...$interfaces] as $base) {
        $found = method(strtolower($base->toString()), $name, $seen + [$key => true]);
        if ($found === -1) $outside = true; elseif ($found !== null) return $found;
    }
    return $outside || isset($class['methods']['__call']) ? -1 : null;
}

/** Second pass: uses. */
final class Uses extends NodeVisitorAbstract {
    private array $classes = []; private array $sources = []; private array $types = [];
    public function __construct(private int $file) {}
    private function source(): array { return $this->sources ? [end($this->sources)] : [$this->file]; }
    private function row(string $type, array $src, array $dst, string $how, ?string $opt = null): void {
        global $rows;
        $rows[] = ['t' => $type, 'src' => $src, 'dst' => $dst, 'how' => $how] + ($opt ? ['opt' => $opt] : []);
    }
    private function dynamic(string $name): void {
        global $rows;
        foreach ($this->source() as $one) $rows[] = ['t' => 'dyn', 'src' => [$one], 'name' => $name, 'why' => 'any'];
    }
    private function classKey(Node $name): ?string {
        if (!$name instanceof Name) return null;
        $text = strtolower($name->toString()); $current = end($this->classes) ?: null;
        if ($text === 'self' || $text === 'static') return $current;
        if ($text === 'parent') { global $classes; $parent = $current ? ($classes[$current]['parents'][0] ?? null) : null; return $parent ? strtolower($parent->toString()) : null; }
        return $text;
    }
    private function typeKey(?Node $type): ?string {
        if ($type instanceof Node\NullableType) $type = $type->type;
        return $type instanceof Name ? $this->classKey($type) : null;
    }
    private function fieldType(string $key, string $name, int $depth = 0): ?string {
        global $classes;
        if (!isset($classes[$key]) || $depth > 20) return null;
        if (array_key_exists($name, $classes[$key]['fields'])) return $this->typeKey($classes[$key]['fields'][$name]);
        foreach ([...$classes[$key]['traits'], ...$classes[$key]['parents']] as $base) {
            $found = $this->fieldType(strtolower($base->toString()), $name, $depth + 1);
            if ($found !== null) return $found;
        }
        return null;
    }
    private function keyOf(Expr $object): ?string {
        if ($object instanceof Expr\Variable && $object->name === 'this') return end($this->classes) ?: null;
        if ($object instanceof Expr\Variable && is_string($object->name)) return end($this->types)[$object->name] ?? null;
        if ($object instanceof Expr\New_) return $this->classKey($object->class);
        if (($object instanceof Expr\PropertyFetch || $object instanceof Expr\NullsafePropertyFetch) && $object->name instanceof Node\Identifier) {
            $owner = $this->keyOf($object->var);
            return $owner === null ? null : $this->fieldType($owner, $object->name->toString());
        }
        return null;
    }
    private function bind(Node\FunctionLike $node): array {
        $types = []; $given = [];
        foreach ($node->getParams() as $one) if (is_string($one->var->name) && !$one->variadic) $types[$one->var->name] = $this->typeKey($one->type);
        $visit = function ($part) use (&$visit, &$given) {
            if (is_array($part)) { foreach ($part as $one) $visit($one); return; }
            if (!$part instanceof Node) return;
            if ($part instanceof Expr\Assign && $part->var instanceof Expr\Variable && is_string($part->var->name)) $given[$part->var->name][] = $part->expr;
            elseif ($part instanceof Stmt\Foreach_ || $part instanceof Expr\AssignRef) { foreach ([$part->valueVar ?? $part->var] as $one) if ($one instanceof Expr\Variable && is_string($one->name)) $given[$one->name][] = null; }
            foreach ($part->getSubNodeNames() as $name) $visit($part->$name);
        };
        $visit($node->getStmts() ?? []);
        foreach ($given as $name => $values) {
            $value = count($values) === 1 ? $values[0] : null;
            $types[$name] = !isset($types[$name]) && $value instanceof Expr\New_ ? $this->classKey($value->class) : null;
        }
        return $types;
    }
    public function enterNode(Node $node) {
        global $classes, $functions, $functionFiles;
        if ($node instanceof Stmt\ClassLike) {
            $this->classes[] = $node->getAttribute('key');
            $from = $node->getAttribute('id');
            if ($from !== null) {
                $bases = fn (array $names, string $type) => array_map(fn ($name) => isset($classes[strtolower($name->toString())]) ? $this->row($type, [$from], [$classes[strtolower($name->toString())]['id']], 'plain') : null, $names);
                if ($node instanceof Stmt\Class_ && $node->extends) $bases([$node->extends], 'ext');
                if ($node instanceof Stmt\Interface_) $bases($node->extends, 'ext');
                if ($node instanceof Stmt\Class_ || $node instanceof Stmt\Enum_) $bases($node->implements, 'impl');
                foreach ($node->stmts as $one) if ($one instanceof Stmt\TraitUse) $bases($one->traits, 'ext');
            }
        }
        if ($node instanceof Stmt\ClassMethod || $node instanceof Stmt\Function_) { $this->sources[] = $node->getAttribute('id'); $this->types[] = $this->bind($node); }
        elseif ($node instanceof Expr\Closure || $node instanceof Expr\ArrowFunction) $this->types[] = array_merge(end($this->types) ?: [], $this->bind($node));
        if ($node instanceof Stmt\Use_ || $node instanceof Stmt\GroupUse) {
            foreach ($node->uses as $one) {
                $name = strtolower(($node instanceof Stmt\GroupUse ? $node->prefix->toString() . '\\' : '') . $one->name->toString());
                $target = $node->type === Stmt\Use_::TYPE_FUNCTION ? $functionFiles[$name] ?? null : $classes[$name]['file'] ?? null;
                if ($target !== null && $target !== $this->file) { global $rows; $rows[] = ['t' => 'imp', 'src' => $this->file, 'dst' => [$target], 'how' => 'use', 'via' => 'namespace']; }
            }
        }
        if ($node instanceof Expr\New_ && $node->class instanceof Name) {
            $key = $this->classKey($node->class);
            if ($key !== null && isset($classes[$key])) {
                $made = [$classes[$key]['id']];
                if (($found = method($key, '__construct')) > 0) $made[] = $found;
                $isLate = in_array(strtolower($node->class->toString()), ['static', 'self', 'parent']);
                $this->row('call', $this->source(), $made, 'new', $isLate ? 'late' : null);
            }
        } elseif ($node instanceof Expr\FuncCall && $node->name instanceof Name) {
            $names = array_filter([$node->name->getAttribute('namespacedName')?->toString(), $node->name->toString()]);
            foreach ($names as $name) if (isset($functions[strtolower($name)])) { $this->row('call', $this->source(), [$functions[strtolower($name)]], 'function'); break; }
        } elseif ($node instanceof Expr\StaticCall && $node->name instanceof Node\Identifier) {
            $isParent = $node->class instanceof Name && strtolower($node->class->toString()) === 'parent';
            $this->call($node->class instanceof Name ? $this->classKey($node->class) : $this->keyOf($node->class), $node->name->toString(), 'static', $isParent && strtolower($node->name->toString()) === '__construct' ? 'super' : null);
        } elseif (($node instanceof Expr\MethodCall || $node instanceof Expr\NullsafeMethodCall) && $node->name instanceof Node\Identifier) {
            $isThis = $node->var instanceof Expr\Variable && $node->var->name === 'this';
            $this->call($this->keyOf($node->var), $node->name->toString(), $isThis ? 'this' : 'member');
        }
    }
    private function call(?string $key, string $name, string $how, ?string $opt = null): void {
        $found = $key === null ? -1 : method($key, strtolower($name));
        if ($found === -1 || $found === null) { $this->dynamic($name); return; }
        $this->row('call', $this->source(), [$found], $how, $opt ?? (in_array($found, $this->source()) ? 'recursion' : null));
    }
    public function leaveNode(Node $node) {
        if ($node instanceof Stmt\ClassLike) array_pop($this->classes);
        if ($node instanceof Stmt\ClassMethod || $node instanceof Stmt\Function_) { array_pop($this->sources); array_pop($this->types); }
        elseif ($node instanceof Expr\Closure || $node instanceof Expr\ArrowFunction) array_pop($this->types);
    }
}

foreach ($files as $id => $path) {
    $tree = $parser->parse(file_get_contents("$root/$path"));
    $resolver = new NodeTraverser(); $resolver->addVisitor(new NameResolver());
    $trees[$id] = $resolver->traverse($tree);
    $traverser = new NodeTraverser(); $traverser->addVisitor(new Declare_($id, $path)); $traverser->traverse($trees[$id]);
}
foreach ($trees as $id => $tree) { $traverser = new NodeTraverser(); $traverser->addVisitor(new Uses($id)); $traverser->traverse($tree); }
echo json_encode(['t' => 'meta', 'repo' => basename($root), 'oracle' => 'php-parser', 'files' => count($files)]), "\n";
foreach ($files as $id => $path) echo json_encode(['t' => 'file', 'id' => $id, 'path' => $path]), "\n";
foreach (array_unique(array_map(fn ($row) => json_encode($row, JSON_UNESCAPED_SLASHES), $rows)) as $row) echo $row, "\n";
