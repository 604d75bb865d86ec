import type { FileFacts } from '../model/facts.ts';
import type { SnippetFacts } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import type { FolderPackages, ImportingFile } from './folder-packages.ts';
import type { ParameterRules } from './parameter-rules.ts';
import type { ParsedTree } from './parsed-tree.ts';
import type { SerializedNames } from './serialized-names.ts';
import type { SignatureTypes } from './signature-types.ts';

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

/** How a language is recognised, and what people call it. */
interface LanguageNames {
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** With their dot, lower case. */
  readonly extensions: readonly string[];
  /** Names of files that need no extension to be told; a suffix may follow: `Dockerfile.dev`. */
  readonly fileNames?: readonly string[];
  /** Programs that a first line `#!…` may name. */
  readonly interpreters?: readonly string[];
  /** Other names of this language, lower case: `golang`. They also name it at the head of a code block. */
  readonly aliases?: readonly string[];
  /** Names of several languages of which it is one, lower case: `javascript` includes JSX. */
  readonly groupNames?: readonly string[];
}

/** Which files belong to a language besides its sources. */
interface LanguageFiles {
  /** Files that say how its imports resolve: `go.mod`. A `*` stands for any characters. */
  readonly configNames?: readonly string[];
  /** Paths of configs that those in `texts` extend and that are not among them; sorted. */
  readonly missingConfigBases?: (texts: ReadonlyMap<string, string>) => readonly string[];
  /** The manifest at a project's root that names it; `name` captures the name. */
  readonly manifest?: { readonly fileName: string; readonly name: RegExp };
  /** What its tools download and generate, as gitignore patterns: left out unless asked for. */
  readonly excludes?: readonly string[];
  /** Extensions of files whose folder is a package, even when it is called `static` or `scripts`. */
  readonly packageExtensions?: readonly string[];
}

/** Facts about a language that resolving references needs. */
interface ResolutionFacts {
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
  /** What stands between a namespace and its member in prose, where `.` is not understood. */
  readonly memberSeparator?: '::';
  /** Several declarations may specialise one template; the shortest signature is the template's. */
  readonly specializesTemplates?: boolean;
  /** Public members begin with a capital letter: by convention, or because that is what exports them. */
  readonly capitalizedMembers?: 'convention' | 'exported';
  /** A method and the private field that it returns may share a name; the exported one is meant. */
  readonly accessorsShareFieldNames?: boolean;
  /** A type implements each interface whose methods it has. */
  readonly implicitInterfaces?: boolean;
  /** How an instance is made: by calling the type, or by a literal of it. Undefined: by `new`. */
  readonly construction?: 'call' | 'literal';
  /** All members of a type are in its own text or in that of its bases. */
  readonly closedTypes?: boolean;
  /** Matches the signature of a function that another type gets as a member. */
  readonly extensionMember?: RegExp;
  /** Classes are extended while the program runs, so any method may belong to any type. */
  readonly openClasses?: boolean;
  /** Matches the signature of a macro, which is applied by a mark of its own and never called plainly. */
  readonly macro?: RegExp;
  /** The type that a top-level method belongs to, by its signature. */
  readonly receiverType?: (signature: string) => string | undefined;
  /** The types that a signature names. Undefined: types follow names, as in `total: Price`. */
  readonly signatureTypes?: SignatureTypes;
  /** How parameters are read from a declaration's text. Undefined: they do not tell what a call needs. */
  readonly parameterRules?: ParameterRules;
}

/** How settings files name the members of types that are read from them. */
interface SerializationFacts {
  /** Names that attributes or tags give to members. */
  readonly serializedNames?: SerializedNames;
  /** Matches the signature of a member that is read from a file by its name. */
  readonly serializedMember?: RegExp;
  /** Types that are read are marked as such: a key names their members rather than those of others. */
  readonly marksSerializedTypes?: boolean;
}

/** How code is read from text or from a page's code blocks. */
interface CodeFacts {
  /** Comments begin with `#`, and not with `//`. */
  readonly hashComments?: boolean;
  /** Its programs are run as commands: a short one may only start another. */
  readonly isShell?: boolean;
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
    SerializationFacts,
    CodeFacts {
  /** Modules of one language of a family can import modules of another. */
  readonly family: string;
  readonly support: Support;
  readonly createModuleResolver: (layout: ProjectLayout, packages: Packages) => ModuleResolver;
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
