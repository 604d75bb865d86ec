/** Returns instructions for connecting MCP clients to this program, ready to paste. */
export function connectText(request: {
  readonly programPath: string;
  /**
   * Path of the configuration file, if there is one; otherwise clients start in the project's
   * folder.
   */
  readonly configPath: string | undefined;
  readonly root: string;
}): string {
  const { programPath, configPath, root } = request;
  const args = [
    programPath,
    'mcp',
    ...(configPath === undefined ? ['--dir', root] : ['--config', configPath]),
  ];
  const servers = { mcpServers: { 'graph-memory': { command: 'node', args } } };
  return [
    'Claude Code:',
    `  ${claudeCommand(args)}`,
    'Other clients (Claude Desktop, Cursor, …), in their MCP configuration:',
    ...JSON.stringify(servers, undefined, 2)
      .split('\n')
      .map((line) => `  ${line}`),
  ].join('\n');
}

/** The shell command that adds this program to Claude Code; `args` begin with the path of the program. */
export function claudeCommand(args: readonly string[]): string {
  return `claude mcp add graph-memory -- node ${args.map(shellWord).join(' ')}`;
}

function shellWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
