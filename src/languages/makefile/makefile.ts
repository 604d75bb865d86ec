import { scannedLanguage } from '../../extractors/line-scanner/scan.ts';

export const MAKEFILE = scannedLanguage(
  {
    id: 'makefile',
    title: 'Makefile',
    aliases: ['make'],
    extensions: ['.mk', '.mak'],
    fileNames: ['Makefile', 'makefile', 'GNUmakefile'],
  },
  {
    parts: [
      {
        pattern:
          /^(?!\.PHONY|\.DEFAULT|\.SUFFIXES)(?<name>[\w./%$(){}-]+)(?:[ \t]+[\w./%$(){}-]+)*[ \t]*:(?![:=])/gm,
        kind: 'function',
        until: 'indented',
      },
      {
        pattern: /^(?:export[ \t]+)?(?<name>[\w.-]+)[ \t]*(?:[:?+!]|::)?=/gm,
        kind: 'variable',
        until: 'line',
      },
      { pattern: /^define[ \t]+(?<name>[\w.-]+)/gm, kind: 'function', until: 'line' },
    ],
    imports: /^[ \t]*-?include[ \t]+(?<path>[\w./-]+)/gm,
    comment: /^#/,
  },
);
