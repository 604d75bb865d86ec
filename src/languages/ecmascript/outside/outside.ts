/**
 * The declarations of well-known packages, for projects whose packages are not read. They are
 * written as declaration files in `config/packages` and extracted when the program is built;
 * `npm run golden` writes the result to `packages.ts`.
 */
import type { OutsideDeclarations } from '../../../extractors/language.ts';
import { EMPTY_SHAPE, type FileFacts } from '../../../model/facts.ts';
import { toRepoPath } from '../../../model/path.ts';
import type { Declaration, SymbolId } from '../../../model/symbol.ts';
import { PACKAGES } from './packages.ts';

/** No file of a project has this path. */
export const OUTSIDE_PATH = toRepoPath('<packages>.d.ts');

type Stored = Pick<FileFacts, 'imports' | 'bindings' | 'strings'> & {
  readonly declarations: readonly Pick<Declaration, 'name' | 'kind' | 'parent' | 'modifiers'>[];
  /** Only what differs from {@link EMPTY_SHAPE}. */
  readonly shapes: readonly Partial<FileFacts['shapes'][number]>[];
  readonly expressions: readonly number[];
};

/** Returns the part of facts that finding types needs, as text. */
export function storedFacts(facts: FileFacts): string {
  const { imports, bindings, strings, expressions } = facts;
  const stored: Stored = {
    declarations: facts.declarations.map(({ name, kind, parent, modifiers }) => ({
      name,
      kind,
      parent,
      modifiers,
    })),
    shapes: facts.shapes.map((shape) =>
      Object.fromEntries(
        Object.entries(shape).filter(
          ([key, value]) =>
            JSON.stringify(value) !== JSON.stringify(EMPTY_SHAPE[key as keyof typeof EMPTY_SHAPE]),
        ),
      ),
    ),
    imports: imports.map((fact) => ({ ...fact, line: 0 })),
    bindings,
    strings,
    expressions: [...expressions],
  };
  return JSON.stringify(stored);
}

function read(): FileFacts {
  const stored: Stored = JSON.parse(PACKAGES.facts);
  return {
    path: OUTSIDE_PATH,
    language: 'typescript',
    lineCount: 1,
    packages: [],
    doc: '',
    declarations: stored.declarations.map((one, index) => ({
      ...one,
      id: `${OUTSIDE_PATH}::${index}` as SymbolId,
      signature: '',
      doc: '',
      start: 0,
      end: 0,
      bodyStart: 0,
      startLine: 1,
      endLine: 1,
      exported: false,
      visibility: 'public',
    })),
    shapes: stored.shapes.map((shape) => ({ ...EMPTY_SHAPE, ...shape })),
    imports: stored.imports,
    bindings: stored.bindings,
    exports: [],
    conformances: [],
    strings: stored.strings,
    expressions: Int32Array.from(stored.expressions),
    references: new Int32Array(),
    diagnostics: [],
  };
}

let known: FileFacts | undefined;

export const OUTSIDE_DECLARATIONS: OutsideDeclarations = {
  declarationCount: PACKAGES.declarationCount,
  facts: () => {
    known ??= read();
    return known;
  },
};
