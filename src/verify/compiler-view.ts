import { join } from 'node:path';
import type ts from 'typescript';
import { getOrCompute } from '../base/memoize.ts';
import type { RepoPath } from '../model/path.ts';
import { governingOptions } from './governing-options.ts';
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
