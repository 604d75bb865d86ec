/**
 * Names that a file exports under another name than declared: `export { a as b }`, `export
 * default`, `module.exports = { b: a }`, `from ._x import a as b`, `pub use x::a as b`. Includes
 * the modules that it re-exports.
 */
import { arityAt, OP, opAt, operandAt } from '../model/expression.ts';
import { type ExpressionId, type FileFacts, NO_EXPRESSION } from '../model/facts.ts';

export interface ExportAlias {
  readonly name: string;
  /** Index of the declaration in the file itself; −1 for a name from another module. */
  readonly declaration: number;
  /** Index into the file's imports; −1 for a name that the file declares. */
  readonly module: number;
  /** The name that the module exports it by; `*` is the module itself, `=` its `module.exports`. */
  readonly source: string;
}

/** Maximum number of aliases per file. More than that is likely a data table. */
const ALIASES_MAX = 2000;

export function exportAliases(facts: FileFacts): readonly ExportAlias[] {
  return facts.exports
    .flatMap((row): readonly ExportAlias[] => {
      if (row.form === 'all') return [];
      const { name } = row;
      if (row.form === 'local') return ofExpression(facts, name, row.expression);
      return [{ name, declaration: -1, module: row.module, source: row.source }];
    })
    .filter((alias) => !isPlain(facts, alias))
    .slice(0, ALIASES_MAX);
}

function ofExpression(
  facts: FileFacts,
  name: string,
  expression: ExpressionId,
): readonly ExportAlias[] {
  const { expressions, bindings, strings } = facts;
  if (expression === NO_EXPRESSION) return [];
  const operands = Array.from({ length: arityAt(expressions, expression) }, (_, index) =>
    operandAt(expressions, expression, index),
  );
  const [first = NO_EXPRESSION] = operands;
  switch (opAt(expressions, expression)) {
    case OP.declaration:
      return [{ name, declaration: first, module: -1, source: '' }];
    case OP.binding: {
      const { module = -1, name: source = '' } = bindings[first] ?? {};
      return module < 0 ? [] : [{ name, declaration: -1, module, source }];
    }
    case OP.module:
      return [{ name, declaration: -1, module: first, source: '=' }];
    case OP.firstOf:
      return ofExpression(facts, name, first);
    case OP.object:
      return name !== '='
        ? []
        : operands.flatMap((key, place) => {
            const value = operands[place + 1];
            const own = strings[key] ?? '...';
            const isEntry = place % 2 === 0 && own !== '...' && value !== undefined;
            return isEntry ? ofExpression(facts, own, value) : [];
          });
    default:
      return [];
  }
}

/** Whether the export is found by its own name and need not be listed here. */
function isPlain({ declarations }: FileFacts, { name, declaration, source }: ExportAlias): boolean {
  const declared = declarations[declaration];
  return declared === undefined ? source === name : declared.name === name && declared.parent < 0;
}

/** Returns the stored text of an alias. */
export function aliasText({ name, declaration, module, source }: ExportAlias): string {
  return [name, declaration, module, source].join('\t');
}

export function aliasOfText(text: string): ExportAlias {
  const [name = '', declaration, module, source = ''] = text.split('\t');
  return { name, declaration: Number(declaration), module: Number(module), source };
}
