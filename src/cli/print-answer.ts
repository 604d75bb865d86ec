import type { CalledTool } from '../tools/call.ts';
import { commandWords } from './command-words.ts';
import { printLine, type Terminal } from './terminal.ts';

/** Prints an answer: as text, with its notes in command-line terms, or as one line of JSON. */
export function printAnswer(terminal: Terminal, answer: CalledTool, isJson: boolean): void {
  if (isJson) {
    printLine(terminal.stdout, JSON.stringify(answer.structured));
    return;
  }
  if (answer.text !== '') printLine(terminal.stdout, answer.text);
  for (const note of answer.notes) printLine(terminal.stdout, `note: ${commandWords(note)}`);
}
