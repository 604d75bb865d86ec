/**
 * Which symbol or file a piece of inline code means. Words that may be anything mean nothing: a name
 * alone counts when it looks like one, or when the page is about the file that declares it.
 */
import type { SymbolNode } from '../graph/symbol-graph.ts';
import type { Evidence } from '../model/edge.ts';
import { basenameOf, dirnameOf, joinRepoPath } from '../model/path.ts';
import type { PageContext } from './page-context.ts';
import { isAside, type ProjectNames } from './project-names.ts';

export interface Meant {
  readonly node: number;
  readonly evidence: Evidence;
}

/** More of one name are no list to choose from. */
const CANDIDATES_MAX = 8;
const NAME = /^[A-Za-z_$][\w$]*$/;
const SEPARATOR = /::|->|[.#]/;
/** Of every language; a project that has its own of such a name is spoken of as its own by its pages. */
const BUILT_IN = new Set(
  'Error String Number Boolean Object Array Promise Date Map Set WeakMap WeakSet RegExp Function Symbol BigInt JSON Math Buffer Request Response Headers URL URLSearchParams FormData Blob File Event EventEmitter Proxy Reflect Iterator Record Partial Pick Omit Readonly Required True False None Exception ValueError TypeError KeyError RuntimeError Any Optional Union List Dict Tuple Type Callable Iterable Vec Option Result Some Ok Err Box Arc Rc Self String Context'.split(
    ' ',
  ),
);

export function mentionTargets(
  names: ProjectNames,
  context: PageContext,
  text: string,
): readonly Meant[] {
  const path = fileMeant(names, context, text);
  if (path !== undefined) return [path];
  const plain = plainName(text);
  if (plain === undefined) return [];
  const { parts, isCall } = plain;
  if (parts.length > 1) return qualified(names, context, parts);
  const [name = ''] = parts;
  return bare(names, context, name, isCall);
}

const PATH = /^(?:\.{0,2}\/)?(?:[\w@.+-]+\/)*[\w@+-][\w@.+-]*\.[A-Za-z][\w]{0,9}$/;

function fileMeant(names: ProjectNames, context: PageContext, text: string): Meant | undefined {
  const words = text.replace(/(?::\d+(?:-\d+)?|#L\d+(?:-L?\d+)?)$/, '');
  if (!PATH.test(words)) return undefined;
  const found = (path: string | undefined, evidence: Evidence): Meant | undefined => {
    const node = path === undefined ? undefined : names.graph.fileNode(path);
    return node === undefined || path === context.path ? undefined : { node, evidence };
  };
  const relative = words.replace(/^\//, '');
  const beside = joinRepoPath(dirnameOf(context.path), relative);
  const rooted = joinRepoPath('', relative);
  const exact = found(beside, 'exact') ?? found(rooted, 'exact');
  if (exact !== undefined || words.startsWith('../')) return exact;
  const [only, ...others] = names
    .filesAt(relative.replace(/^\.\//, ''))
    .filter((path) => !isAside(path) || isAside(context.path));
  // `index.ts` somewhere is no more than a word.
  const isTelling =
    words.includes('/') ||
    !/^(index|main|mod|init|__init__|utils?|types?|lib|package|config|README|CHANGELOG)\b/i.test(
      basenameOf(words),
    );
  return others.length === 0 && isTelling ? found(only, 'scoped') : undefined;
}

interface PlainName {
  readonly parts: readonly string[];
  readonly isCall: boolean;
}

/** `new Cart(items)`, `<Cart />`, `@cart`, `Cart<T>`, `cart.add()`: the names in it, or undefined. */
function plainName(text: string): PlainName | undefined {
  const signature = /^(?:async\s+)?(?:function|fn|def|func)\s+(\w+)\(.*$/s.exec(text.trim())?.[1];
  if (signature !== undefined) return { parts: [signature], isCall: true };
  const element = /^<([A-Z][\w.]*)\b[^<>]*\/?>(?:<\/\1>)?$/.exec(text)?.[1];
  const words = (element ?? text)
    .trim()
    .replace(
      /^(?:new|await|async|function|class|interface|type|enum|struct|trait|fn|def|func|const|typeof)\s+/,
      '',
    );
  const call = /^([@&*]?[\w$.:#>-]+?)(?:<[^<>()]*>|\[\w+(?:, *\w+)*\])?(\([^()]*\))?;?$/.exec(
    words,
  );
  const name = call?.[1]?.replace(/^[@&*]/, '');
  if (name === undefined || name.includes('...')) return undefined;
  const parts = name.replace(/^[.#]/, '').split(SEPARATOR);
  if (parts.length === 0 || !parts.every((part) => NAME.test(part))) return undefined;
  const isCall =
    call?.[2] !== undefined ||
    /^new /.test(text.trim()) ||
    text.startsWith('@') ||
    element !== undefined;
  return { parts, isCall };
}

/** The narrowest circle around the page in which anything has the name. */
function circleOf(
  names: ProjectNames,
  context: PageContext,
  found: readonly SymbolNode[],
): { readonly nodes: readonly SymbolNode[]; readonly isNear: boolean } {
  const plain = found.filter(({ path }) => !isAside(path) || isAside(context.path));
  const near = plain.filter(({ path }) => context.files.has(path));
  if (near.length > 0) return { nodes: near, isNear: true };
  const inPackage = plain.filter(({ path }) => names.packageAround(path) === context.packageFolder);
  return {
    nodes: context.packageFolder !== '' && inPackage.length > 0 ? inPackage : plain,
    isNear: false,
  };
}

function bare(
  names: ProjectNames,
  context: PageContext,
  name: string,
  isCall: boolean,
): readonly Meant[] {
  const module = context.imported.get(name);
  const imported =
    module && (names.exported(module.files, name) ?? onlyIn(names, module.folder, name));
  if (imported !== undefined) return [{ node: imported, evidence: 'exact' }];
  // A name that the language gives a meaning, such as `__str__`, is many types' own.
  const isSpecial = /^__\w+__$/.test(name);
  if (context.foreign.has(name) || name.length < 2 || isSpecial) return [];
  const { nodes, isNear } = circleOf(names, context, names.named(name));
  const outermost = nodes.filter((node) => names.isOutermost(node));
  const exported = outermost.filter((node) => node.exported);
  const chosen = exported.length > 0 ? exported : outermost;
  const isTelling = looksDeclared(name) && !BUILT_IN.has(name);
  if (chosen.length > 0) {
    // A plain word followed by brackets is a name; alone it is a word unless the page is about its file.
    if (!isTelling && !isCall && !(isNear && name.length >= 4 && exported.length > 0)) return [];
    if (!isTelling && !isNear && (BUILT_IN.has(name) || exported.length !== 1)) return [];
    return answer(chosen, isNear ? 'exact' : 'scoped');
  }
  if (!isTelling) return [];
  return nodes.length === 1 ? answer(nodes, 'scoped') : answer(nodes, 'nameOnly');
}

function onlyIn(names: ProjectNames, folder: string | undefined, name: string): number | undefined {
  return folder === undefined ? undefined : names.onlyIn(folder, name);
}

/** Two words joined, or a type of more than capitals: nobody writes so in prose. */
function looksDeclared(name: string): boolean {
  return /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]|^_|^[A-Z][a-z]/.test(name);
}

function answer(nodes: readonly SymbolNode[], evidence: Evidence): readonly Meant[] {
  if (nodes.length > CANDIDATES_MAX) return [];
  const own = nodes.length === 1 ? evidence : 'nameOnly';
  return nodes.map(({ index }) => ({ node: index, evidence: own }));
}

/** `Cart.add`, `shop.cart.Cart.add`, `z.object`, `cart.add`. */
function qualified(
  names: ProjectNames,
  context: PageContext,
  parts: readonly string[],
): readonly Meant[] {
  const [first = '', ...rest] = parts;
  const module = context.aliases.get(first);
  if (module !== undefined) {
    const node = memberChain(names, module.files, module.folder, rest);
    if (node !== undefined) return [{ node, evidence: 'exact' }];
  }
  const imported = context.imported.get(first);
  if (imported !== undefined) {
    const node = memberChain(names, imported.files, imported.folder, parts);
    if (node !== undefined) return [{ node, evidence: 'exact' }];
    // `import { z }` may be a namespace that the module makes of another one.
    const below = memberChain(names, imported.files, imported.folder, rest);
    return below === undefined ? [] : [{ node: below, evidence: 'scoped' }];
  }
  if (context.foreign.has(first)) return [];
  const last = parts.at(-1) ?? '';
  const owners = parts.slice(0, -1);
  const named = names.named(last);
  const within = named.filter((node) => isWithin(names, node, owners));
  const fitting =
    within.length > 0 ? within : named.filter((node) => isInPackage(names, node, owners));
  const { nodes, isNear } = circleOf(names, context, fitting);
  if (nodes.length === 1) return answer(nodes, isNear ? 'exact' : 'scoped');
  if (nodes.length > 1) return answer(nodes, 'nameOnly');
  const agreed = context.agreed.get(first);
  const node = agreed && memberChain(names, agreed.files, agreed.folder, rest);
  if (node !== undefined) return [{ node, evidence: 'scoped' }];
  const [owner = ''] = owners;
  if (owners.length > 1) return [];
  return ofOwner(names, context, owner, last);
}

/** Of a type by its own name, inherited; of a value by the name of its type: `cart.add` of `Cart`. */
function ofOwner(
  names: ProjectNames,
  context: PageContext,
  owner: string,
  name: string,
): readonly Meant[] {
  const type = owner.charAt(0).toUpperCase() + owner.slice(1);
  for (const spelled of owner === type ? [owner] : [owner, type]) {
    const { nodes } = circleOf(names, context, names.named(spelled));
    const members = nodes.flatMap((node) => names.memberOf(node.index, name) ?? []);
    const [only] = members;
    if (only !== undefined && new Set(members).size === 1)
      return [{ node: only, evidence: 'scoped' }];
  }
  return [];
}

function memberChain(
  names: ProjectNames,
  files: readonly SymbolNode['path'][],
  folder: string | undefined,
  parts: readonly string[],
): number | undefined {
  const [first, ...rest] = parts;
  if (first === undefined) return undefined;
  let node = names.exported(files, first) ?? onlyIn(names, folder, first);
  for (const part of rest) node = node === undefined ? undefined : names.memberOf(node, part);
  return node;
}

/** Owners are, in order, outer symbols or parts of the path, the last of them right around the symbol. */
function isWithin(names: ProjectNames, node: SymbolNode, owners: readonly string[]): boolean {
  const outer: string[] = [];
  for (let parent = node.parent; parent >= 0; ) {
    const { kind, name, parent: next } = names.graph.node(parent);
    if (kind !== 'file') outer.unshift(name);
    parent = next;
  }
  const stem = basenameOf(node.path).replace(/\..*$/, '');
  const folders = dirnameOf(node.path).split('/');
  const around = /^(index|__init__|mod|main)$/.test(stem) ? folders : [...folders, stem];
  const all = [...around, ...outer];
  let from = 0;
  for (const owner of owners) {
    const place = all.indexOf(owner, from);
    if (place < 0) return false;
    from = place + 1;
  }
  return from === all.length;
}

/** Of a folder that holds its package in several files, or passes them on: `binder.Form` of `binder/form.go`. */
function isInPackage(names: ProjectNames, node: SymbolNode, owners: readonly string[]): boolean {
  const folders = dirnameOf(node.path).split('/').slice(-owners.length);
  return names.isOutermost(node) && node.exported && folders.join('/') === owners.join('/');
}
