/**
 * The surface of a file: everything that other files can see of it. It holds declarations and
 * exports without positions, expression numbers, or data that only the file's own references use.
 * Two versions of a file with equal surfaces are the same to all other files, even if their bodies
 * differ.
 */
import { at } from '../base/assert.ts';
import { contentHash } from '../base/hash.ts';
import { OP, opAt } from '../model/expression.ts';
import { type ExpressionId, type FileFacts, isAmbient, NO_EXPRESSION } from '../model/facts.ts';
import { type Declaration, modifierBits } from '../model/symbol.ts';
import { type OperandKind, visitOperands } from './mentions.ts';

/** Longer texts are replaced by their hash, so that shared parts do not grow with every use. */
const TEXT_LENGTH_MAX = 200;

/** One declaration, or one exported name, of a surface. */
export interface SurfacePart {
  /** Equal for parts with the same meaning. */
  readonly text: string;
  /**
   * Names that the part looks up or declares: members, free names, imported names, declarations.
   */
  readonly mentions: ReadonlySet<string>;
}

export interface Surface {
  readonly path: string;
  /** Declarations by id, in order. */
  readonly declarations: ReadonlyMap<string, SurfacePart & { readonly names: readonly string[] }>;
  /** Exports by exported name. */
  readonly exports: ReadonlyMap<string, SurfacePart>;
  /**
   * Effects that have no name: `export *`, `module.exports =`, and bases declared for types of
   * other files.
   */
  readonly whole: string;
}

/** Returns the surface of a file; `targets` holds the target of each import, as text. */
export function surfaceOf(facts: FileFacts, targets: readonly string[]): Surface {
  const writer = new SurfaceWriter(facts, targets);
  const declarations = new Map(
    facts.declarations.map((declaration, index) => [
      declaration.id as string,
      { ...writer.declaration(declaration, index), names: namesOf(facts, index) },
    ]),
  );
  return { path: facts.path, declarations, ...writer.exports() };
}

/**
 * Returns the names under which a declaration is looked up. A constructor, or a declaration without
 * a plain name, is also found by the name of its owner.
 */
function namesOf({ declarations }: FileFacts, index: number): readonly string[] {
  const { name, parent, kind, modifiers } = at(declarations, index);
  if ((modifiers & MODULE) !== 0) return [name, ...WHOLE_MODULE];
  const isPlain = /^[\w$]+$/.test(name) && name !== 'constructor' && kind !== 'constructor';
  return isPlain || parent < 0 ? [name] : [name, at(declarations, parent).name];
}

const MODULE = modifierBits(['module']);
/** The names under which a module as a whole is imported. */
const WHOLE_MODULE = ['*', '=', 'default'];

class SurfaceWriter {
  readonly #facts: FileFacts;
  readonly #targets: readonly string[];
  /** Hash of the ambient modules, in order: free names are looked up in them. */
  readonly #ambient: string;
  readonly #texts = new Map<ExpressionId, SurfacePart>();
  /** Names mentioned by the part being written. */
  #mentions = new Set<string>();

  constructor(facts: FileFacts, targets: readonly string[]) {
    this.#facts = facts;
    this.#targets = targets;
    const ambient = targets.filter((_, module) => isAmbient(at(facts.imports, module)));
    this.#ambient = ambient.length === 0 ? '' : contentHash(ambient.join('\n'));
  }

  declaration(declaration: Declaration, index: number): SurfacePart {
    const { kind, parent, exported, visibility, modifiers, bodyStart, end } = declaration;
    const shape = at(this.#facts.shapes, index);
    return this.#part(() => {
      const head = [kind, parent < 0 ? '' : at(this.#facts.declarations, parent).id];
      const flags = [exported, visibility, modifiers, bodyStart < end, shape.callable];
      const types = [shape.type, shape.value, shape.returns, shape.receiver].map((id) =>
        this.#text(id),
      );
      const parameters = shape.parameters.map((one) => [
        one.name,
        this.#text(one.type),
        one.rest,
        one.required,
      ]);
      const open = shape.typeParameters.map((one) => [
        one.name,
        this.#text(one.constraint),
        this.#text(one.default),
      ]);
      const heritage = shape.heritage.map((one) => [one.form, this.#text(one.expression)]);
      return JSON.stringify([head, flags, types, parameters, open, heritage]);
    });
  }

  exports(): Pick<Surface, 'exports' | 'whole'> {
    const named = new Map<string, SurfacePart>();
    const whole: string[] = [];
    for (const row of this.#facts.exports) {
      if (row.form === 'all') {
        whole.push(`* ${this.#target(row.module)}`);
        continue;
      }
      const part = this.#part(() => {
        if (row.form === 'local')
          return (row.isHidden === true ? 'hidden ' : '') + this.#text(row.expression);
        this.#mention(row.source);
        return `${row.source} of ${this.#target(row.module)}`;
      });
      if (row.name === '=') whole.push(`= ${part.text}`);
      const before = named.get(row.name);
      named.set(row.name, before === undefined ? part : together(before, part));
    }
    for (const { form, type, expression } of this.#facts.conformances)
      whole.push(`${form} ${this.#text(type)} ${this.#text(expression)}`);
    return { exports: named, whole: whole.join('\n') };
  }

  #part(write: () => string): SurfacePart {
    const outer = this.#mentions;
    this.#mentions = new Set();
    const text = write();
    const part = { text, mentions: this.#mentions };
    this.#mentions = outer;
    for (const name of part.mentions) outer.add(name);
    return part;
  }

  #target(module: number): string {
    return `${this.#targets[module]} ${at(this.#facts.imports, module).form}`;
  }

  /** Returns an expression as text. Equal expressions of one table are written once. */
  #text(id: ExpressionId): string {
    if (id === NO_EXPRESSION) return '-';
    const known = this.#texts.get(id);
    if (known !== undefined) {
      for (const name of known.mentions) this.#mentions.add(name);
      return known.text;
    }
    const part = this.#part(() => this.#write(id));
    const short =
      part.text.length > TEXT_LENGTH_MAX ? { ...part, text: contentHash(part.text) } : part;
    this.#texts.set(id, short);
    return short.text;
  }

  #write(id: ExpressionId): string {
    const table = this.#facts.expressions;
    const parts: string[] = [];
    visitOperands(table, id, (kind, operand) => parts.push(this.#operand(kind, operand)));
    const op = opAt(table, id);
    if (op === OP.free) parts.push(this.#ambient);
    return `(${op} ${parts.join(' ')})`;
  }

  #operand(kind: OperandKind, operand: number): string {
    switch (kind) {
      case 'expression':
        return this.#text(operand);
      case 'string':
        return this.#mention(at(this.#facts.strings, operand));
      case 'declaration': {
        const { id, name } = at(this.#facts.declarations, operand);
        this.#mention(name);
        return JSON.stringify(id);
      }
      case 'binding': {
        const { module, name } = at(this.#facts.bindings, operand);
        return `${this.#mention(name)} of ${this.#target(module)}`;
      }
      case 'import':
        return this.#target(operand);
      case 'number':
        return String(operand);
    }
  }

  #mention(name: string): string {
    this.#mentions.add(withoutCall(name));
    return JSON.stringify(name);
  }
}

/** A method that is looked up as `name()` is declared as `name`. */
function withoutCall(name: string): string {
  return name.endsWith('()') ? name.slice(0, -2) : name;
}

function together(a: SurfacePart, b: SurfacePart): SurfacePart {
  return { text: `${a.text}\n${b.text}`, mentions: new Set([...a.mentions, ...b.mentions]) };
}
