import { join } from 'node:path';
import type ts from 'typescript';
import type { RepoPath } from '../model/path.ts';
import { governingOptions } from './governing-options.ts';
import type { TypeScript } from './load-typescript.ts';

/** The indexed files as the compiler sees them. */
export interface CompilerView {
  readonly api: TypeScript;
  readonly checker: ts.TypeChecker;
  /** Undefined for files that the compiler does not take, whatever the reason. */
  sourceFile(path: RepoPath): ts.SourceFile | undefined;
  /** The project's path of a file of the compiler's; undefined when it is outside of the project. */
  pathOf(fileName: string): string | undefined;
  /** The absolute path of the file that a specifier means. */
  resolveModule(file: ts.SourceFile, specifier: ts.StringLiteralLike): string | undefined;
}

/**
 * Makes one program of all files, so that every file is checked once and symbols are the same from
 * wherever they are seen. What differs between packages of a project and matters here, how a module's
 * name becomes a file, is asked per file, of the config that governs it.
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
  const program = api.createProgram({ rootNames, options, host });
  const prefix = `${root.replaceAll('\\', '/').replace(/\/$/, '')}/`;
  return {
    api,
    checker: program.getTypeChecker(),
    sourceFile: (path) => program.getSourceFile(join(root, path)),
    pathOf: (fileName) => (fileName.startsWith(prefix) ? fileName.slice(prefix.length) : undefined),
    resolveModule: (file, specifier) => resolveName(file.fileName, specifier)?.resolvedFileName,
  };
}

/** Every file is a module: what scripts share by being loaded together is beyond both sides. */
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

/** What resolving from one file needs to know. */
interface Importer {
  readonly options: ts.CompilerOptions;
  readonly cache: ts.ModuleResolutionCache;
  /** As much of a source file as deciding between `import` and `require` rules takes. */
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
    let settings = settingsByConfig.get(config);
    if (settings === undefined) {
      const options = { ...(config ?? defaults), allowJs: true, resolveJsonModule: true };
      const cache = api.createModuleResolutionCache('', (name) => name, options);
      settings = { options, cache };
      settingsByConfig.set(config, settings);
    }
    return settings;
  }

  function importerOf(file: string): Importer {
    let importer = importers.get(file);
    if (importer === undefined) {
      const { options, cache } = settingsOf(governing(file));
      const packages = cache.getPackageJsonInfoCache();
      const format = api.getImpliedNodeFormatForFile(file, packages, api.sys, options);
      // The program's own options differ from those that govern the file, and so does its view of it.
      const source = { fileName: file, impliedNodeFormat: format } as ts.SourceFile;
      importer = { options, cache, source };
      importers.set(file, importer);
    }
    return importer;
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
