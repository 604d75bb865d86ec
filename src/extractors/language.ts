import type { FileFacts } from '../model/facts.ts';
import type { SnippetFacts } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import type { FolderPackages, ImportingFile } from './folder-packages.ts';
import type { ParameterRules } from './parameter-rules.ts';
import type { ParsedTree } from './parsed-tree.ts';
import type { RegistrationReader } from './registrations/collector.ts';
import type { SignatureTypes } from './signature-types.ts';

/**
 * The project data that module resolution reads. It is all in memory, so resolving never touches
 * the disk.
 */
export interface ProjectLayout {
  /** Every file that is not ignored, of any type, sorted. */
  readonly paths: readonly RepoPath[];
  /** Texts of package.json, tsconfig.json and their like, by path. */
  readonly configFiles: ReadonlyMap<RepoPath, string>;
  /** Set when the project is a folder of a larger tree whose config files affect it. */
  readonly outer?: OuterLayout | undefined;
}

interface OuterLayout {
  /** Path of the project's folder in that tree; never empty. */
  readonly prefix: string;
  /** Texts of config files outside the project, by path in the larger tree. */
  readonly configFiles: ReadonlyMap<string, string>;
}

export type ModuleTarget =
  | { readonly form: 'file'; readonly path: RepoPath }
  /**
   * A module made of several files, such as a Go or Java package. The paths are sorted. Only a
   * Python package without a file of its own has none.
   */
  | { readonly form: 'files'; readonly paths: readonly RepoPath[] }
  /** Another package or a builtin; not part of this project. */
  | { readonly form: 'external' }
  /** The module should be in this project but was not found. */
  | { readonly form: 'missing' }
  /** A kind of specifier that is not supported, e.g. a URL or a bundler's prefix. */
  | { readonly form: 'unsupported' };

export const EXTERNAL: ModuleTarget = { form: 'external' };
export const MISSING: ModuleTarget = { form: 'missing' };

/** Creates the module that consists of the given files; `paths` must not be empty. */
export function moduleOf(paths: readonly RepoPath[]): ModuleTarget {
  const [only] = paths;
  return only !== undefined && paths.length === 1
    ? { form: 'file', path: only }
    : { form: 'files', paths };
}

/** Declarations of packages that are not part of a project; see {@link Language.outside}. */
export interface OutsideDeclarations {
  readonly declarationCount: number;
  /** Facts of a file that declares the packages as modules, without positions and texts. */
  readonly facts: () => FileFacts;
}

/** Files by the package they declare, sorted; see {@link FileFacts.packages}. */
export type Packages = ReadonlyMap<string, readonly RepoPath[]>;

/** Resolves a specifier in a file to a module. */
export type ModuleResolver = (from: RepoPath, specifier: string) => ModuleTarget;

/**
 * How far a language is supported.
 *
 * - full: declarations, and edges by the language's own rules
 * - structure: declarations, and edges by names in scope
 * - parts: named parts
 * - file: text only
 */
type Support = 'full' | 'structure' | 'parts' | 'file';

/** How a language is recognized and named. */
export interface LanguageNames {
  readonly id: string;
  /** Name for messages: `TypeScript`. */
  readonly title: string;
  /** File extensions, with the dot, in lower case. */
  readonly extensions: readonly string[];
  /**
   * File names that identify the language without an extension. A suffix may follow:
   * `Dockerfile.dev`.
   */
  readonly fileNames?: readonly string[];
  /** Interpreters that identify the language in a first line `#!…`. */
  readonly interpreters?: readonly string[];
  /** Other names of this language, lower case: `golang`. They also name it at the head of a code block. */
  readonly aliases?: readonly string[];
  /** Names of several languages of which it is one, lower case: `javascript` includes JSX. */
  readonly groupNames?: readonly string[];
}

/** The files of a language besides its sources. */
interface LanguageFiles {
  /** Names of files that control import resolution: `go.mod`. A `*` matches any characters. */
  readonly configNames?: readonly string[];
  /** Paths of configs that those in `texts` extend and that are not among them; sorted. */
  readonly missingConfigBases?: (texts: ReadonlyMap<string, string>) => readonly string[];
  /** The manifest at a project's root that names it; `name` captures the name. */
  readonly manifest?: { readonly fileName: string; readonly name: RegExp };
  /** Gitignore patterns of files that its tools download or generate; excluded unless included. */
  readonly excludes?: readonly string[];
  /** Endings of files that only declare, each with the endings of the files that implement them. */
  readonly declarationFiles?: Readonly<Record<string, readonly string[]>>;
  /** Extensions of files whose folder is a package, even when it is called `static` or `scripts`. */
  readonly packageExtensions?: readonly string[];
}

/** Facts about a language that resolving references needs. */
interface ResolutionFacts {
  /**
   * Set when a method and a field may share a name. Methods are then looked up as `name()`. In Java
   * only methods can be called (`only`). In Kotlin a call falls back to a value if no method has
   * the name (`preferred`).
   */
  readonly separateMethods?: 'only' | 'preferred' | undefined;
  /** The associated type of a type whose members the type has as well: Rust's `Deref`. */
  readonly dereferencesTo?: string;
  /** Whether base clauses name types, rather than values that happen to be classes. */
  readonly typedBases?: boolean;
  /** For C++: which files of an extension are its own. Others belong to the language named. */
  readonly sharedExtension?: {
    readonly extension: string;
    readonly otherwise: string;
    readonly isOwn: (text: string) => boolean;
  };
  /**
   * For C: an import includes the file's text and, recursively, everything that file includes. The
   * first declaration of a name wins.
   */
  readonly textualImports?: boolean;
  /**
   * For ECMAScript: static members are found only on the class, other members only on instances.
   */
  readonly strictStatics?: boolean;
  /** For ECMAScript: an export named `default` is the default export, which `export *` leaves out. */
  readonly defaultExports?: boolean;
  /** Python: `super()` finds members of all bases, each class before what it inherits from. */
  readonly resolutionOrder?: boolean;
  /** Python: the method of the value of a class attribute that gives instances the attribute. */
  readonly getterMethod?: string;
  /** Whether imports run in order, so that a later `import *` replaces names of an earlier one. */
  readonly importsRunInOrder?: boolean;
  /** JavaScript: a file without imports and exports is a script, whose declarations are global. */
  readonly scriptsWithoutImports?: boolean;
  /**
   * Whether an importer of a module also finds what that module imports itself: `always` in Python,
   * `never` in Go. Where undefined, only names that are exported again are certain.
   */
  readonly passesOnImports?: 'always' | 'never';
  /**
   * Whether the facts of a module list all its exports. `always`: a module without exports has none.
   * `ifAny`: one without exports may still declare globals. Where undefined, nothing follows from a gap.
   */
  readonly listsExports?: 'always' | 'ifAny';
}

/** Facts about declarations that matching the words of documentation needs. */
interface DeclarationFacts {
  /** Parts of one thing may lie in several files of a folder: partial classes, headers, Go packages. */
  readonly declaresAcrossFolder?: boolean;
  /** Go: each folder is a package, which imports name by its path. */
  readonly readFolderPackages?: (
    configFiles: ReadonlyMap<RepoPath, string>,
    files: readonly ImportingFile[],
  ) => FolderPackages;
  /** Ends of the paths of a module that is named by folder and stem: `/mod.rs`. */
  readonly moduleEndings?: readonly string[];
  /** How prose names a module: by dotted path from the root (`shop.stock`), or by its package's name. */
  readonly modulesInProse?: 'dotted' | 'package';
  /** A module inside a package is imported like a name of the package. */
  readonly importsSubmodules?: boolean;
  /** Separator of a namespace and its member in prose, for languages where it is not `.`. */
  readonly memberSeparator?: '::';
  /** Several declarations may specialise one template; the shortest signature is the template's. */
  readonly specializesTemplates?: boolean;
  /** Public members begin with a capital letter: by convention, or because that is what exports them. */
  readonly capitalizedMembers?: 'convention' | 'exported';
  /**
   * A method and the private field that it returns may share a name; the exported one is preferred.
   */
  readonly accessorsShareFieldNames?: boolean;
  /** How an instance is made: by calling the type, or by a literal of it. Undefined: by `new`. */
  readonly construction?: 'call' | 'literal';
  /** All members of a type are in its own text or in that of its bases. */
  readonly closedTypes?: boolean;
  /** Matches the signature of a function that another type gets as a member. */
  readonly extensionMember?: RegExp;
  /** Classes are extended while the program runs, so any method may belong to any type. */
  readonly openClasses?: boolean;
  /** The type that a top-level method belongs to, by its signature. */
  readonly receiverType?: (signature: string) => string | undefined;
  /** The types that a signature names. Undefined: types follow names, as in `total: Price`. */
  readonly signatureTypes?: SignatureTypes;
  /**
   * How parameters are read from a declaration's text; undefined if the text does not show what a
   * call needs.
   */
  readonly parameterRules?: ParameterRules;
}

/** How code is read from text or from a page's code blocks. */
interface CodeFacts {
  /** Comments begin with `#`, and not with `//`. */
  readonly hashComments?: boolean;
  /** Its grammar has functions so large that V8 must not optimise them (`parse/grammar.ts`). */
  readonly isCostlyToOptimize?: boolean;
  /** Names in a code block cannot be followed to declarations. */
  readonly hasNoSnippets?: boolean;
  /** How the arguments of a call in a code block are counted. Undefined: they are not. */
  readonly callArguments?: 'positional' | 'named';
  /** `@name` above a declaration calls the function `name`. */
  readonly hasDecorators?: boolean;
  /** A function without a body in a code block shows one that the project declares. */
  readonly showsBodilessFunctions?: boolean;
  /** A name is looked up from inside outwards; of several candidates the last is the outermost. */
  readonly looksUpOutwards?: boolean;
  /** A call in the body of a class without a receiver is one of a method of its base. */
  readonly callsBaseInClassBody?: boolean;
}

interface LanguageBase
  extends LanguageNames,
    LanguageFiles,
    ResolutionFacts,
    DeclarationFacts,
    CodeFacts {
  /** Declarations of well-known packages. Files of such languages also share global names. */
  readonly outside?: OutsideDeclarations;
  /** The language family. Modules of one language of a family can import modules of another. */
  readonly family: string;
  readonly support: Support;
  readonly createModuleResolver: (layout: ProjectLayout, packages: Packages) => ModuleResolver;
}

/** A way to parse a text. */
export interface Reading {
  /** File name of the grammar, if it is another one. */
  readonly grammar?: string;
  readonly preParse: (text: string) => string;
}

/** A language that is parsed with a grammar. */
export interface GrammarLanguage extends LanguageBase {
  /** How its files are read for what they register with frameworks. */
  readonly registrations?: RegistrationReader;
  /** File name of the grammar in the package's grammars folder. */
  readonly grammar: string;
  /**
   * Returns the text for the parser and the grammar to use, if the parser must not see the whole
   * file. Omitted parts are blanked, so offsets stay valid.
   */
  readonly view?: (text: string) => { readonly text: string; readonly grammar: string };
  /** Rewrites the text so that the grammar can read it; the length must not change. */
  readonly preParse?: (text: string) => string;
  /**
   * Instead of {@link preParse}: ways to read a text, to try in turn while the parser reports errors.
   * The last counts.
   */
  readonly readings?: (text: string) => readonly Reading[];
  /** Extracts the facts of a file; `text` is the result of {@link view}. */
  readonly extract: (parsed: ParsedTree, text: string, path: RepoPath) => FileFacts;
}

/**
 * Extracts facts from a code snippet in a page; `word` is the page's name for the language. Returns
 * undefined if the language is not known. Line numbers count from `line`.
 */
export type ReadSnippet = (
  word: string,
  code: string,
  line: number,
) => Promise<(SnippetFacts & { readonly language: string }) | undefined>;

/** A language that is read without a grammar. */
export interface TextLanguage extends LanguageBase {
  readonly grammar?: undefined;
  /**
   * Whether its files are documentation: ranked apart from code in search and resolved after code.
   */
  readonly isPage?: true;
  /** Whether its files are written for people although they are no pages. */
  readonly isProse?: true;
  /**
   * Set for languages of settings or data: the size limit for settings. Larger files, and files
   * among fixtures, count as data.
   */
  readonly settingsBytesMax?: number;
  readonly extractText: (
    text: string,
    path: RepoPath,
    readSnippet: ReadSnippet,
  ) => FileFacts | Promise<FileFacts>;
}

/** One language, as data and pure functions. To add a language, add a folder under `languages`. */
export type Language = GrammarLanguage | TextLanguage;
