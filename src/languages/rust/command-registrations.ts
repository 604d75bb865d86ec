/** How Rust derives commands: `#[derive(Subcommand)]` above an enum, `#[command(subcommand)]` in it. */
import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import type { Collector } from '../../extractors/registrations/collector.ts';
import type { Written } from '../../model/registrations.ts';

/** Traits that make the variants of an enum commands. */
const TRAITS = /^(?:Subcommand|Parser|StructOpt)$/;
/** Attributes of variants and fields. */
const OPTIONS = /^(?:command|clap|structopt)$/;

/** Returns the attributes directly above a node. */
export function attributesAbove(node: Syntax): readonly Syntax[] {
  const attributes: Syntax[] = [];
  const siblings = node.parent?.children ?? [];
  for (let at = siblings.indexOf(node) - 1; siblings[at]?.type === 'attribute_item'; at--) {
    const attribute = siblings[at]?.children[0];
    if (attribute !== undefined) attributes.unshift(attribute);
  }
  return attributes;
}

/** Returns the words of the attributes above a node that have a name, each with the text after it. */
function optionsOf(
  collector: Collector,
  node: Syntax,
  attribute: RegExp,
): ReadonlyMap<string, Syntax> {
  const found = new Map<string, Syntax>();
  for (const one of attributesAbove(node)) {
    const [path] = one.children;
    if (path === undefined || !attribute.test(collector.textOf(path))) continue;
    const tokens = fieldOf(one, 'arguments')?.children ?? [];
    for (const [index, token] of tokens.entries()) {
      const next = tokens[index + 1];
      if (token.type === 'identifier')
        found.set(collector.textOf(token), next?.type === 'string_literal' ? next : token);
    }
  }
  return found;
}

/** Returns the type inside of `Option<…>` and `Box<…>`. */
function innermost(collector: Collector, type: Syntax): Syntax {
  const [name, list] = type.type === 'generic_type' ? type.children : [];
  const [only] = list?.children ?? [];
  const isWrapper = name !== undefined && /^(?:Option|Box)$/.test(collector.textOf(name));
  return isWrapper && only !== undefined ? innermost(collector, only) : type;
}

/** Returns the fields of a struct or variant that hold further commands. */
function holdersIn(collector: Collector, body: Syntax | undefined): readonly Syntax[] {
  return (body?.children ?? []).filter(
    (field) =>
      field.type === 'field_declaration' && optionsOf(collector, field, OPTIONS).has('subcommand'),
  );
}

const member = (node: Syntax, name: string): Written => ({
  form: 'member',
  object: { form: 'name', name: '::clap', scope: -1, at: node.start },
  name,
});

/** Adds the variants of an enum that are commands. */
export function readEnum(collector: Collector, node: Syntax): void {
  const nameNode = fieldOf(node, 'name');
  const body = fieldOf(node, 'body');
  const trait = [...optionsOf(collector, node, /^derive$/).keys()].find((one) => TRAITS.test(one));
  if (nameNode === undefined || trait === undefined) return;
  for (const variant of body?.children ?? []) {
    const variantName = fieldOf(variant, 'name');
    if (variant.type !== 'enum_variant' || variantName === undefined) continue;
    const options = [...optionsOf(collector, variant, OPTIONS)];
    const fields = fieldOf(variant, 'body');
    const types = fields?.type === 'ordered_field_declaration_list' ? fields.children : [];
    const payload = types.filter(({ type }) => /type|identifier/.test(type));
    const holders = holdersIn(collector, fields).flatMap((field) => heldType(collector, field));
    const value = collector.call(
      variant,
      member(variant, trait),
      payload.slice(0, 1).map((type) => innermost(collector, type)),
      [...options, ...holders],
    );
    collector.decorations.push({
      ...{ value, name: collector.textOf(variantName), start: variant.start },
      ...{ owner: collector.textOf(nameNode), isClass: false },
      line: collector.lineOf(variant.start),
    });
  }
}

/** Returns the type of a field as an option: `holds`, or `mayHold` if there may be no command. */
function heldType(collector: Collector, field: Syntax): readonly (readonly [string, Syntax])[] {
  const type = fieldOf(field, 'type');
  if (type === undefined) return [];
  const isOptional = collector.textOf(type).startsWith('Option<');
  return [[isOptional ? 'mayHold' : 'holds', innermost(collector, type)]];
}

/** Adds the commands that a struct holds in a field. */
export function readStruct(collector: Collector, node: Syntax): void {
  const name = fieldOf(node, 'name');
  if (name === undefined) return;
  for (const field of holdersIn(collector, childOfType(node, 'field_declaration_list')))
    collector.decorations.push({
      value: collector.call(field, member(field, 'subcommand'), [], heldType(collector, field)),
      ...{ name: collector.textOf(name), start: node.start, owner: '', isClass: true },
      line: collector.lineOf(field.start),
    });
}
