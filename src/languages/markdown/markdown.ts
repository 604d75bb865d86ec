/** Documentation pages. MDX is read as Markdown: its elements are HTML, its imports are prose. */
import type { LanguageNames, TextLanguage } from '../../extractors/language.ts';
import { pathModules } from '../../extractors/path-modules.ts';
import type { Block } from './block.ts';

/** Names of documentation pages that may have no extension. */
const PAGE_NAMES = ['README', 'CHANGELOG', 'CHANGES', 'CONTRIBUTING', 'HISTORY', 'NEWS'];

type Reader = () => Promise<{ readonly readBlocks: (text: string) => readonly Block[] }>;

// Loaded lazily: the parser takes about 30 ms to load, which only page indexing should pay for.
const readMarkdown: Reader = () => import('./blocks.ts');
const readRst: Reader = () => import('./rst-blocks.ts');

interface PageLanguage extends LanguageNames {
  readonly reader: Reader;
}

function page({ reader, ...own }: PageLanguage): TextLanguage {
  const { id, extensions } = own;
  return {
    ...own,
    family: 'markdown',
    support: 'parts',
    isPage: true,
    extractText: async (text, path, readSnippet) => {
      const { pageFacts } = await import('./page.ts');
      const { readBlocks: read } = await reader();
      return pageFacts({ language: id, text, path, read }, readSnippet);
    },
    createModuleResolver: pathModules(extensions),
  };
}

export const PAGE_LANGUAGES: readonly TextLanguage[] = [
  page({
    id: 'markdown',
    title: 'Markdown',
    extensions: ['.md', '.markdown'],
    fileNames: PAGE_NAMES,
    aliases: ['md'],
    reader: readMarkdown,
  }),
  page({
    id: 'mdx',
    title: 'MDX',
    extensions: ['.mdx'],
    groupNames: ['markdown', 'md'],
    reader: readMarkdown,
  }),
  page({ id: 'rst', title: 'reStructuredText', extensions: ['.rst'], reader: readRst }),
];
