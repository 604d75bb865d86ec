import { assert } from '../base/assert.ts';
import type { FolderPackages, ImportingFile } from '../extractors/folder-packages.ts';
import type { Language, OutsideDeclarations } from '../extractors/language.ts';
import type { RepoPath } from '../model/path.ts';
import { BASH } from './bash/bash.ts';
import { C, CPP } from './c/c.ts';
import { CSHARP } from './csharp/csharp.ts';
import { DART } from './dart/dart.ts';
import { DOCKERFILE } from './dockerfile/dockerfile.ts';
import { ECMASCRIPT_LANGUAGES } from './ecmascript/ecmascript.ts';
import { ELIXIR } from './elixir/elixir.ts';
import { EMBEDDED_LANGUAGES } from './embedded/embedded.ts';
import { GO } from './go/go.ts';
import { GRAPHQL } from './graphql/graphql.ts';
import { HASKELL } from './haskell/haskell.ts';
import { INI_DATA } from './ini/ini.ts';
import { JAVA } from './java/java.ts';
import { JSON_DATA } from './json/json.ts';
import { KOTLIN } from './kotlin/kotlin.ts';
import { LUA } from './lua/lua.ts';
import { MAKEFILE } from './makefile/makefile.ts';
import { PAGE_LANGUAGES } from './markdown/markdown.ts';
import { OCAML } from './ocaml/ocaml.ts';
import { PHP } from './php/php.ts';
import { PROTO } from './proto/proto.ts';
import { PYTHON } from './python/python.ts';
import { RUBY } from './ruby/ruby.ts';
import { RUST } from './rust/rust.ts';
import { SCALA } from './scala/scala.ts';
import { SQL } from './sql/sql.ts';
import { SWIFT } from './swift/swift.ts';
import { PLAIN_LANGUAGES } from './text-only/plain.ts';
import { TOML_DATA } from './toml/toml.ts';
import { YAML_DATA } from './yaml/yaml.ts';
import { ZIG } from './zig/zig.ts';

export const LANGUAGES: readonly Language[] = [
  ...ECMASCRIPT_LANGUAGES,
  ...EMBEDDED_LANGUAGES,
  PYTHON,
  GO,
  RUST,
  JAVA,
  KOTLIN,
  SCALA,
  CSHARP,
  C,
  CPP,
  RUBY,
  PHP,
  SWIFT,
  BASH,
  DART,
  ELIXIR,
  HASKELL,
  LUA,
  OCAML,
  ZIG,
  SQL,
  PROTO,
  GRAPHQL,
  DOCKERFILE,
  MAKEFILE,
  JSON_DATA,
  YAML_DATA,
  TOML_DATA,
  INI_DATA,
  ...PAGE_LANGUAGES,
  ...PLAIN_LANGUAGES,
];

/** The declarations of packages that languages know. */
export const OUTSIDE: readonly OutsideDeclarations[] = [
  ...new Set(LANGUAGES.flatMap(({ outside }) => outside ?? [])),
];

const BY_ID = new Map(LANGUAGES.map((language) => [language.id, language]));
const BY_EXTENSION = tableOf(({ extensions }) => extensions);
const BY_FILE_NAME = tableOf(({ fileNames }) => fileNames ?? []);
const BY_INTERPRETER = tableOf(({ interpreters }) => interpreters ?? []);

function tableOf(keys: (language: Language) => readonly string[]): ReadonlyMap<string, Language> {
  return new Map(LANGUAGES.flatMap((language) => keys(language).map((key) => [key, language])));
}

/** Returns the language of a file by its name, or undefined if the name is not recognized. */
export function languageOf(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const named = BY_FILE_NAME.get(name);
  if (named !== undefined) return named;
  const dot = name.lastIndexOf('.');
  if (dot < 0) return undefined;
  // For example, `page.ejs.t` is a template, not a Perl test.
  const both = name.slice(name.lastIndexOf('.', dot - 1)).toLowerCase();
  // `Dockerfile.dev` is a Dockerfile; `Gemfile.lock` is data.
  const known = BY_EXTENSION.get(both) ?? BY_EXTENSION.get(name.slice(dot).toLowerCase());
  return known ?? (/\.lock$/.test(name) ? undefined : BY_FILE_NAME.get(name.slice(0, dot)));
}

/**
 * Returns the language of a file with a text. The name decides, unless it has no known extension or
 * one that two languages share.
 */
export function languageOfSource(path: string, text: string): Language | undefined {
  const language = languageOf(path) ?? languageOfScript(text);
  const { extension, otherwise, isOwn } = language?.sharedExtension ?? {};
  const isShared = extension !== undefined && path.toLowerCase().endsWith(extension);
  return isShared && isOwn?.(text) === false ? languageById(otherwise ?? '') : language;
}

/** Whether a file's first line may name its language, because its name has no extension. */
export function mayNameInterpreter(path: string): boolean {
  return !path.slice(path.lastIndexOf('/') + 1).includes('.');
}

/** Returns the language of a script by its first line, such as `#!/usr/bin/env -S python3 -u`. */
export function languageOfScript(text: string): Language | undefined {
  const words = /^#!\s*(.+)/.exec(text)?.[1]?.trim().split(/\s+/) ?? [];
  const programs = words.map((word) => word.slice(word.lastIndexOf('/') + 1));
  const program = programs[0] === 'env' ? programs.find(isProgram) : programs[0];
  if (program === undefined) return undefined;
  return BY_INTERPRETER.get(program) ?? BY_INTERPRETER.get(program.replace(/[\d.]+$/, ''));
}

function isProgram(word: string): boolean {
  return word !== 'env' && !word.startsWith('-') && !word.includes('=');
}

/** Whether a file is documentation; its name alone decides. */
export function isPagePath(path: string): boolean {
  return isPage(languageOf(path));
}

/** Whether documentation is written in a language. */
export function isPageLanguage(id: string): boolean {
  return isPage(languageById(id));
}

/** Whether texts of a language are written for people: documentation, or plain text. */
export function isProseLanguage(id: string): boolean {
  const language = languageById(id);
  return isPage(language) || (language?.grammar === undefined && language?.isProse === true);
}

/** Returns whether an importer of a module of the language also has what that module imports. */
export function passesOnImports(id: string): boolean {
  return languageById(id)?.passesOnImports === 'always';
}

function isPage(language: Language | undefined): boolean {
  return language?.grammar === undefined && language?.isPage === true;
}

const CONFIG_NAMES = new RegExp(
  `^(?:${everyOf(({ configNames }) => configNames)
    .map((name) => name.replaceAll('.', '\\.').replaceAll('*', '.*'))
    .join('|')})$`,
);

function everyOf(read: (language: Language) => readonly string[] | undefined): readonly string[] {
  return LANGUAGES.flatMap((language) => read(language) ?? []);
}

/** Whether a file configures how imports resolve. */
export function isResolutionConfig(path: string): boolean {
  return CONFIG_NAMES.test(path.slice(path.lastIndexOf('/') + 1));
}

/** Paths of configs that those in `texts` extend, in any language, and that are not among them. */
export function missingConfigBases(texts: ReadonlyMap<string, string>): readonly string[] {
  return everyOf(({ missingConfigBases: missing }) => missing?.(texts));
}

/** Gitignore patterns of files that the tools of any language download or generate. */
export const LANGUAGE_EXCLUDES = everyOf(({ excludes }) => excludes);

/** Ends of paths of modules that are named by folder and stem. */
export const MODULE_ENDINGS = everyOf(({ moduleEndings }) => moduleEndings);

const PACKAGE_EXTENSIONS = new Set(everyOf(({ packageExtensions }) => packageExtensions));

/** Whether the folder of a file is a package, whatever it is called. */
export function isInPackage(path: string): boolean {
  return PACKAGE_EXTENSIONS.has(path.slice(path.lastIndexOf('.')));
}

const DECLARATION_FILES = LANGUAGES.flatMap((one) => Object.entries(one.declarationFiles ?? {}));

/** Returns the paths that may implement a file which only declares; empty for other files. */
export function implementationPaths(path: string): readonly string[] {
  const [ending, implementers] =
    DECLARATION_FILES.find(([declaring]) => path.endsWith(declaring)) ?? [];
  if (ending === undefined) return [];
  return (implementers ?? []).map((own) => path.slice(0, -ending.length) + own);
}

/** The packages of the one language in which folders are packages. */
export function readFolderPackages(
  configFiles: ReadonlyMap<RepoPath, string>,
  files: readonly ImportingFile[],
): FolderPackages {
  const language = LANGUAGES.find((one) => one.readFolderPackages !== undefined);
  assert(language?.readFolderPackages !== undefined, 'no language has folders as packages');
  return language.readFolderPackages(configFiles, files);
}

/** Returns the id of the language whose modules are named in this form in prose. */
export function languageOfProse(form: NonNullable<Language['modulesInProse']>): string {
  const language = LANGUAGES.find(({ modulesInProse }) => modulesInProse === form);
  assert(language !== undefined, `no language names its modules by ${form}`);
  return language.id;
}

export function languageByAlias(alias: string): Language | undefined {
  return LANGUAGES.find(({ aliases }) => aliases?.includes(alias));
}

/** Ids of all languages that a word means, in any case: `js` means JavaScript and JSX. */
export function languagesNamed(word: string): readonly string[] {
  const name = word.trim().toLowerCase();
  const named = LANGUAGES.filter(
    ({ id, aliases = [], groupNames = [] }) =>
      id === name || aliases.includes(name) || groupNames.includes(name),
  );
  return named.map(({ id }) => id);
}

export function languageById(id: string): Language | undefined {
  return BY_ID.get(id);
}

/** Every accepted name of a language other than its id → the ids that it selects, sorted by name. */
export function languageWords(): Readonly<Record<string, readonly string[]>> {
  const words = LANGUAGES.flatMap(({ aliases = [], groupNames = [] }) => [
    ...aliases,
    ...groupNames,
  ]);
  return Object.fromEntries([...new Set(words)].sort().map((word) => [word, languagesNamed(word)]));
}
