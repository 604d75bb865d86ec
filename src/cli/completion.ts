/** Scripts that complete commands and flags in a shell. They are static: no call per key. */

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A word that can be completed, and its description. */
interface Word {
  readonly word: string;
  readonly meaning: string;
}

/** A command with what may follow it: its subcommands and flags. */
export interface CompletedCommand extends Word {
  readonly following: readonly Word[];
}

/** Returns the script that a shell has to source. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return SCRIPTS[shell](commands);
}

const SCRIPTS: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: (commands) => `_graph_memory() {
  local words
  case "\${COMP_WORDS[1]}" in
${commands.map(bashCase).join('\n')}
  *) words='' ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words=${quoted(wordsOf(commands))}
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _graph_memory graph-memory
`,
  zsh: (commands) => `#compdef graph-memory
_graph_memory() {
  local -a following
  if (( CURRENT == 2 )); then
    following=(${commands.map(described).join(' ')})
    _describe command following
    return
  fi
  case "$words[2]" in
${commands.map(zshCase).join('\n')}
  esac
  (( $#following )) && _describe option following
  _files
}
compdef _graph_memory graph-memory
`,
  fish: (commands) => commands.flatMap(fishLines).join('\n').concat('\n'),
};

function bashCase({ word, following }: CompletedCommand): string {
  return `  ${word}) words=${quoted(wordsOf(following))} ;;`;
}

function zshCase({ word, following }: CompletedCommand): string {
  return `  ${word}) following=(${following.map(described).join(' ')}) ;;`;
}

function fishLines({ word, meaning, following }: CompletedCommand): string[] {
  const line = (condition: string, one: Word) =>
    `complete -c graph-memory -n ${quoted(condition)} -a ${quoted(one.word)} -d ${fishQuoted(one.meaning)}`;
  return [
    line('__fish_use_subcommand', { word, meaning }),
    ...following.map((one) => line(`__fish_seen_subcommand_from ${word}`, one)),
  ];
}

function wordsOf(words: readonly Word[]): string {
  return words.map(({ word }) => word).join(' ');
}

/** Writes `word:meaning`, as `_describe` of zsh reads it. */
function described({ word, meaning }: Word): string {
  return quoted(`${word}:${meaning}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** In fish, a backslash escapes inside single quotes. */
function fishQuoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
