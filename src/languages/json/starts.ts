/** Keys of JSON files that start something. */

import type { StartRule } from '../../extractors/data-files/starts.ts';

export const JSON_STARTS: readonly StartRule[] = [
  {
    name: 'package.json',
    files: /(?:^|\/)package\.json$/,
    keys: ['bin', 'main', 'scripts.*', 'oclif'],
    with: ['name'],
  },
  { name: 'vercel.json', files: /(?:^|\/)vercel\.json$/, keys: ['crons.*'] },
  {
    name: 'openapi',
    files: /\.json$/,
    text: /^\s*\{?\s*"(?:openapi|swagger)"\s*:/m,
    keys: ['paths.*.*'],
    with: ['basePath', 'servers.*.url'],
    isShort: true,
  },
  {
    name: 'openapi-item',
    files: /\.json$/,
    text: /^\s*\{\s*"(?:get|put|post|delete|patch)"\s*:\s*\{/,
    keys: ['*'],
    isShort: true,
  },
  {
    name: 'openapi-reference',
    files: /\.json$/,
    text: /^\s*\{?\s*"(?:openapi|swagger)"\s*:/m,
    keys: ['paths.*.$ref'],
    with: ['basePath', 'servers.*.url'],
  },
];
