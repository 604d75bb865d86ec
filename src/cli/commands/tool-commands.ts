import { codeGetFileSymbols } from '../../tools/code-get-file-symbols.ts';
import { codeGetSymbol } from '../../tools/code-get-symbol.ts';
import { codeSearch } from '../../tools/code-search.ts';
import { graphNeighbors } from '../../tools/graph-neighbors.ts';
import { indexStatus } from '../../tools/index-status.ts';
import { listProjects } from '../../tools/list-projects.ts';
import type { ToolCommand } from './tool-command.ts';

/** The commands that are nothing but a tool. */
export const TOOL_COMMANDS: readonly ToolCommand[] = [
  {
    command: 'search',
    tool: codeSearch,
    summary: 'find code by meaning or by name',
    positional: { parameter: 'query', syntax: '<query...>' },
    examples: [
      'graph-memory search where are passwords hashed',
      "graph-memory search retry --kinds function --paths 'src/**' --max-results 5",
      'graph-memory search parse config --json',
    ],
  },
  {
    command: 'symbol',
    tool: codeGetSymbol,
    summary: 'show one symbol: body, signature, doc, who uses it',
    positional: { parameter: 'symbol', syntax: '<symbol>' },
    examples: [
      'graph-memory symbol src/auth.ts::UserService::login',
      'graph-memory symbol UserService.login',
      'graph-memory symbol src/auth.ts:42 --max-tokens 500',
    ],
  },
  {
    command: 'outline',
    tool: codeGetFileSymbols,
    summary: 'list the symbols of a file',
    positional: { parameter: 'path', syntax: '<path>' },
    examples: [
      'graph-memory outline src/auth.ts',
      'graph-memory outline src/auth.ts --kinds method --detail locations',
    ],
  },
  {
    command: 'neighbors',
    tool: graphNeighbors,
    summary: 'list who uses a symbol and what it uses',
    positional: { parameter: 'symbol', syntax: '<symbol>' },
    examples: [
      'graph-memory neighbors UserService.login --direction in --kinds calls',
      'graph-memory neighbors src/auth.ts --kinds imports --json',
    ],
  },
  {
    command: 'status',
    tool: indexStatus,
    summary: 'show what is and is not in the index',
    examples: ['graph-memory status', 'graph-memory status --project my-app --json'],
  },
  {
    command: 'projects',
    tool: listProjects,
    summary: 'list the projects of the configuration',
    examples: ['graph-memory projects', 'graph-memory projects --json'],
  },
];
