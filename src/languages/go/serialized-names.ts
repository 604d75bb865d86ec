/** Tags of fields. */
import { innermostDeclaration } from '../../extractors/innermost-declaration.ts';
import { addKey, attributes, type SerializedNames } from '../../extractors/serialized-names.ts';

const TAG = /`([a-z]+:"[^`\n]*")`/g;
const TAG_KEY =
  /\b(?:json|yaml|toml|mapstructure|koanf|hcl|ini|conf|config|xml)[A-Za-z]*:"([\w.-]+)/g;

const read: SerializedNames['read'] = (text, { declarations }, add) => {
  for (const { index, 1: given = '' } of attributes(text, TAG)) {
    const declaration = innermostDeclaration(declarations, index);
    const { kind, name } = declarations[declaration] ?? {};
    if (kind !== 'field') continue;
    for (const [, key = ''] of given.matchAll(TAG_KEY)) {
      addKey(add, key, name, declaration);
    }
  }
};

export const GO_SERIALIZED_NAMES: SerializedNames = { word: /`[a-z]+:"/, read };
