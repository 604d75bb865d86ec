import { scannedLanguage } from '../../extractors/line-scanner/scan.ts';

export const GRAPHQL = scannedLanguage(
  {
    id: 'graphql',
    title: 'GraphQL',
    extensions: ['.graphql', '.gql', '.graphqls'],
    aliases: ['gql'],
  },
  {
    parts: [
      {
        pattern: /^(?:extend\s+)?(?:type|input)\s+(?<name>\w+)/gm,
        kind: 'class',
        until: 'indented',
      },
      {
        pattern: /^(?:extend\s+)?interface\s+(?<name>\w+)/gm,
        kind: 'interface',
        until: 'indented',
      },
      { pattern: /^(?:extend\s+)?enum\s+(?<name>\w+)/gm, kind: 'enum', until: 'indented' },
      {
        pattern: /^(?:extend\s+)?(?:union|scalar)\s+(?<name>\w+)/gm,
        kind: 'typeAlias',
        until: 'indented',
      },
      { pattern: /^directive\s+@(?<name>\w+)/gm, kind: 'function', until: 'indented' },
      {
        pattern: /^(?:query|mutation|subscription|fragment)\s+(?<name>\w+)/gm,
        kind: 'function',
        until: 'indented',
      },
    ],
    imports: /^#\s*import\s+["'](?<path>[^"']+)["']/gm,
    comment: /^\s*#/,
  },
);
