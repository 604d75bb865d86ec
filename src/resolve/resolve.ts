/**
 * Resolves the facts of all files to edges between their symbols.
 *
 * A pure function: no disk, no syntax trees. Unresolved references are counted and classified,
 * never guessed: an unbound name makes no edge.
 */
import { at } from '../base/assert.ts';
import { runSync, type Task } from '../base/cooperative.ts';
import { unshared } from '../base/unshared.ts';
import type { ModuleTarget, ProjectLayout } from '../extractors/language.ts';
import { languageById } from '../languages/registry.ts';
import type { EdgeForm, EdgeKind, Evidence } from '../model/edge.ts';
import { OP, opAt, operandAt } from '../model/expression.ts';
import {
  type ExpressionId,
  type FileFacts,
  NO_EXPRESSION,
  REFERENCE_FORMS,
  REFERENCE_WIDTH,
  type ReferenceForm,
} from '../model/facts.ts';
import { type ResolvedEdge, ResolvedEdges } from '../model/resolved-edge.ts';
import { entityOf } from './extension-members.ts';
import { FileTable } from './file-table.ts';
import { resolveHeritage } from './heritage.ts';
import { type ImplicitBase, implicitBases, implicitEdges, textsOfBases } from './implicit-bases.ts';
import { ImportTable } from './import-table.ts';
import { resolveImports } from './imports.ts';
import { operandsFrom } from './inference/denotation.ts';
import { Evaluator } from './inference/evaluator.ts';
import { filesByPackage, type Importer, moduleLinker } from './link-modules.ts';
import {
  type FileLinks,
  type FileTraits,
  type LinkSummary,
  linksOf,
  summaryOf,
  traitsOf,
} from './links.ts';
import { Program, type ProgramFiles } from './program.ts';
import { referenceName } from './reference-name.ts';
import {
  readScriptGlobals,
  type ScriptGlobals,
  type ScriptScopes,
  scriptScopes,
} from './script-globals.ts';

export interface ResolveInput extends ProjectLayout {
  /** Facts of all files, sorted by path. Edges refer to files by position in this list. */
  readonly files: readonly FileFacts[];
}

/** The links and edges of one file. */
export interface FileResolution {
  readonly links: FileLinks;
  readonly edges: readonly ResolvedEdge[];
}

export interface Resolution extends LinkSummary {
  /** Parallel to the resolved files. */
  readonly links: readonly FileLinks[];
  readonly edges: readonly ResolvedEdge[];
  /** The program that was resolved, for what is derived from it next. */
  readonly evaluator: Evaluator;
}

/** The part of the facts that resolving keeps for all files at once. */
export interface FileHead extends Importer {
  readonly packages: readonly string[];
  readonly traits: FileTraits;
}

export function headOf(facts: FileFacts): FileHead {
  const { path, language, packages, imports } = facts;
  return {
    path: unshared(path),
    language,
    packages: packages.map(unshared),
    specifiers: imports.map(({ specifier }) => unshared(specifier)),
    traits: traitsOf(facts),
  };
}

/** Files by number, sorted by path. */
interface ResolveFiles extends ProjectLayout {
  readonly heads: readonly FileHead[];
  /** Called for each use, so it must be fast. */
  readonly facts: (file: number) => FileFacts;
}

/** Resolves all files. */
export function resolve(input: ResolveInput): Resolution {
  const { files } = input;
  const resolution = runSync(
    resolveSteps({ ...input, heads: files.map(headOf), facts: (file) => at(files, file) }),
  );
  return { ...resolution, edges: [...resolution.edges] };
}

/** Does the same as a cooperative task, with the facts of one file at a time. */
export function* resolveSteps(
  input: ResolveFiles,
): Task<Omit<Resolution, 'edges'> & { readonly edges: ResolvedEdges }> {
  const { heads, facts } = input;
  const link = moduleLinker(input, filesByPackage(heads));
  const targets: (readonly ModuleTarget[])[] = [];
  for (const head of heads) {
    targets.push(link(head));
    yield;
  }
  const files: ProgramFiles = {
    paths: heads.map(({ path }) => path),
    table: FileTable.of(heads.map(({ traits }) => traits)),
    facts,
  };
  const program = new Program(files, new ImportTable(files.paths, targets));
  const bases = implicitBases(program);
  yield;
  const evaluator = new Evaluator(program);
  const links: FileLinks[] = [];
  const edges = new ResolvedEdges();
  const basesOf = (file: number) => bases.get(file);
  yield* resolveFiles(evaluator, input, heads.keys(), basesOf, (found) => {
    links.push(found.links);
    for (const edge of found.edges) edges.add(edge);
  });
  return { links, edges, evaluator, ...summaryOf(links) };
}

/** Resolves some files of a program, in the given order, and passes each result to `take`. */
export function* resolveFiles(
  evaluator: Evaluator,
  layout: ProjectLayout,
  files: Iterable<number>,
  basesOf: (file: number) => readonly ImplicitBase[] | undefined,
  take: (found: FileResolution) => void,
): Task<undefined> {
  const scopeOf = scriptScopes(layout);
  const globals = readScriptGlobals(evaluator.program, scopeOf);
  for (const file of files) {
    take(yield* resolveFile(evaluator, { globals, scopeOf, bases: basesOf(file) }, file));
    evaluator.rest();
  }
  return undefined;
}

function* resolveFile(
  evaluator: Evaluator,
  {
    globals,
    scopeOf,
    bases,
  }: {
    readonly globals: ScriptGlobals;
    readonly scopeOf: ScriptScopes;
    readonly bases: readonly ImplicitBase[] | undefined;
  },
  file: number,
): Task<FileResolution> {
  const { program } = evaluator;
  const facts = program.facts(file);
  const uses: ResolvedEdge[] = [];
  resolveHeritage(evaluator, file, facts, uses);
  const satisfied = implicitEdges(program, bases ?? []);
  const unbound = yield* resolveReferences(evaluator, globals, file, facts, uses);
  // An import makes names in comments visible, but a comment is not a dependency.
  const used = new Set(
    uses.flatMap(({ kind, targetFile }) => (kind === 'mentions' ? [] : [targetFile])),
  );
  const edges = [...resolveImports(program, file, used), ...uses, ...satisfied];
  const found = { unbound, implicitBases: textsOfBases(program, bases) };
  return { links: linksOf(evaluator, file, found, scopeOf), edges };
}

const CALL_FORMS: Partial<Readonly<Record<ReferenceForm, EdgeForm>>> = {
  call: 'plain',
  new: 'new',
  super: 'super',
  jsx: 'jsx',
  decorator: 'decorator',
  tagged: 'tagged',
};

function kindOfEdge(form: ReferenceForm): EdgeKind {
  if (form === 'doc') return 'mentions';
  return CALL_FORMS[form] === undefined ? 'references' : 'calls';
}

/** Resolves the references of a file. Returns the names without a target, with their counts. */
function* resolveReferences(
  evaluator: Evaluator,
  globals: ScriptGlobals,
  file: number,
  facts: FileFacts,
  edges: ResolvedEdge[],
): Task<ReadonlyMap<string, number>> {
  const { references } = facts;
  const unbound = new Map<string, number>();
  for (let row = 0; row < references.length; row += REFERENCE_WIDTH) {
    yield;
    const source = at(references, row);
    const form = at(REFERENCE_FORMS, at(references, row + 1));
    const line = at(references, row + 3);
    const { nodes, evidence } = referenceTargets(
      evaluator,
      globals,
      file,
      form,
      at(references, row + 2),
    );
    const expression = at(references, row + 2);
    const targets = nodes.filter(
      (node) =>
        evaluator.program.globals.isTarget(node) &&
        isTarget(evaluator, node, form) &&
        isUse(evaluator, file, expression, node, form),
    );
    const isGlobalType = form === 'type' && opAt(facts.expressions, expression) === OP.free;
    if (targets.length === 0 && form !== 'value' && form !== 'doc' && !isGlobalType) {
      const name = referenceName(facts, at(references, row + 2));
      unbound.set(name, (unbound.get(name) ?? 0) + 1);
    }
    for (const node of targets) {
      const target = evaluator.program.indexOf(node);
      const targetFile = evaluator.program.fileOf(node);
      const kind = isConversion(evaluator, node, form) ? 'references' : kindOfEdge(form);
      // Recursion is a call. A type that mentions itself makes no edge.
      if (kind !== 'calls' && targetFile === file && target === source) continue;
      const isReceiver = form === 'type' && isReceiverOf(evaluator, file, source, expression);
      const edgeForm = isReceiver ? 'receiver' : formOfEdge(evaluator, form, node);
      edges.push({
        sourceFile: file,
        source,
        targetFile,
        target,
        kind,
        evidence,
        form: edgeForm,
        line,
        names: [],
      });
    }
  }
  return unbound;
}

/** Whether a type is the one that a member of no type is declared on, such as a method of Go. */
function isReceiverOf(
  evaluator: Evaluator,
  file: number,
  member: number,
  type: ExpressionId,
): boolean {
  const { declarations, shapes } = evaluator.program.facts(file);
  const receiver = shapes[member]?.receiver ?? NO_EXPRESSION;
  if (declarations[member]?.parent !== -1) return false;
  return receiver !== NO_EXPRESSION && entityOf(evaluator.table(file), receiver) === type;
}

/** Whether a call converts a value to a type, in languages where literals make instances. */
function isConversion({ program }: Evaluator, node: number, form: ReferenceForm): boolean {
  const { kind } = program.declaration(node);
  if (form !== 'call' || !/^(class|interface|typeAlias)$/.test(kind)) return false;
  return languageById(program.facts(program.fileOf(node)).language)?.construction === 'literal';
}

/** Calling a class creates an instance, even in languages without `new`. */
function formOfEdge(evaluator: Evaluator, form: ReferenceForm, node: number): EdgeForm {
  if (isConversion(evaluator, node, form)) return 'type';
  if (form === 'call' && evaluator.program.declaration(node).kind === 'class') return 'new';
  if (form === 'doc') return 'plain';
  return CALL_FORMS[form] ?? (form === 'type' ? 'type' : 'value');
}

/**
 * Whether a reference counts as a use. Members reached directly by name (namespaces, enums,
 * classes, modules) always count. Members of other values count if they are methods:
 * `xs.map(this.parse)` uses `parse`. Reading a property is not a use: its owner is inferred, and
 * all readers of `name` are rarely of interest.
 */
function isUse(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  node: number,
  form: ReferenceForm,
): boolean {
  if (form !== 'value') return true;
  if (isNamedOutright(evaluator.table(file), expression))
    return !isModule(evaluator, file, expression, node);
  return /^(method|function|accessor|class)$/.test(evaluator.program.declaration(node).kind);
}

/** Whether a name that a function shares with a module qualifies another name: `price::round`. */
function isModule(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  node: number,
): boolean {
  const op = opAt(evaluator.table(file), expression);
  if (op !== OP.firstOf && op !== OP.member) return false;
  if (evaluator.program.declaration(node).kind !== 'function') return false;
  return evaluator.typeOf(file, expression)?.form === 'module';
}

function isNamedOutright(table: Int32Array, expression: ExpressionId): boolean {
  let root = expression;
  while (opAt(table, root) === OP.member) root = operandAt(table, root, 0);
  const op = opAt(table, root);
  if (op === OP.firstOf) {
    return operandsFrom(table, root, 0).some((one) => isNamedOutright(table, one));
  }
  return op === OP.declaration || op === OP.binding || op === OP.module || op === OP.free;
}

interface Targets {
  readonly nodes: readonly number[];
  readonly evidence: Evidence;
}

function referenceTargets(
  evaluator: Evaluator,
  globals: ScriptGlobals,
  file: number,
  form: ReferenceForm,
  expression: ExpressionId,
): Targets {
  if (form === 'doc') return documentedTargets(evaluator, file, expression);
  evaluator.begin();
  const nodes = evaluator
    .symbolsOf(file, expression, form === 'type' ? 'type' : 'value')
    .map((node) => evaluator.extensions.definitionOf(node));
  if (nodes.length > 0) return { nodes, evidence: evaluator.inferred ? 'scoped' : 'exact' };
  const table = evaluator.table(file);
  if (form === 'type' || opAt(table, expression) !== OP.free) return { nodes, evidence: 'exact' };
  const node = globals(file, evaluator.string(file, operandAt(table, expression, 0)));
  return { nodes: node < 0 ? [] : [node], evidence: 'nameOnly' };
}

/**
 * Resolves a name in a doc comment: a type takes precedence over a value of the same name. Only the
 * first of several candidates is returned.
 */
function documentedTargets(evaluator: Evaluator, file: number, expression: ExpressionId): Targets {
  for (const usage of ['type', 'value'] as const) {
    evaluator.begin();
    const nodes = evaluator
      .symbolsOf(file, expression, usage)
      .map((node) => evaluator.extensions.definitionOf(node));
    const evidence = evaluator.inferred ? 'scoped' : 'exact';
    if (nodes.length > 0) return { nodes: nodes.slice(0, 1), evidence };
  }
  return { nodes: [], evidence: 'exact' };
}

/**
 * Whether a symbol can be the target of an edge. Types and enum members are not called. A JSX
 * element that is a property stands for the value passed for it.
 */
function isTarget(evaluator: Evaluator, node: number, form: ReferenceForm): boolean {
  if (kindOfEdge(form) !== 'calls' || isConversion(evaluator, node, form)) return true;
  const { kind } = evaluator.program.declaration(node);
  // A local function that a field holds; the field itself cannot be called.
  if (kind === 'field' && evaluator.program.hasSeparateMethods(node)) return false;
  if (form === 'jsx') {
    const isFunction = evaluator.program.shape(node).callable;
    return /^(class|function|variable|method)$/.test(kind) || (kind === 'field' && isFunction);
  }
  // An anonymous class is created from an interface.
  const isMade = form === 'new' && kind === 'interface';
  if (isMade && !evaluator.program.hasStrictStatics(node)) return true;
  return !/^(interface|typeAlias|enumMember|namespace)$/.test(kind);
}
