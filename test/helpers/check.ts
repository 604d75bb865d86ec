/**
 * What tests of extraction and resolution say, in two notations. These are the only lines that know
 * the API.
 *
 * Golden: a source with `//^` lines under each line, for what starts or is used there.
 * Edges: sources with `//:` at line ends, the expectation itself; see {@link checkEdges}.
 */
import { expect } from 'vitest';
import { extractFile } from '../../src/extract/extract.ts';
import { isResolutionConfig, languageOf } from '../../src/languages/registry.ts';
import { arityAt, OP, opAt, operandAt } from '../../src/model/expression.ts';
import {
  type ExportFact,
  type ExpressionId,
  type FileFacts,
  REFERENCE_FORMS,
  REFERENCE_WIDTH,
} from '../../src/model/facts.ts';
import { toRepoPath } from '../../src/model/path.ts';
import type { ResolvedEdge } from '../../src/model/resolved-edge.ts';
import { type Declaration, modifierNames } from '../../src/model/symbol.ts';
import { type Resolution, resolve } from '../../src/resolve/resolve.ts';

/** Path → text. */
export type Sources = Readonly<Record<string, string>>;

const PARSE_MS_MAX = 60_000;

/** Facts of one text; a skipped file fails the test. */
export async function extractText(path: string, text: string): Promise<FileFacts> {
  const source = {
    path: toRepoPath(path),
    text,
    hash: '',
    sizeBytes: text.length,
    mtimeMs: 0,
    ctimeMs: 0,
  };
  const facts = await extractFile(source, { parseMsMax: PARSE_MS_MAX });
  if ('reason' in facts) throw new Error(`${path} was skipped: ${facts.reason} ${facts.detail}`);
  return facts;
}

/** Resolves a project whose sources and config files are given; other files only exist. */
export async function resolveSources(
  sources: Sources,
): Promise<Resolution & { readonly files: readonly FileFacts[] }> {
  const paths = Object.keys(sources).sort().map(toRepoPath);
  const texts = new Map(Object.entries(sources));
  const files: FileFacts[] = [];
  for (const path of paths) {
    if (languageOf(path) !== undefined) files.push(await extractText(path, texts.get(path) ?? ''));
  }
  const configFiles = new Map(
    paths.filter((path) => isResolutionConfig(path)).map((path) => [path, texts.get(path) ?? '']),
  );
  return { ...resolve({ files, paths, configFiles }), files };
}

// --- golden ---------------------------------------------------------------------------------------

/** A source with what was extracted from it, line by line. */
export async function annotated(path: string, text: string): Promise<string> {
  const facts = await extractText(path, text);
  const notes = new Map<number, string[]>();
  const note = (line: number, ...texts: readonly string[]): void => {
    notes.set(line, [...(notes.get(line) ?? []), ...texts]);
  };
  for (const { line, message } of facts.diagnostics) note(line, `diagnostic: ${message}`);
  for (const one of facts.imports) {
    note(one.line, `import ${one.form} '${one.specifier}' { ${one.names.join(', ')} }`);
  }
  for (const one of facts.declarations) note(one.startLine, ...definitionNotes(facts, one, text));
  for (const [line, one] of heritageNotes(facts)) note(line, one);
  for (const [line, one] of referenceNotes(facts)) note(line, one);
  for (const [line, one] of pageNotes(facts)) note(line, one);
  const lines = text.split('\n');
  return [
    `//^ file ${facts.language}, ${facts.lineCount} lines${docNote(facts.doc)}`,
    ...lines.flatMap((line, row) => [
      line,
      ...(notes.get(row + 1) ?? []).map((one) => `//^ ${one}`),
    ]),
    ...facts.exports.map((row) => `//^ export ${exportNote(facts, row)}`),
    '',
  ].join('\n');
}

function pageNotes({ page }: FileFacts): [line: number, note: string][] {
  const { anchors = [], links = [], mentions = [], snippets = [] } = page ?? {};
  return [
    ...anchors.map(({ line, name }) => [line, `anchor #${name}`] as [number, string]),
    ...links.map(({ line, form, target }) => [line, `${form} ${target}`] as [number, string]),
    ...mentions.map(({ line, text }) => [line, `mention ${text}`] as [number, string]),
    ...snippets.flatMap(({ imports, uses }) => [
      ...imports.map(
        ({ line, specifier, names, alias }) =>
          [line, `snippet import '${specifier}' { ${names.join(', ')} } ${alias}`] as [
            number,
            string,
          ],
      ),
      ...uses.map(
        ({ line, module, steps, isCall }) =>
          [line, `snippet ${isCall ? 'call' : 'use'} ${module}: ${steps.join(' ')}`] as [
            number,
            string,
          ],
      ),
    ]),
  ];
}

function docNote(doc: string): string {
  return doc === '' ? '' : `, doc: ${doc.replaceAll('\n', ' ⏎ ')}`;
}

/** `path::A::b` as readers of one file say it: `A::b`. */
function shortId(id: string, path: string): string {
  return id === path ? '(file)' : id.startsWith(`${path}::`) ? id.slice(path.length + 2) : id;
}

function definitionNotes(facts: FileFacts, one: Declaration, text: string): string[] {
  const words = [
    ...(one.exported ? ['exported'] : []),
    ...(one.visibility === 'public' ? [] : [one.visibility]),
    ...modifierNames(one.modifiers),
  ];
  const body = text.slice(one.bodyStart, one.end).split('\n')[0]?.trimEnd().slice(0, 24);
  const head = `definition ${one.kind} ${shortId(one.id, facts.path)}`;
  const place = one.endLine === one.startLine ? '' : ` to line ${one.endLine}`;
  return [
    `${head}${words.map((word) => ` +${word}`).join('')}${place}`,
    `  signature: ${one.signature}`,
    ...(body === '' ? [] : [`  body: ${body}`]),
    ...(one.doc === '' ? [] : [`  doc: ${one.doc.replaceAll('\n', ' ⏎ ')}`]),
  ];
}

function heritageNotes({
  methodSets: _satisfied,
  ...facts
}: FileFacts): [line: number, note: string][] {
  return facts.shapes.flatMap((shape, index) =>
    shape.heritage.map((one): [number, string] => {
      const shapes = facts.shapes.with(index, { ...shape, heritage: [one] });
      const edges = edgesAlone({ ...facts, shapes, references: new Int32Array() });
      const mine = edges.filter(({ source }) => source === index);
      const named = expressionText(facts, operandAt(facts.expressions, one.expression, 0));
      return [one.line, useNote(facts, `${one.form} ${named}`, index, mine)];
    }),
  );
}

function referenceNotes(facts: FileFacts): [line: number, note: string][] {
  const notes: [number, string][] = [];
  for (let row = 0; row < facts.references.length; row += REFERENCE_WIDTH) {
    const references = facts.references.slice(row, row + REFERENCE_WIDTH);
    const [source = -1, form = 0, expression = 0, line = 0] = references;
    const edges = edgesAlone({ ...facts, references });
    const mine = edges.filter(({ kind }) => /^(calls|references|mentions)$/.test(kind));
    // Members that are read are references until their symbols turn out not to be functions.
    const isRead =
      REFERENCE_FORMS[form] === 'value' && opAt(facts.expressions, expression) === OP.member;
    if (isRead && mine.length === 0) continue;
    const what = `${REFERENCE_FORMS[form]} ${expressionText(facts, expression)}`;
    notes.push([line, useNote(facts, what, source, mine)]);
  }
  return notes;
}

/** Edges of one file that is the whole project. */
function edgesAlone(facts: FileFacts): readonly ResolvedEdge[] {
  return resolve({ files: [facts], paths: [facts.path], configFiles: new Map() }).edges;
}

function useNote(
  facts: FileFacts,
  what: string,
  source: number,
  edges: readonly ResolvedEdge[],
): string {
  const idOf = (index: number): string =>
    shortId(facts.declarations[index]?.id ?? facts.path, facts.path);
  const targets = edges.map(
    ({ target, evidence }) => `${evidence === 'exact' ? '' : '~'}${idOf(target)}`,
  );
  return `${what} → ${targets.length === 0 ? '?' : targets.join(', ')}  [${idOf(source)}]`;
}

function exportNote(facts: FileFacts, row: ExportFact): string {
  if (row.form === 'local') return `${row.name} = ${expressionText(facts, row.expression)}`;
  const specifier = facts.imports[row.module]?.specifier;
  if (row.form === 'all') return `* from '${specifier}'`;
  return `${row.name} = ${row.source} from '${specifier}'`;
}

const DEPTH_SHOWN_MAX = 4;

/** An expression as a reader would write it, abbreviated where it is deep. */
function expressionText(facts: FileFacts, id: ExpressionId, depth = 0): string {
  const table = facts.expressions;
  const operand = (index: number): number => operandAt(table, id, index);
  const string = (index: number): string => facts.strings[operand(index)] ?? '';
  const inner = (index: number): string => expressionText(facts, operand(index), depth + 1);
  const symbol = (): string => shortId(facts.declarations[operand(0)]?.id ?? '', facts.path);
  const from = (first: number): string =>
    Array.from({ length: arityAt(table, id) - first }, (_, index) => inner(first + index)).join(
      ', ',
    );
  if (depth > DEPTH_SHOWN_MAX) return '…';
  switch (opAt(table, id)) {
    case OP.declaration:
      return `\`${symbol()}\``;
    case OP.binding: {
      const binding = facts.bindings[operand(0)];
      return `${binding?.name} of '${facts.imports[binding?.module ?? -1]?.specifier}'`;
    }
    case OP.free:
      return `global ${string(0)}`;
    case OP.self:
    case OP.selfType:
      return `(this: ${symbol()})`;
    case OP.parent:
    case OP.staticParent:
      return `(super of ${symbol()})`;
    case OP.member:
    case OP.scopedMethod:
      return `${inner(0)}.${string(1)}`;
    case OP.element:
      return `${inner(0)}[]`;
    case OP.call:
      return `${inner(0)}(…)`;
    case OP.construct:
      return `new ${inner(0)}(…)`;
    case OP.awaited:
      return `await ${inner(0)}`;
    case OP.ofType:
      return `(: ${inner(0)})`;
    case OP.typeOf:
      return `typeof ${inner(0)}`;
    case OP.named:
      return arityAt(table, id) > 1 ? `${inner(0)}<${from(1)}>` : inner(0);
    case OP.typeParameter:
      return string(1);
    case OP.either:
    case OP.union:
      return `(${from(0).replaceAll(', ', ' | ')})`;
    case OP.firstOf:
      return `(${from(0).replaceAll(', ', ' else ')})`;
    case OP.iterated:
      return `each of ${inner(0)}`;
    case OP.module:
      return `module '${facts.imports[operand(0)]?.specifier}'`;
    case OP.parameter:
      return `parameter ${operand(1)} of ${inner(0)}`;
    case OP.expected:
      return `argument ${operand(1)} of ${inner(0)}`;
    case OP.object:
      return '{…}';
    case OP.array:
      return '[…]';
    case OP.lambda:
      return '(() => …)';
    case OP.indexed:
      return `${inner(0)}['${string(1)}']`;
    case OP.elementOf:
    case OP.arrayOf:
      return `${inner(0)}[]`;
    case OP.unknown:
      return 'unknown';
    default:
      return `op${opAt(table, id)}`;
  }
}

// --- edges ----------------------------------------------------------------------------------------

const MARK = '//:';

/**
 * Checks every edge that the sources make but `imports`. Each line says behind `//:` what it makes,
 * separated by commas, in any order; a line without the mark must make nothing.
 *
 *   const user = new User(); //: new user.ts::User
 *   user.name();             //: calls ~user.ts::User::name
 *
 * Targets in the same file go without path. `~` means evidence `scoped`; without it, `exact`.
 * The verbs: calls, new, jsx, tagged, decorates, super; type, uses; extends, implements, mixes.
 */
export async function checkEdges(sources: Sources): Promise<void> {
  const { edges, files } = await resolveSources(sources);
  const actual = files.map((facts, file) => {
    const mine = edges.filter((edge) => edge.sourceFile === file && edge.kind !== 'imports');
    return withEdges(facts, files, mine, sources[facts.path] ?? '');
  });
  expect(actual.join('\n')).toBe(
    files.map((facts) => `${facts.path}\n${sorted(sources[facts.path] ?? '')}`).join('\n'),
  );
}

const VERBS: Readonly<Partial<Record<ResolvedEdge['form'], string>>> = {
  plain: 'calls',
  decorator: 'decorates',
  value: 'uses',
  mixin: 'mixes',
};

function edgeText(edge: ResolvedEdge, files: readonly FileFacts[], path: string): string {
  const isHeritage = edge.kind === 'extends' || edge.kind === 'implements';
  const verb = isHeritage && edge.form !== 'mixin' ? edge.kind : (VERBS[edge.form] ?? edge.form);
  const target = files[edge.targetFile];
  const id = target?.declarations[edge.target]?.id ?? target?.path ?? '';
  return `${verb} ${edge.evidence === 'exact' ? '' : '~'}${shortId(id, path)}`;
}

function withEdges(
  facts: FileFacts,
  files: readonly FileFacts[],
  edges: readonly ResolvedEdge[],
  text: string,
): string {
  const lines = text.split('\n').map((line, row) => {
    const made = edges.filter((edge) => edge.line === row + 1);
    const code = line.split(MARK)[0]?.trimEnd() ?? '';
    const texts = [...new Set(made.map((edge) => edgeText(edge, files, facts.path)))].sort();
    return texts.length === 0 ? code : `${code} ${MARK} ${texts.join(', ')}`;
  });
  return `${facts.path}\n${lines.join('\n')}`;
}

/** The expectation in the order in which edges are printed. */
function sorted(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const [code = '', marks] = line.split(MARK);
      if (marks === undefined) return line.trimEnd();
      return `${code.trimEnd()} ${MARK} ${marks
        .split(',')
        .map((mark) => mark.trim())
        .sort()
        .join(', ')}`;
    })
    .join('\n');
}

/**
 * What each import of a project means, one line each: `from specifier → path` or a class of
 * unresolved ones, in the order of files and lines.
 */
export async function importTargets(sources: Sources): Promise<string[]> {
  const { edges, unresolved, files } = await resolveSources(sources);
  return files.flatMap((facts, file) =>
    facts.imports
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, specifier }) => {
        const miss = unresolved.find(
          (one) => one.path === facts.path && one.line === line && one.specifier === specifier,
        );
        const edge = edges.find(
          (one) => one.kind === 'imports' && one.sourceFile === file && one.line === line,
        );
        const target = miss?.class ?? files[edge?.targetFile ?? -1]?.path ?? 'not indexed';
        return `${facts.path} ${specifier} → ${target}`;
      }),
  );
}

/** What a specifier means in a file of a project of which only paths and config files matter. */
export function moduleTarget(project: Sources, from: string, specifier: string): string {
  const paths = [...new Set([...Object.keys(project), from])].sort().map(toRepoPath);
  const language = languageOf(from);
  if (language === undefined) throw new Error(`no language for ${from}`);
  const configFiles = new Map(
    paths.filter((path) => isResolutionConfig(path)).map((path) => [path, project[path] ?? '']),
  );
  const target = language.createModuleResolver({ paths, configFiles }, new Map())(
    toRepoPath(from),
    specifier,
  );
  return target.form === 'file' ? target.path : target.form;
}
