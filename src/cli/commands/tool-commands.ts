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
  readonly command: string;
  readonly tool: Tool;
  readonly summary: string;
  /** Positional parameters, if any. */
  readonly positionals?: readonly {
    readonly parameter: string;
    readonly syntax: string;
    /** Whether several words are one item of a list: a question without quotes. */
    readonly isOne?: boolean;
  }[];
  /** Letters of parameters that other tools of the kind have: `-i` of grep. */
  readonly letters?: Readonly<Record<string, string>>;
  readonly examples: readonly string[];
}

/** Commands that only call a tool. */
export const TOOL_COMMANDS: readonly ToolCommand[] = [
  {
    command: 'overview',
    tool: overview,
    summary: 'show purpose, folders, entry points and central symbols',
    examples: ['graph-memory overview', 'graph-memory overview --json'],
  },
  {
    command: 'search',
    tool: codeSearch,
    summary: 'find code by meaning or by name',
    positionals: [{ parameter: 'query', syntax: '<query...>' }],
    examples: [
      'graph-memory search where are passwords hashed',
      "graph-memory search retry --kind function --path-glob 'src/**' --max-results 5",
      'graph-memory search parse config --json',
    ],
  },
  {
    command: 'explain',
    tool: explain,
    summary: 'answer a question with whole code and its surroundings',
    positionals: [{ parameter: 'about', syntax: '<about...>', isOne: true }],
    examples: [
      'graph-memory explain how are passwords hashed',
      'graph-memory explain UserService.login --max-tokens 6000',
      'graph-memory explain src/auth.ts --format mermaid',
    ],
  },
  {
    command: 'grep',
    tool: codebaseSearchText,
    summary: 'find lines by text or by regular expression',
    positionals: [{ parameter: 'query', syntax: '<text>' }],
    letters: { ignore_case: 'i', whole_word: 'w', regex: 'E' },
    examples: [
      "graph-memory grep 'throw new' --path-glob 'src/**' --context-lines 2",
      "graph-memory grep 'v\\d+\\.\\d+' --regex --ignore-case",
    ],
  },
  {
    command: 'find',
    tool: codebaseSearchSymbol,
    summary: 'list the symbols with a name',
    positionals: [{ parameter: 'symbol', syntax: '<name>' }],
    examples: [
      'graph-memory find Cart.add',
      'graph-memory find parse --match prefix --kind fn --max-results 50',
    ],
  },
  {
    command: 'read',
    tool: codebaseRead,
    summary: 'show lines of files, secrets masked',
    positionals: [{ parameter: 'paths', syntax: '<paths...>' }],
    examples: [
      'graph-memory read src/auth.ts:10-40',
      'graph-memory read src/auth.ts::UserService::login src/main.ts:1-20',
    ],
  },
  {
    command: 'symbol',
    tool: codeGetSymbol,
    summary: 'show symbols: body, signature, doc, who uses them',
    positionals: [{ parameter: 'symbols', syntax: '<symbols...>' }],
    examples: [
      'graph-memory symbol src/auth.ts::UserService::login',
      'graph-memory symbol UserService.login UserService.logout',
      'graph-memory symbol src/auth.ts:42 --with callers --with types --max-tokens 2000',
      'graph-memory symbol UserService.login --history',
    ],
  },
  {
    command: 'outline',
    tool: codeGetFileSymbols,
    summary: 'list the symbols of files',
    positionals: [{ parameter: 'paths', syntax: '<paths...>' }],
    examples: [
      'graph-memory outline src/auth.ts src/main.ts',
      'graph-memory outline src/auth.ts --kinds method --detail locations',
    ],
  },
  {
    command: 'references',
    tool: codeReferences,
    summary: 'list who calls, extends, references or imports a symbol',
    positionals: [{ parameter: 'symbol', syntax: '<symbol>' }],
    examples: [
      'graph-memory references UserService.login',
      'graph-memory references UserService --kinds extends --kinds implements',
      'graph-memory references Store.get --overrides --max-tokens 2000 --json',
    ],
  },
  {
    command: 'impact',
    tool: impact,
    summary: 'list everything to change when symbols change',
    positionals: [{ parameter: 'symbols', syntax: '<symbols...>' }],
    examples: [
      'graph-memory impact UserService.login',
      'graph-memory impact Cart.add Cart.remove --change rename --max-tokens 6000',
    ],
  },
  {
    command: 'traverse',
    tool: graphTraverse,
    summary: 'walk the graph from a symbol over several steps',
    positionals: [{ parameter: 'symbol', syntax: '<symbol>' }],
    examples: [
      'graph-memory traverse UserService.login --depth 3',
      'graph-memory traverse src/main.ts --direction out --kinds imports --depth 4',
      "graph-memory traverse Cart --direction out --kinds calls --paths 'src/**' --json",
      'graph-memory traverse main --direction out --to Database.query --tests no --depth 6',
    ],
  },
  {
    command: 'match',
    tool: graphMatch,
    summary: 'find chains of symbols that match a pattern of kinds and edges',
    positionals: [{ parameter: 'pattern', syntax: '<pattern>' }],
    examples: [
      "graph-memory match 'class -extends-> class:Base*'",
      "graph-memory match 'function -calls-> method <-contains- class:*Store' --json",
    ],
  },
  {
    command: 'path',
    tool: graphPath,
    summary: 'show how one symbol uses another',
    positionals: [
      { parameter: 'from', syntax: '<from>' },
      { parameter: 'to', syntax: '<to>' },
    ],
    examples: [
      'graph-memory path main UserService.login',
      'graph-memory path src/main.ts src/db.ts --kinds imports --max-results 5',
      'graph-memory path Checkout.pay sumCents --json',
    ],
  },
  {
    command: 'map',
    tool: projectMap,
    summary: 'show the folders, their layers and cycles',
    examples: ['graph-memory map', 'graph-memory map --json'],
  },
  {
    command: 'retrieve',
    tool: retrieve,
    summary: 'retrieve context by layer, for pipelines',
    positionals: [{ parameter: 'query', syntax: '<query...>' }],
    examples: [
      'graph-memory retrieve how are carts totalled --layers C1 --layers C3 --json',
      'graph-memory retrieve checkout --path-prefixes src/ --top-k 3',
    ],
  },
  {
    command: 'entrypoints',
    tool: entrypoints,
    summary: 'list routes, commands and jobs, with their handlers',
    positionals: [{ parameter: 'route', syntax: '[route...]' }],
    examples: [
      "graph-memory entrypoints 'POST /users/{id}'",
      "graph-memory entrypoints '/api/**' --tree",
      'graph-memory entrypoints --type cli --json',
    ],
  },
  {
    command: 'neighbors',
    tool: graphNeighbors,
    summary: 'list the edges of one symbol, with the code of each',
    positionals: [{ parameter: 'symbol', syntax: '<symbol>' }],
    examples: [
      'graph-memory neighbors UserService.login --direction in --kinds calls',
      'graph-memory neighbors src/auth.ts --kinds imports --json',
    ],
  },
  {
    command: 'graph-diff',
    tool: graphDiff,
    summary: 'list symbols and edges that differ between two revisions',
    positionals: [
      { parameter: 'from', syntax: '[from]' },
      { parameter: 'to', syntax: '[to]' },
    ],
    examples: [
      'graph-memory graph-diff HEAD~1 HEAD',
      "graph-memory graph-diff main --only nodes --path-glob 'src/**' --json",
    ],
  },
  {
    command: 'git-summary',
    tool: gitSummary,
    summary: 'show branch, upstream and the number of changed files',
    examples: ['graph-memory git-summary', 'graph-memory git-summary --json'],
  },
  {
    command: 'changed-files',
    tool: gitChangedFiles,
    summary: 'list the files that differ from HEAD, with the symbols touched',
    examples: [
      'graph-memory changed-files',
      "graph-memory changed-files --path-glob 'src/**' --json",
    ],
  },
  {
    command: 'changed-snippets',
    tool: gitChangedSnippets,
    summary: 'show the changed lines, secrets masked',
    examples: [
      'graph-memory changed-snippets',
      "graph-memory changed-snippets --path-glob 'src/**' --max-lines 100",
    ],
  },
  {
    command: 'status',
    tool: indexStatus,
    summary: 'show what is and is not in the index',
    examples: ['graph-memory status', 'graph-memory status --project my-app --json'],
  },
  {
    command: 'tools',
    tool: toolSearch,
    summary: 'find the tool for a task',
    positionals: [{ parameter: 'query', syntax: '[query...]' }],
    examples: ['graph-memory tools', 'graph-memory tools what does a diff break'],
  },
  {
    command: 'projects',
    tool: listProjects,
    summary: 'list the projects of the configuration',
    examples: ['graph-memory projects', 'graph-memory projects --json'],
  },
];

/** Commands about documentation, below `docs`. */
export const DOCS_COMMANDS: readonly ToolCommand[] = [
  {
    command: 'search',
    tool: docsSearch,
    summary: 'find sections by their content',
    positionals: [{ parameter: 'query', syntax: '<query...>' }],
    examples: [
      'graph-memory docs search how are tokens refreshed',
      "graph-memory docs search install --path-glob 'docs/**' --max-results 3",
    ],
  },
  {
    command: 'section',
    tool: docsGetSection,
    summary: 'show one section and the code it describes',
    positionals: [{ parameter: 'section', syntax: '<section>' }],
    examples: [
      'graph-memory docs section README.md#install',
      "graph-memory docs section 'docs/auth.md::Sign in::Tokens'",
    ],
  },
  {
    command: 'toc',
    tool: docsGetToc,
    summary: 'list pages and their headings',
    positionals: [{ parameter: 'path', syntax: '[path]' }],
    examples: ['graph-memory docs toc --depth 1', 'graph-memory docs toc docs/auth.md'],
  },
  {
    command: 'refs',
    tool: docsCrossReferences,
    summary: 'list docs and examples of a symbol, or the code a section describes',
    positionals: [{ parameter: 'symbol', syntax: '<symbol>' }],
    examples: [
      'graph-memory docs refs loginUser',
      'graph-memory docs refs docs/auth.md#tokens --json',
    ],
  },
];
