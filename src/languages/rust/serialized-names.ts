/** Attributes of serde and clap. */

import {
  addKey,
  attributes,
  declaredWith,
  type SerializedNames,
} from '../../extractors/serialized-names.ts';
import { READ_TYPE } from '../../model/facts.ts';

const DERIVE = /#\[derive\(([^)\]]{0,400})\)/g;
const SERDE = /#\[serde\(([^\]]{0,400})\)\]/g;
const SERDE_NAME = /\b(?:rename|alias)\s*=\s*"([\w.-]+)"/g;
const ARGUMENT = /#\[(?:arg|clap)\(((?:[^\]"]|"(?:[^"\\]|\\.){0,300}"){0,400})\)\]/g;
const LONG = /(?:^|[,(\s])long\s*(?:,|$)/;
const LONG_ALIAS = /\b(?:visible_)?alias\s*=\s*"([a-z][\w-]*)"/g;

const read: SerializedNames['read'] = (text, { declarations }, add) => {
  for (const { index, 1: derived = '' } of attributes(text, DERIVE)) {
    if (/\bDeserialize\b/.test(derived)) add(READ_TYPE, declaredWith(declarations, index));
  }
  for (const { index, 1: given = '' } of attributes(text, SERDE)) {
    const declaration = declaredWith(declarations, index);
    const { kind, name } = declarations[declaration] ?? {};
    if (kind !== 'field' && kind !== 'enumMember') continue;
    for (const [, key = ''] of given.matchAll(SERDE_NAME)) addKey(add, key, name, declaration);
  }
  for (const { index, 1: given = '' } of attributes(text, ARGUMENT)) {
    const declaration = declaredWith(declarations, index);
    const { kind, name = '' } = declarations[declaration] ?? {};
    if (kind !== 'field') continue;
    if (LONG.test(given)) add(`--${name.replaceAll('_', '-')}`, declaration);
    for (const [, alias = ''] of given.matchAll(LONG_ALIAS)) add(`--${alias}`, declaration);
  }
};

export const RUST_SERIALIZED_NAMES: SerializedNames = {
  word: /Deserialize|#\[(?:arg|clap)\(/,
  read,
};
