/** Settings: values that a program takes from outside, and the code that declares and reads them. */
import type { RepoPath } from './path.ts';
import type { SymbolId } from './symbol.ts';

export const SETTING_FORMS = ['environment', 'flag', 'key'] as const;
type SettingForm = (typeof SETTING_FORMS)[number];

/** Details of a setting that a place gives, as written. */
export interface SettingDetails {
  /** The value that is used if none is given. */
  readonly default?: string;
  /** The whole chain of fall-backs around a read: `env.PORT ?? config.port ?? 5`. */
  readonly fallback?: string;
  /** Type or schema that checks the value. */
  readonly validation?: string;
  readonly doc?: string;
  /** Name of the field that gets the value. */
  readonly field?: string;
  /** The key that the value is bound to: `cache.ttl`. */
  readonly key?: string;
}

/** A place of a file that declares or reads a setting. */
export interface SettingFact extends SettingDetails {
  readonly name: string;
  readonly form: SettingForm;
  /** `mentions`: reads it, if something of that name is declared: `config.PORT`. */
  readonly role: 'declares' | 'reads' | 'mentions';
  /** The innermost declaration around it; −1 for the file. */
  readonly declaration: number;
  /** Whether the declaration is the setting itself, so that its uses read the setting. */
  readonly isOwn?: true;
  readonly line: number;
}

export interface SettingPlace extends SettingDetails {
  readonly path: RepoPath;
  readonly line: number;
  /** The symbol around the place, or the file. */
  readonly symbol: SymbolId;
}

export interface Setting {
  /** Unique: the form and the name. */
  readonly id: string;
  readonly name: string;
  readonly form: SettingForm;
  readonly declarations: readonly SettingPlace[];
  readonly reads: readonly SettingPlace[];
}
