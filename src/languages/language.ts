import type { FileFacts } from '../model/facts.ts';
import type { SnippetFacts } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import type { ParsedTree } from './parsed-tree.ts';

/** What module resolution may ask of a project; all of it is data, so resolving never touches the disk. */
export interface ProjectLayout {
  /** Every file that is not ignored, of any type, sorted. */
  readonly paths: readonly RepoPath[];
  /** Texts of package.json, tsconfig.json and their like, by path. */
  readonly configFiles: ReadonlyMap<RepoPath, string>;
  /** Set when the project is a folder of a larger tree, whose configs reach into it. */
  readonly outer?: OuterLayout | undefined;
}

interface OuterLayout {
  /** The project's folder in that tree; never empty. */
  readonly prefix: string;
  /** Texts of config files outside the project, by path in that tree. */
  readonly configFiles: ReadonlyMap<string, string>;
}

export type ModuleTarget =
  | { readonly form: 'file'; readonly path: RepoPath }
  /** A module of several files, as a Go or Java package; sorted, never empty. */
  | { readonly form: 'files'; readonly paths: readonly RepoPath[] }
  /** Another package, a builtin: nothing of this project. */
  | { readonly form: 'external' }
  /** It should be here and is not. */
  | { readonly form: 'missing' }
  /** A kind of specifier that is not understood, e.g. a URL or a bundler's prefix. */
  | { readonly form: 'unsupported' };

export const EXTERNAL: ModuleTarget = { form: 'external' };
export const MISSING: ModuleTarget = { form: 'missing' };

/** The module that some files make up; `paths` is not empty. */
export function moduleOf(paths: readonly RepoPath[]): ModuleTarget {
  const [only] = paths;
  return only !== undefined && paths.length === 1
    ? { form: 'file', path: only }
    : { form: 'files', paths };
}

/** Files by the package that they say they are part of, sorted; see {@link FileFacts.packages}. */
export type Packages = ReadonlyMap<string, readonly RepoPath[]>;

/** Says which module a specifier means in a file. */
export type ModuleResolver = (from: RepoPath, specifier: string) => ModuleTarget;

/**
 * How much of a language is understood.
 * full: declarations, and edges by the language's own rules. structure: declarations, and edges by names
 * in scope. parts: named parts. file: text alone.
 */
type Support = 'full' | 'structure' | 'parts' | 'file';

interface LanguageBase {
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** With their dot, lower case. */
  readonly extensions: readonly string[];
  /** Names of files that need no extension to be told; a suffix may follow: `Dockerfile.dev`. */
  readonly fileNames?: readonly string[];
  /** Programs that a first line `#!…` may name. */
  readonly interpreters?: readonly string[];
  /** Modules of one language of a family can import modules of another. */
  readonly family: string;
  readonly support: Support;
  /** Names of the files that say how its imports resolve: `go.mod`. */
  readonly configNames?: readonly string[];
  readonly createModuleResolver: (layout: ProjectLayout, packages: Packages) => ModuleResolver;
  /**
   * Methods and fields of one name live side by side; methods are looked up as `name()`. Java calls
   * nothing else (`only`); in Kotlin a value that is called is found where no method has its name.
   */
  readonly separateMethods?: 'only' | 'preferred' | undefined;
  /** Whether bases are types, and no values that happen to be classes. */
  readonly typedBases?: boolean;
  /** C: an import puts a text in place, with all that it puts in place itself; the first of a name counts. */
  readonly textualImports?: boolean;
  /** ECMAScript: static members are found on the type alone, others on instances alone. */
  readonly strictStatics?: boolean;
}

/** A language that is parsed. */
export interface GrammarLanguage extends LanguageBase {
  /** File name of the grammar in the package's grammars folder. */
  readonly grammar: string;
  /**
   * What the parser is shown of a text, where that is not all of it, and by which grammar. Offsets stay:
   * what is left out is blank.
   */
  readonly view?: (text: string) => { readonly text: string; readonly grammar: string };
  /** The text that the grammar can read, of the same length as the one that it is given. */
  readonly preParse?: (text: string) => string;
  /** `text` is that of {@link view}. */
  readonly extract: (parsed: ParsedTree, text: string, path: RepoPath) => FileFacts;
}

/**
 * Reads code within a page; `word` is how its language is called there. Undefined for code in no known
 * language. Lines count from `line`.
 */
export type ReadSnippet = (
  word: string,
  code: string,
  line: number,
) => Promise<(SnippetFacts & { readonly language: string }) | undefined>;

/** A language that is read without a grammar. */
export interface TextLanguage extends LanguageBase {
  readonly grammar?: undefined;
  /** Its files are documentation: kept apart from code in search, and resolved after it. */
  readonly isPage?: true;
  /** Its files are settings or data: what is larger than this, or lies among fixtures, is data. */
  readonly settingsBytesMax?: number;
  readonly extractText: (
    text: string,
    path: RepoPath,
    readSnippet: ReadSnippet,
  ) => FileFacts | Promise<FileFacts>;
}

/** One language: data and pure functions. A new language is a new folder beside this file. */
export type Language = GrammarLanguage | TextLanguage;
