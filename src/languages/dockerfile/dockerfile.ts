import { imageStarts } from '../../extractors/line-scanner/line-starts.ts';
import { scannedLanguage } from '../../extractors/line-scanner/scan.ts';

export const DOCKERFILE = scannedLanguage(
  {
    id: 'dockerfile',
    title: 'Dockerfile',
    aliases: ['docker'],
    extensions: ['.dockerfile'],
    fileNames: ['Dockerfile', 'Containerfile'],
  },
  {
    parts: [
      // A named build stage.
      {
        pattern: /^FROM\s+(?:--\S+\s+)*\S+\s+AS\s+(?<name>\S+)/gim,
        kind: 'namespace',
        until: 'line',
      },
      { pattern: /^(?:ARG|ENV)\s+(?<name>\w+)/gim, kind: 'variable', until: 'line' },
    ],
    comment: /^\s*#/,
    starts: imageStarts,
  },
);
