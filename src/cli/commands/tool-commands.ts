import { codeGetFileSymbols } from '../../tools/code-get-file-symbols.ts';
import { codeGetSymbol } from '../../tools/code-get-symbol.ts';
import { codeReferences } from '../../tools/code-references.ts';
import { codeSearch } from '../../tools/code-search.ts';
import { codebaseRead } from '../../tools/codebase-read.ts';
import { codebaseSearchSymbol } from '../../tools/codebase-search-symbol.ts';
import { codebaseSearchText } from '../../tools/codebase-search-text.ts';
import { docsCrossReferences } from '../../tools/docs/docs-cross-references.ts';
import { docsGetSection } from '../../tools/docs/docs-get-section.ts';
import { docsGetToc } from '../../tools/docs/docs-get-toc.ts';
import { docsSearch } from '../../tools/docs/docs-search.ts';
import { entrypoints } from '../../tools/entry-points/entrypoints.ts';
import { explain } from '../../tools/explain.ts';
import { gitChangedFiles } from '../../tools/git/git-changed-files.ts';
import { gitChangedSnippets } from '../../tools/git/git-changed-snippets.ts';
import { gitSummary } from '../../tools/git/git-summary.ts';
import { graphDiff } from '../../tools/git/graph-diff.ts';
import { graphMatch } from '../../tools/graph/graph-match.ts';
import { graphNeighbors } from '../../tools/graph/graph-neighbors.ts';
import { graphPath } from '../../tools/graph/graph-path.ts';
import { graphTraverse } from '../../tools/graph/graph-traverse.ts';
import { impact } from '../../tools/impact.ts';
import { indexStatus } from '../../tools/index-status.ts';
import { listProjects } from '../../tools/list-projects.ts';
import { projectMap } from '../../tools/map/project-map.ts';
import { overview } from '../../tools/overview/overview.ts';
import { toolSearch } from '../../tools/registry.ts';
import { retrieve } from '../../tools/retrieve/retrieve.ts';
import type { Tool } from '../../tools/tool.ts';

/** How a tool appears on the command line; everything else is defined by the tool itself. */
export interface ToolCommand {
  /** Name of the command and its positional parameters: `read <paths...>`. */
  readonly usage: string;
  readonly tool: Tool;
  readonly summary: string;
  /** Whether the words of a list are one item: a question without quotes. */
  readonly isOne?: boolean;
  /** Letters of parameters that other tools of the kind have: `-i` of grep. */
  readonly letters?: Readonly<Record<string, string>>;
  /** Arguments of the command in examples. */
  readonly examples: readonly string[];
}

/** Returns the name of a command. */
export function nameOf({ usage }: ToolCommand): string {
  return usage.split(' ', 1)[0] ?? '';
}

/** Commands that only call a tool. */
export const TOOL_COMMANDS: readonly ToolCommand[] = [
  {
    usage: 'overview',
    tool: overview,
    summary: 'show purpose, folders, entry points and central symbols',
    examples: ['', '--json'],
  },
  {
    usage: 'search <query...>',
    tool: codeSearch,
    summary: 'find code by meaning or by name',
    examples: [
      'where are passwords hashed',
      "retry --kind function --path-glob 'src/**' --max-results 5",
      'parse config --json',
    ],
  },
  {
    usage: 'explain <about...>',
    tool: explain,
    summary: 'answer a question with whole code and its surroundings',
    isOne: true,
    examples: [
      'how are passwords hashed',
      'UserService.login --max-tokens 6000',
      'src/auth.ts --format mermaid',
    ],
  },
  {
    usage: 'grep <query>',
    tool: codebaseSearchText,
    summary: 'find lines by text or by regular expression',
    letters: { ignore_case: 'i', whole_word: 'w', regex: 'E' },
    examples: [
      "'throw new' --path-glob 'src/**' --context-lines 2",
      "'v\\d+\\.\\d+' --regex --ignore-case",
    ],
  },
  {
    usage: 'find <symbol>',
    tool: codebaseSearchSymbol,
    summary: 'list the symbols with a name',
    examples: ['Cart.add', 'parse --match prefix --kind fn --max-results 50'],
  },
  {
    usage: 'read <paths...>',
    tool: codebaseRead,
    summary: 'show lines of files, secrets masked',
    examples: ['src/auth.ts:10-40', 'src/auth.ts::UserService::login src/main.ts:1-20'],
  },
  {
    usage: 'symbol <symbols...>',
    tool: codeGetSymbol,
    summary: 'show symbols: body, signature, doc, who uses them',
    examples: [
      'src/auth.ts::UserService::login',
      'UserService.login UserService.logout',
      'src/auth.ts:42 --with callers --with types --max-tokens 2000',
      'UserService.login --history',
    ],
  },
  {
    usage: 'outline <paths...>',
    tool: codeGetFileSymbols,
    summary: 'list the symbols of files',
    examples: ['src/auth.ts src/main.ts', 'src/auth.ts --kinds method --detail locations'],
  },
  {
    usage: 'references <symbol>',
    tool: codeReferences,
    summary: 'list who calls, extends, references or imports a symbol',
    examples: [
      'UserService.login',
      'UserService --kinds extends --kinds implements',
      'Store.get --overrides --max-tokens 2000 --json',
    ],
  },
  {
    usage: 'impact <symbols...>',
    tool: impact,
    summary: 'list everything to change when symbols change',
    examples: ['UserService.login', 'Cart.add Cart.remove --change rename --max-tokens 6000'],
  },
  {
    usage: 'traverse <symbol>',
    tool: graphTraverse,
    summary: 'walk the graph from a symbol over several steps',
    examples: [
      'UserService.login --depth 3',
      'src/main.ts --direction out --kinds imports --depth 4',
      "Cart --direction out --kinds calls --paths 'src/**' --json",
      'main --direction out --to Database.query --tests no --depth 6',
    ],
  },
  {
    usage: 'match <pattern>',
    tool: graphMatch,
    summary: 'find chains of symbols that match a pattern of kinds and edges',
    examples: [
      "'class -extends-> class:Base*'",
      "'function -calls-> method <-contains- class:*Store' --json",
    ],
  },
  {
    usage: 'path <from> <to>',
    tool: graphPath,
    summary: 'show how one symbol uses another',
    examples: [
      'main UserService.login',
      'src/main.ts src/db.ts --kinds imports --max-results 5',
      'Checkout.pay sumCents --json',
    ],
  },
  {
    usage: 'map',
    tool: projectMap,
    summary: 'show the folders, their layers and cycles',
    examples: ['', '--json'],
  },
  {
    usage: 'retrieve <query...>',
    tool: retrieve,
    summary: 'retrieve context by layer, for pipelines',
    examples: [
      'how are carts totalled --layers C1 --layers C3 --json',
      'checkout --path-prefixes src/ --top-k 3',
    ],
  },
  {
    usage: 'entrypoints [route...]',
    tool: entrypoints,
    summary: 'list routes, commands and jobs, with their handlers',
    examples: ["'POST /users/{id}'", "'/api/**' --tree", '--type cli --json'],
  },
  {
    usage: 'neighbors <symbol>',
    tool: graphNeighbors,
    summary: 'list the edges of one symbol, with the code of each',
    examples: [
      'UserService.login --direction in --kinds calls',
      'src/auth.ts --kinds imports --json',
    ],
  },
  {
    usage: 'graph-diff [from] [to]',
    tool: graphDiff,
    summary: 'list symbols and edges that differ between two revisions',
    examples: ['HEAD~1 HEAD', "main --only nodes --path-glob 'src/**' --json"],
  },
  {
    usage: 'git-summary',
    tool: gitSummary,
    summary: 'show branch, upstream and the number of changed files',
    examples: ['', '--json'],
  },
  {
    usage: 'changed-files',
    tool: gitChangedFiles,
    summary: 'list the files that differ from HEAD, with the symbols touched',
    examples: ['', "--path-glob 'src/**' --json"],
  },
  {
    usage: 'changed-snippets',
    tool: gitChangedSnippets,
    summary: 'show the changed lines, secrets masked',
    examples: ['', "--path-glob 'src/**' --max-lines 100"],
  },
  {
    usage: 'status',
    tool: indexStatus,
    summary: 'show what is and is not in the index',
    examples: ['', '--project my-app --json'],
  },
  {
    usage: 'tools [query...]',
    tool: toolSearch,
    summary: 'find the tool for a task',
    examples: ['', 'what does a diff break'],
  },
  {
    usage: 'projects',
    tool: listProjects,
    summary: 'list the projects of the configuration',
    examples: ['', '--json'],
  },
];

/** Commands about documentation, below `docs`. */
export const DOCS_COMMANDS: readonly ToolCommand[] = [
  {
    usage: 'search <query...>',
    tool: docsSearch,
    summary: 'find sections by their content',
    examples: ['how are tokens refreshed', "install --path-glob 'docs/**' --max-results 3"],
  },
  {
    usage: 'section <section>',
    tool: docsGetSection,
    summary: 'show one section and the code it describes',
    examples: ['README.md#install', "'docs/auth.md::Sign in::Tokens'"],
  },
  {
    usage: 'toc [path]',
    tool: docsGetToc,
    summary: 'list pages and their headings',
    examples: ['--depth 1', 'docs/auth.md'],
  },
  {
    usage: 'refs <symbol>',
    tool: docsCrossReferences,
    summary: 'list docs and examples of a symbol, or the code a section describes',
    examples: ['loginUser', 'docs/auth.md#tokens --json'],
  },
];
