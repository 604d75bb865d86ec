/**
 * The only gate for prose that leaves the program. The result cannot control a terminal, contains
 * no hidden characters and no secrets, and quotes input only up to a limit.
 */
import { grouped } from '../../base/grouped.ts';
import { maskSecrets } from '../../files/secrets/mask-secrets.ts';
import { visible } from './display.ts';

/** An error quotes its input; a longer message keeps only its two ends. */
const MESSAGE_CHARACTERS_MAX = 500;
const HINT_CHARACTERS_MAX = 2000;
const DETAIL_CHARACTERS_MAX = 500;
const DETAIL_ITEMS_MAX = 50;
const DETAIL_DEPTH_MAX = 6;
/**
 * Share of the start of a long text. The start is most informative; the end closes what was opened.
 */
const HEAD_SHARE = 0.7;

/** Returns a sentence of an error, ready to send. */
export function outgoingMessage(text: string): string {
  return shortened(maskSecrets(visible(text)).text, MESSAGE_CHARACTERS_MAX);
}

/** Returns a hint, ready to send; one that lists lines of the project may be longer. */
export function outgoingHint(text: string): string {
  const lines = maskSecrets(visible(text)).text.split('\n');
  const shown = lines.map((line) => shortened(line, MESSAGE_CHARACTERS_MAX));
  return shortened(shown.join('\n'), HINT_CHARACTERS_MAX);
}

/** Returns the data of an error, ready to send; long strings and lists are shortened. */
export function outgoingDetails(
  details: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return shortenedValue(details, DETAIL_DEPTH_MAX) as Readonly<Record<string, unknown>>;
}

/** Replaces the middle of a long text by the number of missing characters. */
export function shortened(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const head = Math.floor(charactersMax * HEAD_SHARE);
  const tail = charactersMax - head;
  const left = text.length - head - tail;
  // A cut inside a surrogate pair would leave half a character on either side.
  const start = text.slice(0, head).replace(/[\ud800-\udbff]$/, '');
  const end = text.slice(-tail).replace(/^[\udc00-\udfff]/, '');
  return `${start}…(${grouped(left)} more)…${end}`;
}

function shortenedValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shortened(maskSecrets(value).text, DETAIL_CHARACTERS_MAX);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) {
    return value.slice(0, DETAIL_ITEMS_MAX).map((item) => shortenedValue(item, depth - 1));
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, DETAIL_ITEMS_MAX)
      .map(([key, item]) => [
        shortened(key, DETAIL_CHARACTERS_MAX),
        shortenedValue(item, depth - 1),
      ]),
  );
}
