import type ts from 'typescript';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { CompilerView } from './compiler-view.ts';
import type { TypeScript } from './load-typescript.ts';
import { ANY_NAME, type CompilerSite } from './site.ts';
import { SymbolPlaces } from './symbol-places.ts';

/** What the compiler says that a name means, in our nodes. */
export type Meaning = Pick<CompilerSite, 'requirement' | 'targets' | 'place' | 'name'>;

/** `exports.a = exports.b = …` goes a few steps; what goes on comes back to where it began. */
const STEPS_MAX = 10;

/** Asks the compiler what names mean. */
export class SymbolLookup {
  readonly view: CompilerView;
  readonly #places: SymbolPlaces;
  #steps = 0;

  constructor(graph: SymbolGraph, view: CompilerView) {
    this.view = view;
    this.#places = new SymbolPlaces(graph, view);
  }

  /** Undefined for what is not of the indexed files, and for locals, which are no symbols of ours. */
  meaningOf(name: ts.Node): Meaning | undefined {
    const text = name.getText().replace(/^['"`]|['"`]$/g, '');
    const { checker } = this.view;
    const symbol = checker.getSymbolAtLocation(name);
    if (symbol !== undefined && !checker.isUnknownSymbol(symbol)) {
      return this.meaningOfSymbol(symbol, text);
    }
    return unknown(this.#isOfUnknownImport(name) ? ANY_NAME : text);
  }

  /** Exports may have other names than what they export, so of an unresolved module any name may be. */
  #isOfUnknownImport(name: ts.Node): boolean {
    const { api, checker } = this.view;
    let root = name.parent;
    while (
      api.isPropertyAccessExpression(root) ||
      api.isCallExpression(root) ||
      api.isNonNullExpression(root) ||
      api.isAwaitExpression(root) ||
      api.isParenthesizedExpression(root)
    ) {
      root = root.expression;
    }
    if (api.isQualifiedName(root)) root = root.left;
    const symbol = api.isIdentifier(root) ? checker.getSymbolAtLocation(root) : undefined;
    const isAlias = symbol !== undefined && (symbol.flags & api.SymbolFlags.Alias) !== 0;
    return isAlias && checker.isUnknownSymbol(checker.getAliasedSymbol(symbol));
  }

  /** `text` is how the code spells it. */
  meaningOfSymbol(named: ts.Symbol, text: string): Meaning | undefined {
    const { api, checker } = this.view;
    const isAlias = (named.flags & api.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? checker.getAliasedSymbol(named) : named;
    if (checker.isUnknownSymbol(symbol)) return unknown(ANY_NAME);
    const declarations = symbol.declarations ?? [];
    if (declarations.length === 0) return unknown(text);
    const own = this.meaningOfDeclarations(declarations, symbol.name, text);
    if (own !== undefined || this.#steps >= STEPS_MAX) return own;
    this.#steps++;
    const behind = this.#behind(declarations, text);
    this.#steps--;
    return behind;
  }

  /** Of declarations that are one symbol. */
  meaningOfDeclarations(
    declarations: readonly ts.Declaration[],
    symbolName: string,
    text: string,
  ): Meaning | undefined {
    const places = declarations.flatMap(
      (declaration) => this.#places.of(declaration, symbolName) ?? [],
    );
    const targets = [...new Set(places.flatMap((place) => place.nodes))];
    const place = (
      places.find(({ nodes }) => nodes.length > 0) ?? places.find(({ isOwed }) => isOwed)
    )?.text;
    return place === undefined
      ? undefined
      : { requirement: 'required', targets, place, name: text };
  }

  /**
   * What a name stands for that is no symbol of ours itself. `module.exports = f` is f. A local that was
   * taken out of an object by destructuring is a member by another spelling, and the property that `{ f }`
   * makes is f: we go on to those where we know them, the compiler keeps them apart, and both are right.
   */
  #behind(declarations: readonly ts.Declaration[], text: string): Meaning | undefined {
    const { api, checker } = this.view;
    const [declaration] = declarations;
    if (declaration === undefined) return undefined;
    if (api.isShorthandPropertyAssignment(declaration)) {
      const value = checker.getShorthandAssignmentValueSymbol(declaration);
      return maybeOptional(value && this.meaningOfSymbol(value, text));
    }
    const assigned = assignedValue(api, declaration);
    if (assigned !== undefined) return this.#meaningOfValue(assigned);
    if (!api.isBindingElement(declaration)) return undefined;
    const name = declaration.propertyName ?? declaration.name;
    if (!api.isIdentifier(name) && !api.isStringLiteral(name)) return undefined;
    const property = checker.getTypeAtLocation(declaration.parent).getProperty(name.text);
    return property === undefined
      ? unknown(text)
      : maybeOptional(this.meaningOfSymbol(property, text));
  }

  #meaningOfValue(value: ts.Expression): Meaning | undefined {
    const { api, checker } = this.view;
    if (api.isPropertyAccessExpression(value)) return this.meaningOf(value.name);
    if (api.isIdentifier(value)) return this.meaningOf(value);
    if (api.isFunctionExpression(value) || api.isClassExpression(value)) {
      return this.meaningOfDeclarations([value], value.name?.text ?? '', '');
    }
    if (!api.isCallExpression(value) || value.expression.getText() !== 'require') return undefined;
    const [specifier] = value.arguments;
    const module = specifier && checker.getSymbolAtLocation(specifier);
    const whole = module?.exports?.get(api.InternalSymbolName.ExportEquals);
    return whole && this.meaningOfSymbol(whole, value.getText());
  }
}

/** What stands at the end of `exports = module.exports = f`. */
function assignedValue(api: TypeScript, declaration: ts.Declaration): ts.Expression | undefined {
  let node: ts.Node = declaration;
  while (api.isPropertyAccessExpression(node) || api.isElementAccessExpression(node))
    node = node.parent;
  if (!api.isBinaryExpression(node)) return undefined;
  let value: ts.Expression = node;
  while (api.isBinaryExpression(value)) value = value.right;
  return value;
}

export function optional(meaning: Meaning): Meaning {
  return meaning.requirement === 'required' ? { ...meaning, requirement: 'optional' } : meaning;
}

function maybeOptional(meaning: Meaning | undefined): Meaning | undefined {
  return meaning && optional(meaning);
}

export function unknown(name: string): Meaning {
  return { requirement: 'unknown', targets: [], place: '', name };
}
