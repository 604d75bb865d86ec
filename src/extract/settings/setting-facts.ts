/**
 * Reads the settings of a file: environment variables, command-line flags, and keys of schemas,
 * settings classes and configuration libraries. Patterns find the places, because such calls look
 * alike in all languages; the syntax tree tells code from text, and gives the chain of fall-backs.
 */
import { allMatches } from '../../base/all-matches.ts';
import { lowerBound } from '../../base/lower-bound.ts';
import type { ParsedTree } from '../../extractors/parsed-tree.ts';
import { languageById } from '../../languages/registry.ts';
import type { FileFacts } from '../../model/facts.ts';
import type { SettingFact } from '../../model/setting.ts';
import { declarationAt } from '../option-flags.ts';
import { CodeTree } from './code-tree.ts';
import { djangoSettings, isSettingsModule } from './django.ts';
import { environmentReads } from './environment.ts';
import { flagDeclarations } from './flags.ts';
import { settingKeys } from './keys.ts';
import type { FoundSetting, SettingText } from './setting-text.ts';

/** Quick check: most files have no settings. */
const GATE =
  /env|option|argument|flag|\barg\b|Arg::|viper|koanf|convict|config|settings|@Value|getProperty/i;
/** A file with more is a table of something else. */
const SETTINGS_MAX = 1000;

export function settingFacts(
  tree: ParsedTree,
  text: string,
  facts: FileFacts,
): readonly SettingFact[] {
  if (!GATE.test(text) && !isSettingsModule(facts.path)) return [];
  const { hashComments = false } = languageById(facts.language) ?? {};
  const source: SettingText = {
    ...{ text, facts, tree: new CodeTree(tree), hasHashComments: hashComments },
  };
  const declared = flagDeclarations(source);
  const all = [
    ...environmentReads(source),
    ...declared,
    ...settingKeys(source),
    ...djangoSettings(source),
    ...flagReads(source, declared),
  ].slice(0, SETTINGS_MAX);
  if (all.length === 0) return [];
  return finished(all, source);
}

/** Adds lines and declarations. Of two at one line the first counts: a read before a mention. */
function finished(all: readonly FoundSetting[], { text, facts }: SettingText): SettingFact[] {
  const lineEnds = allMatches(text, /\n/g).map(({ index }) => index);
  const found = new Map<string, SettingFact>();
  for (const { offset, ...setting } of all) {
    const line = lowerBound(lineEnds, offset) + 1;
    const key = `${setting.form} ${setting.name} ${line} ${setting.role === 'declares'}`;
    if (found.has(key)) continue;
    const declaration = setting.declaration ?? declarationAt(facts.declarations, text, offset);
    const field = setting.role === 'reads' ? fieldBefore(text, offset) : undefined;
    found.set(key, { ...(field === undefined ? {} : { field }), ...setting, declaration, line });
  }
  return [...found.values()].sort((a, b) => a.line - b.line || (a.name < b.name ? -1 : 1));
}

/** A field that is set: `InstanceURL: `, `self.instance_url = `. Names of one word are too common. */
const FIELD_SET =
  /(?<!\b(?:const|let|var|val|final)\s+)(?<![\w$])(\w*(?:[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d])\w*)\s*[:=]\s*$/;

/** Returns the field that gets the value that is read at an offset. */
function fieldBefore(text: string, offset: number): string | undefined {
  return FIELD_SET.exec(text.slice(Math.max(0, offset - BEFORE_CHARACTERS), offset))?.[1];
}

/** The result of an option parser, by its usual names. */
const PARSED =
  /\b(?:args?|opts?|options|argv|flags|parsed|namespace|ns|cli|program|cmd|values)\.([A-Za-z_]\w*)\b/g;

/** Finds reads of the flags of the same file: members of parsed options, and variables of flags. */
function flagReads(source: SettingText, declared: readonly FoundSetting[]): FoundSetting[] {
  const { text, tree } = source;
  const members = new Map<string, string>();
  const found: FoundSetting[] = [];
  const add = (name: string, index: number, length: number): void => {
    if (!tree.isCode(index)) return;
    const fallback = tree.fallback(index, index + length);
    found.push({ name, form: 'flag', role: 'reads', offset: index, ...fallback });
  };
  for (const { name, form, offset } of declared) {
    if (form !== 'flag') continue;
    for (const member of memberNames(name)) members.set(member, name);
    const variable = variableOf(text, offset);
    if (variable === undefined) continue;
    for (const { 0: all, index } of allMatches(text, variable)) add(name, index, all.length);
  }
  if (members.size === 0) return found;
  for (const { 0: all, 1: member = '', index } of allMatches(text, PARSED)) {
    const name = members.get(member);
    if (name !== undefined && text.charAt(index + all.length) !== '(') add(name, index, all.length);
  }
  return found;
}

/** Returns the names of `--dry-run` as a member: `dry_run`, `dryRun`. */
function memberNames(flag: string): readonly string[] {
  const [first = '', ...rest] = flag.replace(/^-+/, '').split('-');
  const capitals = rest.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return [[first, ...rest].join('_'), [first, ...capitals].join('')];
}

const BEFORE_CHARACTERS = 80;

/**
 * Returns a pattern of reads of the variable that gets a flag's value: of the pointer in `port :=
 * flag.Int(…)`, of the target in `flag.IntVar(&port, …)`.
 */
function variableOf(text: string, offset: number): RegExp | undefined {
  const before = text.slice(Math.max(0, offset - BEFORE_CHARACTERS), offset);
  const pointer = /\b(\w+)\s*:?=\s*$/.exec(before)?.[1];
  if (pointer !== undefined) return new RegExp(`\\*${pointer}\\b`, 'g');
  const target = /^[\w.()]+\(\s*&([\w.]+),/.exec(
    text.slice(offset, offset + BEFORE_CHARACTERS),
  )?.[1];
  if (target === undefined) return undefined;
  return new RegExp(`(?<![&\\w.])${target.replaceAll('.', '\\.')}\\b(?!\\s*[:=])`, 'g');
}
