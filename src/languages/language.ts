import type { Node } from 'web-tree-sitter';
import type { FileFacts } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';

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

/** Says which module a specifier means in a file. */
export type ModuleResolver = (from: RepoPath, specifier: string) => ModuleTarget;

/** One language: data and two functions, both pure. A new language is a new folder beside this file. */
export interface Language {
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** With their dot, lower case. */
  readonly extensions: readonly string[];
  /** File name of the grammar in the package's grammars folder. */
  readonly grammar: string;
  /** Languages of one family share a resolver: modules of one can import modules of the other. */
  readonly family: string;
  /** The text that the grammar can read, of the same length and lines as the one that it is given. */
  readonly preParse?: (text: string) => string;
  readonly extract: (root: Node, text: string, path: RepoPath) => FileFacts;
  readonly createModuleResolver: (layout: ProjectLayout) => ModuleResolver;
}
