/**
 * Resolves the symbol or file that a piece of inline code refers to. An ambiguous plain word
 * resolves to nothing. A bare name counts only if it looks like one, or if the page is about the
 * file that declares it. Several candidates and weak names are decided by the page's topic.
 */
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { languageById } from '../../languages/registry.ts';
import { dirnameOf } from '../../model/path.ts';
import { candidates, decide, isDocumented, nearestOf } from '../lookup/candidates.ts';
import { isCommonName } from '../lookup/common-names.ts';
import { onePerName } from '../lookup/declaration-rank.ts';
import { resolveGoPackage } from '../lookup/go-package.ts';
import { type MentionSite, type MentionTarget, singleTarget } from '../lookup/mention-site.ts';
import {
  isJoined,
  isUnmistakable,
  looksDeclared,
  markedName,
  type SpelledName,
  withoutChosen,
} from '../lookup/mention-text.ts';
import type { PageContext } from '../lookup/page-context.ts';
import { isCallable, preferMembers } from '../lookup/prefer-members.ts';
import { resolveFile } from '../lookup/resolve-file.ts';
import { isShownParameter } from '../lookup/shown-parameter.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import {
  keyAsText,
  resolveFlag,
  resolveNamedText,
  resolveVariable,
  writtenKeyAsText,
} from '../settings/declared-text.ts';
import { resolveKey } from '../settings/resolve-key.ts';
import { dottedTarget, resolveModule } from './dotted-name.ts';
import { qualified } from './qualified-target.ts';

/** Shortest plain word that may be a name without looking like one. */
const WORD_LENGTH_MIN = 4;

export function mentionTargets(
  names: SymbolLookup,
  site: MentionSite,
  code: string,
): readonly MentionTarget[] {
  const text = withoutChosen(code);
  const resolved = resolveAlone(names, site, text);
  // A function of that name is still possible.
  const isOpen = resolved.some(({ node }) => names.isOutermost(names.node(node)));
  if (isOpen || singleTarget(resolved) !== undefined) return resolved;
  const key = resolveKey(names, site, text);
  return key === undefined ? resolved : [key];
}

function resolveAlone(
  names: SymbolLookup,
  site: MentionSite,
  text: string,
): readonly MentionTarget[] {
  const path = resolveFile(names, site, text) ?? resolveGoPackage(names, text);
  if (path !== undefined) return [path];
  const flag = resolveFlag(names, site, text) ?? resolveVariable(names, site, text);
  if (flag !== undefined) return flag;
  const named = resolveNamedText(names, site, text) ?? writtenKeyAsText(names, site, text);
  if (named !== undefined) return [named];
  const marked = markedName(text);
  const isMarked = marked !== undefined && names.isNamed(marked.parts.at(-1) ?? '');
  const spelled = isMarked ? marked : names.spelled(unquoted(text));
  if (spelled === undefined) return [];
  const declared = inScope(names, site, spelled) ?? resolveModule(names, site, spelled);
  if (declared !== undefined) return [declared];
  return spelled.parts.length > 1 ? qualified(names, site, spelled) : bare(names, site, spelled);
}

/**
 * Removes the quotes from a name that includes its module: `'shop.cart.Cart'`. Other quoted text is
 * no name.
 */
function unquoted(text: string): string {
  return /^(["'])(\w+(?:\.\w+){2,})\1$/.exec(text)?.[2] ?? text;
}

/**
 * Resolves a name relative to the current module and type of a Sphinx page, which its declarations
 * and roles use.
 */
function inScope(
  names: SymbolLookup,
  { scope, context }: MentionSite,
  { parts }: SpelledName,
): MentionTarget | undefined {
  for (let count = scope.length; count > 0; count--) {
    const node = dottedTarget(names, context.path, [...scope.slice(0, count), ...parts]);
    // Inside a type's scope, a word does not mean a module that happens to be beside the type's
    // module.
    const isAround = count < scope.length && node !== undefined;
    if (isAround && names.node(node).kind === 'file') continue;
    if (node !== undefined) return { node, evidence: 'exact' };
  }
  return undefined;
}

function bare(
  names: SymbolLookup,
  site: MentionSite,
  spelled: SpelledName,
): readonly MentionTarget[] {
  const { context, isHeading } = site;
  const { isMember } = spelled;
  const [name = ''] = spelled.parts;
  const imported = isMember
    ? undefined
    : (importedAs(names, context, name) ?? wholeOf(names, context, spelled));
  if (imported !== undefined) return [imported];
  // Special names, such as Python's `__str__`, occur in many types.
  const isSpecial = /^__\w+__$/.test(name);
  const isLetter = name.length < 2 && name !== '$';
  if (context.foreign.has(name) || isLetter || isSpecial) return [];
  if (!isHeading && isShownParameter(names, site, name)) return [];
  const asText = isMember || spelled.isCall ? undefined : keyAsText(names, site, name);
  if (asText !== undefined) return [asText];
  const found = candidates(names, context, name);
  const outermost = isMember
    ? []
    : found.filter((node) => names.isOutermost(node) && !isUncalled(node, spelled));
  const nodes = nearestOf(
    names,
    context,
    outermost.filter((node) => node.exported),
  );
  const inside = found.filter((node) => !names.isOutermost(node));
  const members = spelled.isFree === true ? [] : preferMembers(names, inside, spelled);
  const isCommon = isCommonHere(name, found);
  const isTelling = looksDeclared(name) && !isCommon;
  const isForeign = isForeignHere(names, context, name, found);
  if (nodes.length > 0 && (!isHeading || isJoined(name) || spelled.isCall)) {
    // It must look like a name, or be called and have a single candidate.
    const isName = isTelling || (spelled.isCall && !isCommon && nodes.length === 1);
    if (!isName) return [];
    return ofSpokenType(names, site, nodes, members) ?? decide(names, site, nodes, isForeign);
  }
  const isMethod = spelled.isCall && !isHeading && !isCommon && members.every(isCallable);
  if (!isTelling && !isMember && !isHeading && !isMethod) return [];
  const hidden = isHeading ? [] : outermost.filter((node) => !node.exported);
  if (hidden.length > 0) {
    return decide(names, site, hidden, isForeign || !isUnmistakable(name));
  }
  const isPublic = members.every(({ parent, exported }) => {
    const owner = names.node(parent);
    return /^(file|namespace)$/.test(owner.kind) ? exported : owner.exported;
  });
  const isWeak = isForeign || !isJoined(name) || !isPublic;
  return decide(names, site, members, isWeak, isMethod);
}

/** A type of which instances are made without parentheses. */
function isUncalled({ language, kind }: SymbolNode, { isCall }: SpelledName): boolean {
  return isCall && kind === 'class' && languageById(language)?.construction === 'literal';
}

/**
 * Whether a name is a built-in of the candidates' language, in that language's spelling: Go has no
 * `Int` and no `Error`.
 */
function isCommonHere(name: string, found: readonly SymbolNode[]): boolean {
  if (!isCommonName(name)) return false;
  const isExportedByCase = ({ language }: SymbolNode): boolean =>
    languageById(language)?.capitalizedMembers === 'exported';
  return found.length === 0 || !found.every(isExportedByCase) || !/^[A-Z]/.test(name);
}

/**
 * Decides between a type and a member of another type with the same name. The member wins if the
 * section mentions its type and the page does not mention the type of that name. Returns undefined
 * when the type wins.
 */
function ofSpokenType(
  names: SymbolLookup,
  { topic, section, isInCode }: MentionSite,
  types: readonly SymbolNode[],
  members: readonly SymbolNode[],
): readonly MentionTarget[] | undefined {
  // A constructor shares the name of its type, and a mention refers to the type.
  const rivals = onePerName(members).filter(
    ({ kind, parent }) => kind !== 'constructor' && !types.some((t) => t.index === parent),
  );
  if (rivals.length === 0 || isInCode === true) return undefined;
  if (topic === undefined) {
    return types.map(({ index }) => ({ node: index, evidence: 'nameOnly' }));
  }
  const here = topic.inSection(section);
  const { demonstrated } = topic;
  const shown = rivals.filter(({ index }) => here.has(index) && demonstrated.has(index));
  if (shown.length === 1) return shown.map(({ index }) => ({ node: index, evidence: 'scoped' }));
  if (types.some(({ index }) => topic.onPage.has(index))) return undefined;
  // If both are in one package, a reader expects the type.
  const folders = new Set(types.map(({ path }) => dirnameOf(path)));
  const [only, ...others] = rivals.filter((node) => {
    const owner = names.ownerOf(node);
    return owner !== undefined && here.has(owner) && !folders.has(dirnameOf(node.path));
  });
  return only === undefined || others.length > 0
    ? undefined
    : [{ node: only.index, evidence: 'scoped' }];
}

/** Whether the page's own examples declare that name, or no page imports from its package. */
function isForeignHere(
  names: SymbolLookup,
  { conventions, declared }: PageContext,
  name: string,
  nodes: readonly SymbolNode[],
): boolean {
  return declared.has(name) || !nodes.some((node) => isDocumented(names, conventions, node));
}

/** Resolves a name that the page's code imports, or else the pages around it. */
function importedAs(
  names: SymbolLookup,
  context: PageContext,
  name: string,
): MentionTarget | undefined {
  const own = context.imported.get(name);
  const node =
    own === undefined ? conventionalNode(names, context, name) : names.exportOf(own, name);
  // A module is named by a plain word only if the text calls it a module.
  if (node === undefined || names.node(node).kind === 'file') return undefined;
  return { node, evidence: own === undefined ? 'scoped' : 'exact' };
}

/**
 * Resolves the page's name for a module that exports a single value: `new Shop()` after `import
 * Shop from`.
 */
function wholeOf(
  names: SymbolLookup,
  context: PageContext,
  { parts: [name = ''], isCall }: SpelledName,
): MentionTarget | undefined {
  const module = isCall || looksDeclared(name) ? context.aliases.get(name) : undefined;
  const node = module === undefined ? undefined : names.defaultOf(module.files);
  return node === undefined ? undefined : { node, evidence: 'exact' };
}

function conventionalNode(
  names: SymbolLookup,
  context: PageContext,
  name: string,
): number | undefined {
  const { foreign, declared, path, conventions } = context;
  if (foreign.has(name) || declared.has(name) || isCommonName(name)) return undefined;
  if (!looksDeclared(name) && name.length < WORD_LENGTH_MIN) return undefined;
  const imported = conventions?.names.of(path, name);
  if (imported) return imported.isWhole ? undefined : names.exportOf(imported.module, name);
  // No page imports the name, but the module that all pages import from may re-export it.
  const common = looksDeclared(name) ? conventions?.modules.of(path, '') : undefined;
  return common?.files.length === 1 ? names.exported(common.files, name) : undefined;
}
