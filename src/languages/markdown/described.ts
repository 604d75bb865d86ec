/** What directives and fields of Sphinx describe besides declarations: flags, settings, types in fields. */

/** They take a list, and roles of the same name lead to them. */
const DESCRIBING = /^(?:std:)?(option|envvar|confval|setting)$/;
const NAMES: Readonly<Record<string, RegExp>> = {
  option: /^(--?[A-Za-z][\w-]*)/,
};
const NAME = /^([A-Za-z_][\w.-]*)/;
/** `:raises ValueError:`, `:rtype: Cart`, `:type cart: Cart`. */
const TYPES_OF_FIELD =
  /^\s*:(?:(?:raises?|except(?:ion)?)\s+([\w., ]+)|(?:rtype|(?:var)?type\s+\w+)):(?:\s+([\w.]+)\s*$|\s|$)/;
/** `:ivar size: …`: a member of the type around. */
const MEMBER_OF_FIELD = /^\s*:(?:ivar|cvar|var)\s+(?:[\w.[\]]+\s+)?(\w+):/;

interface Described {
  /** Its kind and name, by which a role leads to it: `confval:timeout`. */
  readonly label: string;
  readonly name: string;
}

/** Of a directive; none where it describes nothing of the kind. */
export function describedBy(directive: string, subject: string): readonly Described[] {
  const kind = DESCRIBING.exec(directive)?.[1];
  if (kind === undefined) return [];
  return subject.split(/,\s*/).flatMap((one) => {
    const name = (NAMES[kind] ?? NAME).exec(one.trim())?.[1];
    return name === undefined ? [] : [{ label: labelOf(kind, name), name }];
  });
}

/** Of a role, `:option:`shop --size`` with the program before it; undefined where it leads to no such thing. */
export function describedLabel(role: string, target: string): string | undefined {
  const kind = DESCRIBING.exec(role)?.[1];
  const name = target.trim().split(/\s+/).at(-1) ?? '';
  return kind === undefined || name === '' ? undefined : labelOf(kind, name);
}

function labelOf(kind: string, name: string): string {
  return `${kind}:${name.replace(/[=\s].*$/, '')}`;
}

/** Names of types, and of members with a dot before them. */
export function namesInField(line: string): readonly string[] {
  const [, raised, type] = TYPES_OF_FIELD.exec(line) ?? [];
  const member = MEMBER_OF_FIELD.exec(line)?.[1];
  if (member !== undefined) return [`.${member}`];
  return (raised ?? type ?? '').split(/[,\s]+/).filter((name) => /^[A-Za-z_][\w.]*$/.test(name));
}
