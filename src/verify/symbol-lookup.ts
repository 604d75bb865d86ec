import type ts from 'typescript';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { CompilerView } from './compiler-view.ts';
import type { TypeScript } from './load-typescript.ts';
import { ANY_NAME, type CompilerSite } from './site.ts';
import { SymbolPlaces } from './symbol-places.ts';

/** The meaning of a name according to the compiler, in terms of our nodes. */
export type Meaning = Pick<CompilerSite, 'requirement' | 'targets' | 'place' | 'name'>;

/** Maximum number of steps for chains like `exports.a = exports.b = …`. Longer ones are cycles. */
const STEPS_MAX = 10;

/** Looks up the meaning of names in the compiler. */
export class SymbolLookup {
  readonly view: CompilerView;
  readonly #places: SymbolPlaces;
  #steps = 0;

  constructor(graph: SymbolGraph, view: CompilerView) {
    this.view = view;
    this.#places = new SymbolPlaces(graph, view);
  }

  /**
   * Returns undefined for names outside the indexed files, and for locals, which are not symbols in
   * the graph.
   */
  meaningOf(name: ts.Node): Meaning | undefined {
    const text = name.getText().replace(/^['"`]|['"`]$/g, '');
    const { checker } = this.view;
    const symbol = checker.getSymbolAtLocation(name);
    if (symbol !== undefined && !checker.isUnknownSymbol(symbol)) {
      return this.meaningOfSymbol(symbol, text);
    }
    return unknown(this.#isOfUnknownImport(name) ? ANY_NAME : text);
  }

  /**
   * Whether the name comes from an unresolved import. An export may be named differently from its
   * declaration, so such a name may refer to anything.
   */
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

  /** Returns the meaning of a compiler symbol; `text` is its spelling in the code. */
  meaningOfSymbol(named: ts.Symbol, text: string): Meaning | undefined {
    const { api, checker } = this.view;
    const isAlias = (named.flags & api.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? checker.getAliasedSymbol(named) : named;
    if (checker.isUnknownSymbol(symbol)) return unknown(ANY_NAME);
    const declarations = symbol.declarations ?? [];
    if (declarations.length === 0) return unknown(text);
    // The compiler prefers a stub to the sources that the same name leads to.
    if (declarations.every((one) => this.#isStub(one))) return unknown(ANY_NAME);
    const own = this.meaningOfDeclarations(declarations, symbol.name, text);
    if (own !== undefined || this.#steps >= STEPS_MAX) return own;
    this.#steps++;
    const behind = this.#behind(declarations, text);
    this.#steps--;
    return behind;
  }

  /** Whether a declaration is inside `declare module 'x'` where x is a file of the project. */
  #isStub(declaration: ts.Node): boolean {
    const { api } = this.view;
    let node = declaration;
    while (!api.isModuleDeclaration(node) || !api.isStringLiteral(node.name)) {
      const parent: ts.Node | undefined = node.parent;
      if (parent === undefined) return false;
      node = parent;
    }
    const file = node.getSourceFile();
    if (!file.isDeclarationFile) return false;
    const target = this.view.resolveModule(file, node.name);
    return target !== undefined && this.view.pathOf(target)?.includes('node_modules/') === false;
  }

  /** Returns the common meaning of declarations that form one symbol. */
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
   * Resolves a name that is not itself a symbol in the graph. `module.exports = f` means f. A local
   * from destructuring is another spelling of a member, and the property created by `{ f }` means
   * f. Our edges point to the originals where they are known, while the compiler keeps the names
   * apart. Both are correct.
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

/** Returns the value at the end of `exports = module.exports = f`. */
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
