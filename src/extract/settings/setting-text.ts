import type { FileFacts } from '../../model/facts.ts';
import type { SettingFact } from '../../model/setting.ts';
import type { CodeTree } from './code-tree.ts';

/** A file as the readers of settings see it. */
export interface SettingText {
  readonly text: string;
  readonly tree: CodeTree;
  readonly facts: FileFacts;
  readonly hasHashComments: boolean;
}

/** A setting at an offset of the text; the declaration is known if it is the setting itself. */
export interface FoundSetting extends Omit<SettingFact, 'line' | 'declaration'> {
  readonly offset: number;
  readonly declaration?: number;
}
