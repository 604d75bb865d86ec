/** Finds Django's settings: assignments of its settings modules, and reads of `django.conf.settings`. */
import { allMatches } from '../../base/all-matches.ts';
import { escapePattern } from '../../base/escape-pattern.ts';
import { callParts } from './call-parts.ts';
import { oneLine } from './code-tree.ts';
import type { FoundSetting, SettingText } from './setting-text.ts';

/** `from django.conf import settings`, perhaps under another name */
const IMPORT =
  /^[ \t]*from\s+django\.conf\s+import\s+\(?[^\n)]*?\bsettings\b(?:[ \t]+as[ \t]+(\w+))?/m;
const MODULE =
  /(?:^|\/)settings(?:\/\w+)?\.py$|(?:^|\/)\w+_settings\.py$|(?:^|\/)settings_\w+\.py$/;
/** Marks of Django in a settings module: its own names, or another settings module under it. */
const DJANGO = /django|INSTALLED_APPS|^from\s+\.\w*\s+import\s+\*/im;
const NAME = /^[A-Z][A-Z\d_]+$/;
const ASSIGNMENT = /^[^=]*=\s*([\s\S]+)$/;
const VALUE_CHARACTERS_MAX = 200;

export function isSettingsModule(path: string): boolean {
  return MODULE.test(path);
}

/** Returns the name of Django's settings in a file. */
export function settingsObject({ text }: SettingText): string | undefined {
  if (!text.includes('django.conf')) return undefined;
  const match = IMPORT.exec(text);
  return match === null ? undefined : (match[1] ?? 'settings');
}

export function djangoSettings(source: SettingText): FoundSetting[] {
  const object = settingsObject(source);
  return [...moduleSettings(source), ...(object === undefined ? [] : settingReads(source, object))];
}

function moduleSettings({ text, facts: { path, declarations } }: SettingText): FoundSetting[] {
  if (!isSettingsModule(path) || !DJANGO.test(text)) return [];
  return declarations.flatMap(({ kind, name, parent, start, end }, declaration): FoundSetting[] => {
    if (kind !== 'variable' || parent >= 0 || !NAME.test(name)) return [];
    const value = ASSIGNMENT.exec(text.slice(start, end))?.[1];
    return [
      {
        ...({ name, form: 'key', role: 'declares', offset: start, declaration } as const),
        isOwn: true,
        ...(value === undefined ? {} : { default: oneLine(value.slice(0, VALUE_CHARACTERS_MAX)) }),
      },
    ];
  });
}

/** Finds `settings.NAME`, and `getattr(settings, "NAME", default)`. */
function settingReads({ text, tree }: SettingText, object: string): FoundSetting[] {
  const found: FoundSetting[] = [];
  const add = (name: string, offset: number, end: number, value?: string) => {
    if (!tree.isCode(offset)) return;
    const around = tree.fallback(offset, end);
    const fallback = value === undefined ? around : { ...around, default: oneLine(value) };
    found.push({ name, form: 'key', role: 'reads', offset, ...fallback });
  };
  const own = escapePattern(object);
  const member = new RegExp(
    `(?<![\\w.])${own}\\.([A-Z][A-Z\\d_]+)\\b(?!\\s*(?::[^\\n=]*)?=[^=])`,
    'g',
  );
  for (const { 0: all, 1: name = '', index } of allMatches(text, member))
    add(name, index, index + all.length);
  const byText = new RegExp(
    `\\b(?:get|has)attr\\(\\s*${own}\\s*,\\s*(["'])([A-Z][A-Z\\d_]+)\\1`,
    'g',
  );
  for (const { 0: all, 2: name = '', index } of allMatches(text, byText)) {
    const call = callParts(text, index + all.indexOf('('), true);
    add(name, index, call?.end ?? index + all.length, call?.positional[2]);
  }
  return found;
}
