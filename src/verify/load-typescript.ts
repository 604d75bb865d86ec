import { createRequire } from 'node:module';
import { join } from 'node:path';
import type ts from 'typescript';
import { GraphMemoryError } from '../base/errors.ts';

/** The compiler's JavaScript API, in whichever version is found. */
export type TypeScript = typeof ts;

export interface LoadedTypeScript {
  readonly api: TypeScript;
  readonly version: string;
  /** Path where the compiler was found. */
  readonly path: string;
}

/** The first version with per-import module resolution. Version 7 has no JavaScript API. */
const MAJOR_MIN = 5;
const MAJOR_MAX = 6;

type Candidate =
  | { readonly form: 'usable'; readonly found: LoadedTypeScript }
  | { readonly form: 'unusable'; readonly version: string; readonly path: string };

/**
 * Loads the TypeScript version that a project uses, or else the one installed beside this program.
 * @throws {GraphMemoryError} GM_VERIFY when none is found, or none with an API.
 */
export function loadTypeScript(root: string, ownUrl: string = import.meta.url): LoadedTypeScript {
  const candidates = [join(root, 'package.json'), ownUrl].flatMap((from) => candidateFrom(from));
  const usable = candidates.find((candidate) => candidate.form === 'usable');
  if (usable !== undefined) return usable.found;
  const [unusable] = candidates;
  if (unusable?.form !== 'unusable') {
    throw new GraphMemoryError('GM_VERIFY', `no TypeScript to compare with in ${root}`, {
      hint: 'Install one in the project: npm install --save-dev typescript@6',
    });
  }
  const { version, path } = unusable;
  throw new GraphMemoryError('GM_VERIFY', `TypeScript ${version} has no API that verify can use`, {
    hint: `Versions ${MAJOR_MIN} and ${MAJOR_MAX} do: npm install --save-dev typescript@${MAJOR_MAX}`,
    details: { version, path },
  });
}

function candidateFrom(from: string): Candidate[] {
  const load = createRequire(from);
  const path = resolvedPath(load);
  if (path === undefined) return [];
  const loaded: unknown = load(path);
  const version = versionOf(loaded);
  const major = Number(version.split('.')[0]);
  if (isApi(loaded) && major >= MAJOR_MIN && major <= MAJOR_MAX) {
    return [{ form: 'usable', found: { api: loaded, version, path } }];
  }
  return [{ form: 'unusable', version, path }];
}

/** Returns undefined if the package is not installed or has no entry point for programs. */
function resolvedPath(load: NodeJS.Require): string | undefined {
  try {
    return load.resolve('typescript');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return undefined;
    throw error;
  }
}

function versionOf(loaded: unknown): string {
  const isNamed = typeof loaded === 'object' && loaded !== null && 'version' in loaded;
  return isNamed ? String(loaded.version) : 'without a version';
}

function isApi(loaded: unknown): loaded is TypeScript {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    'createProgram' in loaded &&
    typeof loaded.createProgram === 'function'
  );
}
