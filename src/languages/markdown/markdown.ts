/** Pages of documentation. MDX is read as Markdown: its elements are HTML, its imports prose. */
import type { TextLanguage } from '../language.ts';
import { pathModules } from '../path-modules.ts';

function markdown(id: string, title: string, extensions: readonly string[]): TextLanguage {
  return {
    id,
    title,
    extensions,
    family: 'markdown',
    support: 'parts',
    isPage: true,
    extractText: async (text, path, readSnippet) => {
      // The parser takes some 30 ms to load, which only indexing pages should cost.
      const { pageFacts } = await import('./page.ts');
      return pageFacts({ language: id, text, path }, readSnippet);
    },
    createModuleResolver: pathModules(extensions),
  };
}

export const PAGE_LANGUAGES: readonly TextLanguage[] = [
  markdown('markdown', 'Markdown', ['.md', '.markdown']),
  markdown('mdx', 'MDX', ['.mdx']),
];
