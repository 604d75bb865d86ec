/** Reads what files of commands start: one command a line. */
import type { Written } from '../../model/registrations.ts';
import type { Start } from '../data-files/starts.ts';

interface Instruction {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the lines of a file without comments; a backslash continues a line. */
function instructionsOf(text: string): readonly Instruction[] {
  const found: Instruction[] = [];
  let open: Instruction | undefined;
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const plain = line.trim();
    if (plain !== '' && !plain.startsWith('#')) {
      const isOpen = plain.endsWith('\\');
      const own = isOpen ? plain.slice(0, -1).trim() : plain;
      const whole: Instruction =
        open === undefined
          ? { text: own, start, end }
          : { text: `${open.text} ${own}`, start: open.start, end };
      open = isOpen ? whole : undefined;
      if (!isOpen) found.push(whole);
    }
    start = end + 1;
  }
  return found;
}

/** Returns the lines that a pattern matches: its groups are `name` and `command`. */
export function lineStarts(rule: string, pattern: RegExp, text: string): readonly Start[] {
  return instructionsOf(text).flatMap(({ text: line, start, end }): Start[] => {
    const { name, command } = pattern.exec(line)?.groups ?? {};
    if (name === undefined || command === undefined) return [];
    return [{ rule, name: name.trim(), value: { form: 'text', text: command.trim() }, start, end }];
  });
}

/** `CMD` and `ENTRYPOINT` of the last stage; the last of each counts. */
export function imageStarts(text: string): readonly Start[] {
  const found = new Map<string, Start>();
  for (const { text: line, start, end } of instructionsOf(text)) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(line) ?? [];
    const name = word.toUpperCase();
    if (name === 'FROM') found.clear();
    if (name === 'CMD' || name === 'ENTRYPOINT')
      found.set(name, { rule: 'dockerfile *', name, value: commandOf(rest), start, end });
  }
  return [...found.values()];
}

/** A list of words or a line of a shell. */
function commandOf(text: string): Written {
  try {
    const words: unknown = JSON.parse(text);
    if (Array.isArray(words))
      return { form: 'list', items: words.map((word) => ({ form: 'text', text: String(word) })) };
  } catch {
    // It is a line of a shell.
  }
  return { form: 'text', text };
}
