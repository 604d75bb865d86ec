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
import { JAVA } from './java/java.ts';
import { JSON_DATA } from './json/json.ts';
import { KOTLIN } from './kotlin/kotlin.ts';
import type { Language } from './language.ts';
import { LUA } from './lua/lua.ts';
import { MAKEFILE } from './makefile/makefile.ts';
import { PAGE_LANGUAGES } from './markdown/markdown.ts';
import { OCAML } from './ocaml/ocaml.ts';
import { PHP } from './php/php.ts';
import { PLAIN_LANGUAGES } from './plain/plain.ts';
import { PROTO } from './proto/proto.ts';
import { PYTHON } from './python/python.ts';
import { RUBY } from './ruby/ruby.ts';
import { RUST } from './rust/rust.ts';
import { SCALA } from './scala/scala.ts';
import { SQL } from './sql/sql.ts';
import { SWIFT } from './swift/swift.ts';
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
  ...PAGE_LANGUAGES,
  ...PLAIN_LANGUAGES,
];

const BY_ID = new Map(LANGUAGES.map((language) => [language.id, language]));
const BY_EXTENSION = tableOf(({ extensions }) => extensions);
const BY_FILE_NAME = tableOf(({ fileNames }) => fileNames ?? []);
const BY_INTERPRETER = tableOf(({ interpreters }) => interpreters ?? []);

function tableOf(keys: (language: Language) => readonly string[]): ReadonlyMap<string, Language> {
  return new Map(LANGUAGES.flatMap((language) => keys(language).map((key) => [key, language])));
}

/** The language of a file by its name; undefined where the name does not tell. */
export function languageOf(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const named = BY_FILE_NAME.get(name);
  if (named !== undefined) return named;
  const dot = name.lastIndexOf('.');
  if (dot < 0) return undefined;
  // `page.ejs.t` is a template, and no test of Perl's.
  const both = name.slice(name.lastIndexOf('.', dot - 1)).toLowerCase();
  // `Dockerfile.dev` is a Dockerfile; `Gemfile.lock` is data.
  const known = BY_EXTENSION.get(both) ?? BY_EXTENSION.get(name.slice(dot).toLowerCase());
  return known ?? (/\.lock$/.test(name) ? undefined : BY_FILE_NAME.get(name.slice(0, dot)));
}

/** Whether a file's language may stand in its first line: its name has no extension that could tell. */
export function mayNameInterpreter(path: string): boolean {
  return !path.slice(path.lastIndexOf('/') + 1).includes('.');
}

/** The language of a script by its first line: `#!/usr/bin/env -S python3 -u`. */
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

/** Whether a file is documentation; its name always tells. */
export function isPagePath(path: string): boolean {
  const language = languageOf(path);
  return language?.grammar === undefined && language?.isPage === true;
}

const CONFIG_NAMES = new Set(LANGUAGES.flatMap(({ configNames }) => configNames ?? []));
const ECMASCRIPT_CONFIG = /^((ts|js)config.*\.json|package\.json|pnpm-workspace\.yaml)$/;

/** Whether a file says how imports resolve. */
export function isResolutionConfig(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return CONFIG_NAMES.has(name) || ECMASCRIPT_CONFIG.test(name);
}

export function languageById(id: string): Language | undefined {
  return BY_ID.get(id);
}
