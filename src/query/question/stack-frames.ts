/**
 * Recognizes stack frames and compiler locations of Python, JavaScript, Java and Kotlin, Go, Rust,
 * .NET, Ruby and PHP in one line of text. Nothing is looked up here: whether a file of the project
 * is meant is decided by `resolve-places.ts`.
 */

/** A place in a file as a text names it. */
export interface NamedPlace {
  /** As written, with `/` between components; may begin outside the project. */
  readonly path: string;
  /** 1-based; undefined if only the file is named. */
  readonly line: number | undefined;
  /** Name of the function without its owner; empty if unknown. */
  readonly name: string;
}

const PATH = String.raw`(?:[A-Za-z]:)?[^\s"'\`<>|?*()[\]:,;=]*[^\s"'\`<>|?*()[\]:,;=.]\.[A-Za-z]\w{0,9}`;
/** A quoted path may contain spaces. */
const QUOTED_PATH = String.raw`[^"]+?\.[A-Za-z]\w{0,9}`;

interface FrameFormat {
  readonly pattern: RegExp;
  /** Whether the line names the function that the next line locates. */
  readonly isNameOnly?: true;
  /** Whether the path is only a file name, and folders are those of the package of the name. */
  readonly isInPackage?: true;
}

/** The first format that matches a line is taken. Groups: `path`, `line`, `name`. */
const FORMATS: readonly FrameFormat[] = [
  // Python: File "a/b.py", line 12, in name
  {
    pattern: new RegExp(
      String.raw`File "(?<path>${QUOTED_PATH})", line (?<line>\d+)(?:, in (?<name>[\w.<>]+))?`,
    ),
  },
  // IPython: File a/b.py:12, in name(arguments)
  { pattern: new RegExp(String.raw`File (?<path>${PATH}):(?<line>\d+), in (?<name>[\w.<>]+)`) },
  // IPython before 8: a/b.py in name(arguments), also as a link
  {
    pattern: new RegExp(String.raw`^\s*\[?(?<path>${PATH})\]?(?:\([^)]*\))? in (?<name>[\w.]+)\(`),
  },
  // pytest: a/b.py:12: in name
  { pattern: new RegExp(String.raw`^\s*(?<path>${PATH}):(?<line>\d+): in (?<name>[\w.<>]+)`) },
  // .NET: at Owner.Name(arguments) in C:\a\B.cs:line 12
  {
    pattern:
      /\bat (?<name>[\w.<>`+,[\]]+)\(.*\) in (?<path>(?:[A-Za-z]:)?[^:]+?\.[A-Za-z]\w{0,9}):line (?<line>\d+)/,
  },
  // Java, Kotlin: at package.Owner.name(File.java:12)
  {
    pattern: /\bat (?:[\w.@-]+\/)*(?<name>[\w.$<>]+)\((?<path>[\w$-]+\.\w+):(?<line>\d+)\)/,
    isInPackage: true,
  },
  // JavaScript: at name (a/b.js:12:5), at async Owner.name (file:///a/b.js:12:5), at a/b.js:12:5
  {
    pattern: new RegExp(
      String.raw`\bat (?:async )?(?:new )?(?<name>[\w.$<>#]+)(?: \[as [\w.$]+\])? \((?:file:\/\/|webpack:\/\/\/?|node:)?(?<path>${PATH}):(?<line>\d+)(?::\d+)?\)`,
    ),
  },
  {
    pattern: new RegExp(
      String.raw`^\s*(?:at|\u276f) (?:async )?(?:file:\/\/)?(?<path>${PATH}):(?<line>\d+):\d+`,
    ),
  },
  // JavaScript in Firefox and Safari: name@https://host/a/b.js:12:5
  {
    pattern: new RegExp(
      String.raw`^\s*(?<name>[\w.$<>/]*)@(?:\w+:\/\/[^/\s]*)?(?<path>${PATH}):(?<line>\d+):\d+\s*$`,
    ),
  },
  // PHP: #0 /a/b.php(12): Owner->name()
  {
    pattern: new RegExp(
      String.raw`#\d+ (?<path>${PATH})\((?<line>\d+)\): (?<name>[\w\\$:>{}-]+)\(`,
    ),
  },
  // PHP: in /a/b.php:12, in /a/b.php on line 12
  { pattern: new RegExp(String.raw`\bin (?<path>${PATH})(?: on line |:)(?<line>\d+)`) },
  // Ruby: a/b.rb:12:in `Owner#name'
  {
    pattern: new RegExp(
      String.raw`(?:^|\s)(?:from )?(?<path>${PATH}):(?<line>\d+):in [\`'](?:(?:block|rescue|ensure)[\w ()]* in )?(?<name>[\w.#:?!=]+)'`,
    ),
  },
  // Rust: panicked at src/a.rs:12:5, --> src/a.rs:12:5
  {
    pattern: new RegExp(
      String.raw`(?:panicked at (?:'.*', )?|-->\s*)(?<path>${PATH}):(?<line>\d+)(?::\d+)?`,
    ),
  },
  // Rust: 4: crate::module::name, its place is on the next line
  {
    pattern: /^\s*\d+:\s+(?:0x[\da-f]+ - )?(?<name>[\w:<> ]+::\w+)(?:::h[\da-f]{16})?\s*$/,
    isNameOnly: true,
  },
  { pattern: new RegExp(String.raw`^\s+at (?<path>${PATH}):(?<line>\d+)(?::\d+)?\s*$`) },
  // Go: package.(*Owner).Name(0xc000), its place is on the next line
  {
    pattern: /^(?<name>[\w./-]+\.(?:\(\*?\w+\)\.)?\w+)\((?:0x[\da-f]+|\.\.\.|\{|[\w, {}.]*\))/,
    isNameOnly: true,
  },
  { pattern: new RegExp(String.raw`^\t(?<path>${PATH}):(?<line>\d+)(?: \+0x[\da-f]+)?\s*$`) },
];

/** A place without a stack frame: `a/b.ts:12`, `src/a.py`, a link to lines of a file. */
const PLACE = new RegExp(
  String.raw`(?<![^\s"'\`<>|?*()[\]:,;=])(?<path>${PATH})(?:(?::|#L|\(|", line |, line )(?<line>\d+))?`,
  'g',
);
const LINE_LENGTH_MAX = 1000;

/** Finds the frames of a text, line by line, outermost or innermost first as the text has them. */
export class FrameReader {
  #name = '';

  /** Returns the frame of the line, or whether the line is a part of one. */
  read(line: string): NamedPlace | 'part' | undefined {
    if (line.length > LINE_LENGTH_MAX) return undefined;
    for (const { pattern, isNameOnly, isInPackage } of FORMATS) {
      const groups = pattern.exec(line)?.groups;
      if (groups === undefined) continue;
      const full = groups['name'] ?? '';
      if (isNameOnly) {
        this.#name = full;
        return 'part';
      }
      const name = full === '' ? this.#name : full;
      this.#name = '';
      const path = (groups['path'] ?? '').replaceAll('\\', '/');
      return {
        path: isInPackage ? `${packageFolder(full)}${path}` : path,
        line: groups['line'] === undefined ? undefined : Number(groups['line']),
        name: lastName(name),
      };
    }
    this.#name = '';
    return undefined;
  }
}

/** Returns the paths that a line of prose or code names, with their lines. */
export function placesIn(line: string): readonly NamedPlace[] {
  const places: NamedPlace[] = [];
  for (const { groups } of line.slice(0, LINE_LENGTH_MAX).matchAll(PLACE)) {
    const number = groups?.['line'];
    places.push({
      path: (groups?.['path'] ?? '').replaceAll('\\', '/'),
      line: number === undefined ? undefined : Number(number),
      name: '',
    });
  }
  return places;
}

/** `a.b.Owner.name` → `a/b/`: the parts in lower case before the owner are folders. */
function packageFolder(name: string): string {
  const parts = name.split('.');
  const owner = parts.findIndex((part) => /^[A-Z]/.test(part));
  const folders = parts.slice(0, owner < 0 ? Math.max(0, parts.length - 2) : owner);
  return folders.map((folder) => `${folder}/`).join('');
}

/** Anonymous code is named `<module>`, `<anonymous>`, `{closure}`. */
const NAMELESS = /[>}]$/;

function lastName(name: string): string {
  if (NAMELESS.test(name)) return '';
  return name.match(/[\p{L}_$][\p{L}\p{N}_$]*[?!=]?/gu)?.at(-1) ?? '';
}
