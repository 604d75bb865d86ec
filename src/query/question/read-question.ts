/**
 * Takes a question apart. Most questions are one line. A longer one is a *report*: an issue, a log,
 * a message with a stack trace. Its first line says what it is about; the rest is evidence of very
 * different worth. A pure function of the text; nothing is looked up.
 */
import { FrameReader, type NamedPlace, placesIn } from './stack-frames.ts';

export interface Report {
  /** The first line: what the report is about. */
  readonly title: string;
  /** Sentences outside of code, quotes, templates and dumps, without the title. */
  readonly prose: string;
  /** Contents of inline code, in order: names, calls, flags. */
  readonly inlineCode: readonly string[];
  /** Lines of quoted code. */
  readonly code: string;
  /** Messages of errors and warnings, without the name of their type. */
  readonly errors: readonly string[];
  /** Stack frames, innermost first. */
  readonly frames: readonly NamedPlace[];
  /** Files that are named outside of stack frames, in order. */
  readonly places: readonly NamedPlace[];
}

const FENCE = /^\s*(?:>\s*)?(`{3,}|~{3,})(.*)$/;
const HTML_COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const HTML_TAG = /<\/?[a-z][^<>\n]{0,200}>/gi;
const LINK_TARGET = /\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)/g;
const LINK_TO_LINES = /https?:\/\/\S+?\/blob\/[^/\s]+\/(\S+)/g;
const ADDRESS = /\bhttps?:\/\/\S+/g;
const INLINE_CODE = /(`{1,2})(?!`)([^`\n]{1,200})\1(?!`)/g;
/** A heading, a checkbox or a field in bold: words of the form, not of its author. */
const FORM_LINE =
  /^\s*(?:#{1,6}\s|[-*]\s+\[[ xX]?\]|\*\*[^*]{1,60}\*\*:?\s*$|_No response_|[-=*_~]{3,}\s*$)/;
const VERSION = /(?:^|[\s=:v(])v?\d+(?:\.\d+)+/;
/** A row of a list of versions: a name with a version, `name==1.2`, a field of an environment. */
const DUMP_LINE =
  /^\s*(?:[-*]\s+)?(?:[\w.@/ -]{1,40}(?:==|\s*[:=]\s*)|[\w.@/-]{1,40}\s+)[v^~]?\d+(?:\.\d+)+(?:\s.*)?$/;
const FIELD_LINE = /^\s*[\w.-]{1,30}\s*[:=]\s*\S*\s*$/;
const PROMPT = /^\s*(?:>>>|\.\.\.|In \[\d+\]:|Out\[\d+\]:|[$%]\s|E\s{3})/;
const TRACE_HEAD =
  /(?:^|\s)(?:Traceback \(most recent call last\)|stack backtrace:|Stack trace:|goroutine \d+ \[)/;
/** `SomeError: message`, `error[E0382]: message`, `panic: message`. */
const ERROR_OF_TYPE =
  /^\W*(?:Uncaught |Caused by: |Exception in thread "[^"]*" )?[\w.\\$]*[A-Z]\w*(?:Error|Exception|Warning|Failure)(?: \[\w+\])?\s*(?::\s*(.*))?$/;
const ERROR_MESSAGE =
  /^\W*(?:E\s+)?(?:error|warning|fatal(?: error)?|panic|uncaught|exception)(?:\[\w+\])?:\s*(.*)$/i;
const CODE_WORDS_MAX = 400;
const FRAMES_MAX = 64;
const PLACES_MAX = 32;

export function isReport(question: string): boolean {
  return /[\r\n]/.test(question.trim());
}

/** Returns the parts of a question of several lines; undefined if it is one line. */
export function readReport(question: string): Report | undefined {
  if (!isReport(question)) return undefined;
  const text = question.trim().replace(/\r\n?/g, '\n');
  const linked = [...text.matchAll(LINK_TO_LINES)].flatMap(([, path = '']) => placesIn(path));
  const lines = text.replace(HTML_COMMENT, '').split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const reader = new ReportReader();
  const [opening = '', ...rest] = lines.slice(first);
  const hasTitle =
    !TRACE_HEAD.test(opening) &&
    !FENCE.test(opening) &&
    new FrameReader().read(opening) === undefined;
  for (const line of hasTitle ? rest : [opening, ...rest]) reader.add(line);
  return reader.report(hasTitle ? opening.replace(/^#+\s*/, '').trim() : undefined, linked);
}

/** Sorts the lines of a report; what a line is depends on whether it is inside a fence. */
class ReportReader {
  readonly #frameReader = new FrameReader();
  readonly #prose: string[] = [];
  readonly #code: string[] = [];
  readonly #inlineCode: string[] = [];
  readonly #errors: string[] = [];
  readonly #frames: NamedPlace[] = [];
  readonly #places: NamedPlace[] = [];
  #fence: string | undefined;
  /** Whether frames come outermost first, as in Python. */
  #isOutermostFirst = false;

  add(line: string): void {
    const [, fence, info = ''] = FENCE.exec(line) ?? [];
    if (fence !== undefined && (this.#fence === undefined || this.#closes(fence, info))) {
      this.#fence = this.#fence === undefined ? fence : undefined;
      return;
    }
    const frame = this.#frameReader.read(line);
    if (frame !== undefined) {
      if (frame !== 'part') this.#frames.push(frame);
      if (/, in |: in \S+$/.test(line)) this.#isOutermostFirst = true;
      return;
    }
    if (TRACE_HEAD.test(line) || DUMP_LINE.test(line)) return;
    const error = ERROR_OF_TYPE.exec(line) ?? ERROR_MESSAGE.exec(line);
    if (error !== null) this.#errors.push((error[1] ?? line).trim());
    else if (this.#fence !== undefined) this.#addCode(line);
    else if (!FORM_LINE.test(line)) {
      if (/^(?: {4}|\t)/.test(line) || PROMPT.test(line)) this.#addCode(line);
      else this.#addProse(line);
    }
  }

  #closes(fence: string, info: string): boolean {
    return info.trim() === '' && fence.startsWith(this.#fence ?? fence);
  }

  #addCode(line: string): void {
    if (VERSION.test(line)) return;
    this.#places.push(...placesIn(line));
    this.#code.push(line);
  }

  #addProse(line: string): void {
    const shown = line.replace(HTML_TAG, ' ').replace(LINK_TARGET, ']').replace(ADDRESS, ' ');
    if (FIELD_LINE.test(shown)) return;
    for (const [, , code = ''] of shown.matchAll(INLINE_CODE)) this.#inlineCode.push(code.trim());
    this.#places.push(...placesIn(shown));
    this.#prose.push(shown);
  }

  /** A pasted trace has no title; its last message says most about it. */
  report(heading: string | undefined, linked: readonly NamedPlace[]): Report {
    const title = heading ?? this.#errors.at(-1) ?? '';
    const frames = this.#isOutermostFirst ? this.#frames.toReversed() : this.#frames;
    const inTitle = [...title.matchAll(INLINE_CODE)].map(([, , code = '']) => code.trim());
    const places = [...linked, ...placesIn(title), ...this.#places];
    return {
      title,
      prose: this.#prose.join('\n'),
      inlineCode: [...inTitle, ...this.#inlineCode],
      code: this.#code.join('\n').split(/\s+/).slice(0, CODE_WORDS_MAX).join(' '),
      errors: [...new Set(this.#errors)],
      frames: distinct(frames).slice(0, FRAMES_MAX),
      places: distinct(places).slice(0, PLACES_MAX),
    };
  }
}

function distinct(places: readonly NamedPlace[]): readonly NamedPlace[] {
  const seen = new Map<string, NamedPlace>();
  for (const place of places) {
    const key = `${place.path}:${place.line}:${place.name}`;
    if (!seen.has(key)) seen.set(key, place);
  }
  return [...seen.values()];
}
