import { dirname, join } from 'node:path';
import type ts from 'typescript';
import { TSCONFIG_NAMES } from '../languages/ecmascript/module-resolution/tsconfig.ts';
import type { TypeScript } from './load-typescript.ts';

interface ParsedConfig {
  readonly options: ts.CompilerOptions;
  /** Absolute paths. */
  readonly files: ReadonlySet<string>;
  readonly references: readonly string[];
}

/**
 * Returns a function that finds the compiler options for a file by its absolute path. They come
 * from the nearest config above the file that includes it, directly or through a referenced
 * project. The fallback is the nearest config at all, or undefined if there is none. Each config is
 * parsed once, by the compiler.
 */
export function governingOptions(
  api: TypeScript,
): (file: string) => ts.CompilerOptions | undefined {
  const parsed = new Map<string, ParsedConfig | undefined>();
  const configOf = (path: string): ParsedConfig | undefined => {
    if (!parsed.has(path)) parsed.set(path, parseConfig(api, path));
    return parsed.get(path);
  };

  function includingConfig(
    path: string,
    file: string,
    seen: Set<string>,
  ): ParsedConfig | undefined {
    if (seen.has(path)) return undefined;
    seen.add(path);
    const config = configOf(path);
    if (config === undefined || config.files.has(file)) return config;
    for (const reference of config.references) {
      const found = includingConfig(reference, file, seen);
      if (found?.files.has(file) === true) return found;
    }
    return undefined;
  }

  return (file) => {
    let nearest: ParsedConfig | undefined;
    for (let folder = dirname(file); ; folder = dirname(folder)) {
      for (const name of TSCONFIG_NAMES) {
        const path = join(folder, name);
        nearest ??= configOf(path);
        const including = includingConfig(path, file, new Set());
        if (including !== undefined) return including.options;
      }
      if (dirname(folder) === folder) return nearest?.options;
    }
  };
}

/**
 * Returns undefined if the file does not exist. Mistakes in the file are left to the compiler,
 * which tolerates them.
 */
function parseConfig(api: TypeScript, path: string): ParsedConfig | undefined {
  if (!api.sys.fileExists(path)) return undefined;
  const line = api.getParsedCommandLineOfConfigFile(
    path,
    {},
    { ...api.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  if (line === undefined) return undefined;
  return {
    options: line.options,
    files: new Set(line.fileNames),
    references: (line.projectReferences ?? []).map((reference) =>
      api.resolveProjectReferencePath(reference),
    ),
  };
}
