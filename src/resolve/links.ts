/**
 * The links of a file: data stored between runs, so that the next run need not read the file again.
 */
import { at } from '../base/assert.ts';
import { lowerBoundBy } from '../base/lower-bound.ts';
import { unshared } from '../base/unshared.ts';
import type { ModuleTarget } from '../extractors/language.ts';
import { languageById } from '../languages/registry.ts';
import { type CliFlag, type FileFacts, NO_EXPRESSION } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import { textOfSentRequest } from '../model/sent-request.ts';
import { aliasText, exportAliases } from './export-aliases.ts';
import { declaresGlobals } from './global-declarations.ts';
import type { Evaluator } from './inference/evaluator.ts';
import { allMentions, surfaceMentions } from './mentions.ts';
import { declaresParts } from './parts.ts';
import type { ScriptScopes } from './script-globals.ts';

interface UnresolvedImport {
  readonly path: RepoPath;
  readonly line: number;
  readonly specifier: string;
  readonly class: 'external' | 'missing' | 'unsupported';
}

/** Properties that resolving reads of every file, whether or not it resolves the file. */
export interface FileTraits {
  readonly declarationCount: number;
  readonly isScript: boolean;
  /** Whether the file declares members outside of their types. */
  readonly hasReceivers: boolean;
  /** Whether its facts have {@link FileFacts.methodSets}. */
  readonly hasMethodSets: boolean;
  /** Whether the file declares names for files that do not import it. */
  readonly declaresGlobals: boolean;
  /** Whether the file may register entry points. */
  readonly hasRegistrations: boolean;
  /** Whether it registers something itself, not only through a file that uses its values. */
  readonly hasActiveRegistrations: boolean;
}

/** The traits that hold or do not. The position is the bit in the stored number, so append new ones. */
const FLAGS = [
  'isScript',
  'hasReceivers',
  'hasMethodSets',
  'declaresGlobals',
  'hasRegistrations',
  'hasActiveRegistrations',
] as const satisfies readonly (keyof FileTraits)[];
export type Flag = (typeof FLAGS)[number];

/** Returns the flags of a file as a number of one byte. */
export function flagsOf(traits: Pick<FileTraits, Flag>): number {
  return FLAGS.reduce((bits, flag, bit) => bits | (Number(traits[flag]) << bit), 0);
}

/** Whether a number of {@link flagsOf} has a flag. */
export function hasFlag(bits: number, flag: Flag): boolean {
  return ((bits >> FLAGS.indexOf(flag)) & 1) === 1;
}

export interface FileLinks extends FileTraits {
  readonly path: RepoPath;
  readonly language: string;
  /** Scope of a script; see {@link ScriptScopes}. Empty for other files. */
  readonly scriptScope: string;
  /** See {@link FileFacts.packages}. */
  readonly packages: readonly string[];
  /** The interfaces that its types satisfy without naming them; see {@link textsOfBases}. */
  readonly implicitBases: readonly string[];
  /** The other files that declare members of its types, sorted. */
  readonly attachedFrom: readonly RepoPath[];
  /** Declared command-line flags: the declaration's number, a space, and the flag. */
  readonly cliFlags: readonly string[];
  /** The requests that a file of tests may send; see {@link textOfSentRequest}. */
  readonly sentRequests: readonly string[];
  /** The file's {@link FileFacts.settings}, each as JSON. */
  readonly settings: readonly string[];
  /**
   * Texts of those {@link exportAliases} that lead to something in the project; see {@link
   * aliasText}.
   */
  readonly exportAliases: readonly string[];
  /** One specifier per import of the file's facts. */
  readonly specifiers: readonly string[];
  /**
   * Resolved target of each specifier: a path, or `<external>` and the like; see {@link
   * targetText}.
   */
  readonly targets: readonly string[];
  /** Line of each specifier; 0 for imports that are not in the source text. */
  readonly lines: Uint32Array;
  /** Hashes of all names that the file looks up, ascending; see {@link nameHash}. */
  readonly mentions: Uint32Array;
  /** Hashes of the names that its declarations and exports look up, ascending. */
  readonly surfaceMentions: Uint32Array;
  /** Names of calls and uses without a resolved target, with their counts. */
  readonly unbound: ReadonlyMap<string, number>;
}

/** Finds the links of a file. `links` are sorted by path. */
export function linksAt(links: readonly FileLinks[], path: RepoPath): FileLinks | undefined {
  const own = links[lowerBoundBy(links.length, (place) => at(links, place).path < path)];
  return own?.path === path ? own : undefined;
}

/** Project-wide totals computed from links. */
export interface LinkSummary {
  readonly unresolved: readonly UnresolvedImport[];
  /**
   * Number of calls and uses without a resolved target: in other packages, dynamic, or beyond
   * inference.
   */
  readonly unboundReferences: number;
}

export function summaryOf(links: readonly FileLinks[]): LinkSummary {
  const summaries = links.map(summaryOfFile);
  return {
    unresolved: summaries.flatMap(({ unresolved }) => unresolved),
    unboundReferences: summaries.reduce((sum, own) => sum + own.unboundReferences, 0),
  };
}

/**
 * Cached by links object: links of unchanged files are the same objects from one update to the
 * next.
 */
const SUMMARIES = new WeakMap<FileLinks, LinkSummary>();

function summaryOfFile(links: FileLinks): LinkSummary {
  let summary = SUMMARIES.get(links);
  if (summary === undefined) {
    let unboundReferences = 0;
    for (const count of links.unbound.values()) unboundReferences += count;
    summary = { unresolved: unresolvedOf(links), unboundReferences };
    SUMMARIES.set(links, summary);
  }
  return summary;
}

export function linksOf(
  { program, extensions }: Evaluator,
  file: number,
  { unbound, implicitBases }: Pick<FileLinks, 'unbound' | 'implicitBases'>,
  scopeOf: ScriptScopes,
): FileLinks {
  const facts = program.facts(file);
  const targets = program.targets(file);
  const traits = traitsOf(facts);
  return {
    ...traits,
    path: at(program.paths, file),
    language: facts.language,
    scriptScope: traits.isScript ? scopeOf(facts.path) : '',
    packages: facts.packages.map(unshared),
    implicitBases,
    attachedFrom: extensions.filesAttachingTo(file).map((one) => at(program.paths, one)),
    specifiers: facts.imports.map((fact) => unshared(fact.specifier)),
    lines: Uint32Array.from(facts.imports, ({ form, line }) =>
      /^(implicit|part|path)$/.test(form) ? 0 : line,
    ),
    targets: targets.map(targetText),
    cliFlags: (facts.cliFlags ?? []).map(({ name, declaration }) => `${declaration} ${name}`),
    sentRequests: (facts.sentRequests ?? []).map(textOfSentRequest),
    settings: (facts.settings ?? []).map((fact) => JSON.stringify(fact)),
    exportAliases: exportAliases(facts)
      .filter(({ module }) => module < 0 || isInside(targets[module]))
      .map(aliasText),
    // Names of C++ are spelled with their namespace there, and without it among the unbound ones.
    mentions: hashesOf(new Set([...allMentions(facts), ...unbound.keys()])),
    surfaceMentions: hashesOf(surfaceMentions(facts)),
    unbound: new Map(Array.from(unbound, ([name, count]) => [unshared(name), count])),
  };
}

export function traitsOf(facts: FileFacts): FileTraits {
  const { registrations } = facts;
  return {
    declarationCount: facts.declarations.length,
    isScript: isScriptFacts(facts),
    hasReceivers: declaresReceivers(facts),
    hasMethodSets: facts.methodSets !== undefined,
    declaresGlobals: declaresGlobals(facts),
    hasRegistrations: registrations !== undefined,
    hasActiveRegistrations: registrations !== undefined && registrations.isPassive !== true,
  };
}

/** Parses a text of {@link FileLinks.cliFlags}. */
export function flagOfText(text: string): CliFlag {
  const end = text.indexOf(' ');
  return { declaration: Number(text.slice(0, end)), name: text.slice(end + 1) };
}

function isInside(target: ModuleTarget | undefined): boolean {
  return target?.form === 'file' || target?.form === 'files';
}

function unresolvedOf({
  path,
  specifiers,
  targets,
  lines,
}: FileLinks): readonly UnresolvedImport[] {
  return targets.flatMap((text, module) => {
    const form = OUTER_FORMS.get(text);
    const line = at(lines, module);
    if (form === undefined || line === 0) return [];
    return [{ path, line, specifier: at(specifiers, module), class: form }];
  });
}

/** Whether a file has neither imports nor exports, in a language where such a file is a script. */
function isScriptFacts({ language, imports, exports }: FileFacts): boolean {
  if (imports.length > 0 || exports.length > 0) return false;
  return languageById(language)?.scriptsWithoutImports === true;
}

function declaresReceivers(facts: FileFacts): boolean {
  const { shapes, conformances } = facts;
  if (conformances.length > 0 || declaresParts(facts)) return true;
  return shapes.some(({ receiver }) => receiver !== NO_EXPRESSION);
}

type OuterForm = UnresolvedImport['class'];

/** Texts of targets outside of the project, as stored in links. */
const OUTER_FORMS: ReadonlyMap<string, OuterForm> = new Map(
  (['external', 'missing', 'unsupported'] as const).map((form) => [`<${form}>`, form]),
);
const FILES_MARK = '<files>';

/** Caches one text per module: in a package of a thousand files, every file imports them all. */
const TEXTS = new WeakMap<readonly RepoPath[], string>();

export function targetText(target: ModuleTarget): string {
  if (target.form === 'file') return target.path;
  if (target.form !== 'files') return `<${target.form}>`;
  const known = TEXTS.get(target.paths);
  if (known !== undefined) return known;
  const text = FILES_MARK + JSON.stringify(target.paths);
  TEXTS.set(target.paths, text);
  return text;
}

/**
 * Returns the inverse of {@link targetText}. It returns the same target object for the same text.
 */
export function targetReader(): (text: string) => ModuleTarget {
  const known = new Map<string, ModuleTarget>();
  return (text) => {
    let target = known.get(text);
    if (target === undefined) {
      target = targetOf(text);
      if (target.form === 'files') TEXTS.set(target.paths, text);
      known.set(text, target);
    }
    return target;
  };
}

function targetOf(text: string): ModuleTarget {
  const outer = OUTER_FORMS.get(text);
  if (outer !== undefined) return { form: outer };
  return text.startsWith(FILES_MARK)
    ? { form: 'files', paths: JSON.parse(text.slice(FILES_MARK.length)) }
    : { form: 'file', path: text as RepoPath };
}

export function hashesOf(names: ReadonlySet<string>): Uint32Array {
  return Uint32Array.from(new Set([...names].map(nameHash))).sort();
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Returns the 32-bit FNV-1a hash over UTF-16 units. Names with equal hashes count as the same name,
 * which only costs time. A method that is looked up as `name()` is declared as `name`.
 */
function nameHash(name: string): number {
  let hash = FNV_OFFSET;
  const end = name.endsWith('()') ? name.length - 2 : name.length;
  for (let index = 0; index < end; index++)
    hash = Math.imul(hash ^ name.charCodeAt(index), FNV_PRIME);
  return hash >>> 0;
}

/** Whether two ascending lists share a number. */
export function intersects(a: Uint32Array, b: Uint32Array): boolean {
  const [few, many] = a.length < b.length ? [a, b] : [b, a];
  // Loops without calls: an update of a large project runs this for every file.
  for (let place = 0; place < few.length; place++) {
    const wanted = few[place] as number;
    let low = 0;
    let high = many.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((many[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    if (many[low] === wanted) return true;
  }
  return false;
}
