/**
 * Names that Sphinx directives and fields describe besides declarations: flags, settings, and types
 * in fields.
 */

/** Directives that describe a list of names. Roles of the same name link to them. */
const DESCRIBING = /^(?:std:)?(option|envvar|confval|setting)$/;
const NAMES: Readonly<Record<string, RegExp>> = {
  option: /^(--?[A-Za-z][\w-]*)/,
};
const NAME = /^([A-Za-z_][\w.-]*)/;
/** Matches fields with types: `:raises ValueError:`, `:rtype: Cart`, `:type cart: Cart`. */
const TYPES_OF_FIELD =
  /^\s*:(?:(?:raises?|except(?:ion)?)\s+([\w., ]+)|(?:rtype|(?:var)?type\s+\w+)):(?:\s+([\w.]+)\s*$|\s|$)/;
/** Matches `:ivar size: …`, a member of the surrounding type. */
const MEMBER_OF_FIELD = /^\s*:(?:ivar|cvar|var)\s+(?:[\w.[\]]+\s+)?(\w+):/;

interface Described {
  /** Kind and name, which a role links to: `confval:timeout`. */
  readonly label: string;
  readonly name: string;
}

/** Returns the names that a directive describes; empty for other directives. */
export function describedBy(directive: string, subject: string): readonly Described[] {
  const kind = DESCRIBING.exec(directive)?.[1];
  if (kind === undefined) return [];
  return subject.split(/,\s*/).flatMap((one) => {
    const name = (NAMES[kind] ?? NAME).exec(one.trim())?.[1];
    return name === undefined ? [] : [{ label: labelOf(kind, name), name }];
  });
}

/**
 * Returns the label that a role links to, or undefined for other roles. The target may include the
 * program: `:option:`shop --size``.
 */
export function describedLabel(role: string, target: string): string | undefined {
  const kind = DESCRIBING.exec(role)?.[1];
  const name = target.trim().split(/\s+/).at(-1) ?? '';
  return kind === undefined || name === '' ? undefined : labelOf(kind, name);
}

function labelOf(kind: string, name: string): string {
  return `${kind}:${name.replace(/[=\s].*$/, '')}`;
}

/** Returns the names of types in a field, or a member with a leading dot. */
export function namesInField(line: string): readonly string[] {
  const [, raised, type] = TYPES_OF_FIELD.exec(line) ?? [];
  const member = MEMBER_OF_FIELD.exec(line)?.[1];
  if (member !== undefined) return [`.${member}`];
  return (raised ?? type ?? '').split(/[,\s]+/).filter((name) => /^[A-Za-z_][\w.]*$/.test(name));
}
