import { dirname, join } from 'node:path';
import type ts from 'typescript';
import { getOrCompute } from '../base/memoize.ts';
import { TSCONFIG_NAMES } from '../languages/ecmascript/module-resolution/tsconfig.ts';
import type { RepoPath } from '../model/path.ts';
import type { TypeScript } from './load-typescript.ts';

/** The indexed files, as the compiler sees them. */
export interface CompilerView {
  readonly api: TypeScript;
  readonly checker: ts.TypeChecker;
  /** Returns undefined for files that the compiler did not load, whatever the reason. */
  sourceFile(path: RepoPath): ts.SourceFile | undefined;
  /**
   * Returns the project path of one of the compiler's files, or undefined if it is outside the
   * project.
   */
  pathOf(fileName: string): string | undefined;
  /** Returns the absolute path of the file that a specifier resolves to. */
  resolveModule(file: ts.SourceFile, specifier: ts.StringLiteralLike): string | undefined;
  /** Starts again after an error inside of the compiler, which leaves its checker unusable. */
  restart(): void;
}

/**
 * Creates one program of all files, so that every file is checked once and symbols are identical
 * everywhere. Module resolution may differ between the packages of a project. It therefore uses,
 * for each file, the config that governs it.
 */
export function createCompilerView(
  api: TypeScript,
  root: string,
  paths: readonly RepoPath[],
): CompilerView {
  const options = programOptions(api);
  const resolveName = moduleResolver(api, options);
  const host: ts.CompilerHost = {
    ...api.createCompilerHost(options, true),
    getCurrentDirectory: () => root,
    resolveModuleNameLiterals: (literals, containingFile) =>
      literals.map((literal) => ({ resolvedModule: resolveName(containingFile, literal) })),
  };
  const rootNames = paths.map((path) => join(root, path));
  const prefix = `${root.replaceAll('\\', '/').replace(/\/$/, '')}/`;
  let program = api.createProgram({ rootNames, options, host });
  const view = {
    api,
    checker: program.getTypeChecker(),
    restart: () => {
      program = api.createProgram({ rootNames, options, host });
      view.checker = program.getTypeChecker();
    },
    sourceFile: (path: RepoPath) => program.getSourceFile(join(root, path)),
    pathOf: (fileName: string) =>
      fileName.startsWith(prefix) ? fileName.slice(prefix.length) : undefined,
    resolveModule: (file: ts.SourceFile, specifier: ts.StringLiteralLike) =>
      resolveName(file.fileName, specifier)?.resolvedFileName,
  };
  return view;
}

/**
 * Returns the options of the program. Every file is treated as a module: neither side handles
 * globals that scripts share by being loaded together.
 */
function programOptions(api: TypeScript): ts.CompilerOptions {
  return {
    allowJs: true,
    strict: true,
    noEmit: true,
    target: api.ScriptTarget.ESNext,
    module: api.ModuleKind.ESNext,
    moduleResolution: api.ModuleResolutionKind.Bundler,
    moduleDetection: api.ModuleDetectionKind.Force,
    jsx: api.JsxEmit.Preserve,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    noErrorTruncation: false,
  };
}

/** The data needed to resolve modules from one file. */
interface Importer {
  readonly options: ts.CompilerOptions;
  readonly cache: ts.ModuleResolutionCache;
  /** The part of a source file that is needed to choose between `import` and `require` rules. */
  readonly source: ts.SourceFile;
}

function moduleResolver(
  api: TypeScript,
  defaults: ts.CompilerOptions,
): (file: string, specifier: ts.StringLiteralLike) => ts.ResolvedModuleFull | undefined {
  const governing = governingOptions(api);
  const settingsByConfig = new Map<unknown, Pick<Importer, 'options' | 'cache'>>();
  const importers = new Map<string, Importer>();

  function settingsOf(config: ts.CompilerOptions | undefined): Pick<Importer, 'options' | 'cache'> {
    return getOrCompute(settingsByConfig, config, () => {
      const options = { ...(config ?? defaults), allowJs: true, resolveJsonModule: true };
      return { options, cache: api.createModuleResolutionCache('', (name) => name, options) };
    });
  }

  function importerOf(file: string): Importer {
    return getOrCompute(importers, file, () => {
      const { options, cache } = settingsOf(governing(file));
      const packages = cache.getPackageJsonInfoCache();
      const format = api.getImpliedNodeFormatForFile(file, packages, api.sys, options);
      // The program's own source file is not used, because the program's options differ from the
      // options that govern the file.
      const source = { fileName: file, impliedNodeFormat: format } as ts.SourceFile;
      return { options, cache, source };
    });
  }

  return (file, specifier) => {
    const { options, cache, source } = importerOf(file);
    const mode = api.getModeForUsageLocation(source, specifier, options);
    const { resolvedModule } = api.resolveModuleName(
      specifier.text,
      file,
      options,
      api.sys,
      cache,
      undefined,
      mode,
    );
    return resolvedModule;
  };
}

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
function governingOptions(api: TypeScript): (file: string) => ts.CompilerOptions | undefined {
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
