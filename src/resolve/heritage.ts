/** Resolves the bases that types name to edges of the kinds `extends` and `implements`. */
import { at } from '../base/assert.ts';
import { languageById } from '../languages/registry.ts';
import { OP, opAt, operandAt } from '../model/expression.ts';
import type { FileFacts, Heritage } from '../model/facts.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';
import type { SymbolKind } from '../model/symbol.ts';
import { constructed } from './calls.ts';
import type { Evaluator } from './inference/evaluator.ts';

export function resolveHeritage(
  evaluator: Evaluator,
  file: number,
  facts: FileFacts,
  edges: ResolvedEdge[],
): void {
  facts.shapes.forEach((shape, source) => {
    const { kind } = at(facts.declarations, source);
    for (const heritage of shape.heritage) {
      // If mixins are functions, the class that a mixin creates is inferred from its body.
      const isMade =
        heritage.form === 'mixin' &&
        evaluator.program.hasStrictStatics(evaluator.program.nodeOf(file, source));
      for (const node of heritageTargets(evaluator, file, heritage, kind === 'class')) {
        edges.push({
          sourceFile: file,
          source,
          targetFile: evaluator.program.fileOf(node),
          target: evaluator.program.indexOf(node),
          kind: isImplemented(evaluator, heritage, { file, kind }, node) ? 'implements' : 'extends',
          evidence: isMade || evaluator.inferred ? 'scoped' : 'exact',
          form: heritage.form === 'mixin' ? 'mixin' : 'plain',
          line: heritage.line,
          names: [],
        });
      }
    }
    for (const { file: from, base } of evaluator.extensions.basesOf(
      evaluator.program.nodeOf(file, source),
    )) {
      for (const node of heritageTargets(evaluator, from, base, false)) {
        edges.push({
          sourceFile: file,
          source,
          targetFile: evaluator.program.fileOf(node),
          target: evaluator.program.indexOf(node),
          kind: isImplemented(evaluator, base, { file, kind }, node) ? 'implements' : 'extends',
          evidence: evaluator.inferred ? 'scoped' : 'exact',
          form: 'plain',
          // The base is declared in another file, so the line of the type itself is used.
          line: at(facts.declarations, source).startLine,
          names: [],
        });
      }
    }
  });
}

/**
 * Whether a base is implemented rather than extended. In languages that do not distinguish them,
 * the target decides: a class implements an interface. Where method sets decide what a type
 * implements, naming an interface only embeds it.
 */
function isImplemented(
  { program }: Evaluator,
  heritage: Heritage,
  { file, kind }: { readonly file: number; readonly kind: SymbolKind },
  base: number,
): boolean {
  if (heritage.form === 'implements') return true;
  return (
    !program.hasMethodSets(file) &&
    !/^(interface|typeAlias|namespace)$/.test(kind) &&
    program.declaration(base).kind === 'interface' &&
    !program.hasStrictStatics(base)
  );
}

/**
 * Resolves a heritage clause. The base of a class is a value; all other bases are types. A variable
 * that holds a class resolves to the class.
 */
function heritageTargets(
  evaluator: Evaluator,
  file: number,
  heritage: Heritage,
  isClass: boolean,
): readonly number[] {
  evaluator.begin();
  const table = evaluator.table(file);
  // `extends t`: a type parameter names no symbol.
  if (opAt(table, heritage.expression) !== OP.named) return [];
  const entity = operandAt(table, heritage.expression, 0);
  const { typedBases } = languageById(evaluator.program.facts(file).language) ?? {};
  const isValue = isClass && heritage.form !== 'implements' && typedBases !== true;
  const usage = isValue ? 'value' : 'type';
  const named = evaluator.symbolsOf(file, entity, usage);
  if (named.length === 0 && heritage.form === 'mixin') return madeClass(evaluator, file, entity);
  const targets = named.flatMap((node): readonly number[] => {
    const { kind } = evaluator.program.declaration(node);
    if (/^(class|interface|enum|typeAlias|namespace)$/.test(kind)) return [node];
    const type = evaluator.typeOfSymbol(node, new Map());
    if (type?.form === 'value')
      return evaluator.program.declaration(type.node).kind === 'class' ? [type.node] : [];
    // `declare var X: XConstructor`, whose `new` makes an interface.
    const made = constructed(evaluator, type);
    return made?.form === 'instance' ? [made.node] : [];
  });
  return targets.filter((node) => !evaluator.program.isOutside(node));
}

/** Returns the class that a mixin call creates. */
function madeClass(evaluator: Evaluator, file: number, call: number): readonly number[] {
  const type = evaluator.typeOf(file, call);
  if (type?.form !== 'value' || evaluator.program.isOutside(type.node)) return [];
  return evaluator.program.declaration(type.node).kind === 'class' ? [type.node] : [];
}
