import type ts from 'typescript';
import { appendTo } from '../base/append-to.ts';
import { getOrCompute } from '../base/memoize.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { CompilerView } from './compiler-view.ts';

/** The counterpart of a compiler declaration in the graph. */
export interface Place {
  /** Nodes with the same path, name and start line; empty if the graph has none there. */
  readonly nodes: readonly number[];
  /**
   * Whether the declaration is of a kind that the graph must contain, whatever else it leaves out.
   */
  readonly isOwed: boolean;
  /** `path:line`. */
  readonly text: string;
}

/** Finds the nodes of declarations by location. Nothing else in the graph is trusted. */
export class SymbolPlaces {
  readonly #graph: SymbolGraph;
  readonly #view: CompilerView;
  readonly #byPath = new Map<string, ReadonlyMap<string, readonly number[]>>();
  readonly #known = new Map<ts.Declaration, Place | undefined>();

  constructor(graph: SymbolGraph, view: CompilerView) {
    this.#graph = graph;
    this.#view = view;
  }

  /** Returns undefined for declarations outside the indexed files. */
  of(declaration: ts.Declaration, symbolName: string): Place | undefined {
    if (this.#known.has(declaration)) return this.#known.get(declaration);
    const place = this.#find(declaration, symbolName);
    this.#known.set(declaration, place);
    return place;
  }

  #find(declaration: ts.Declaration, symbolName: string): Place | undefined {
    const { api } = this.#view;
    // Declarations created by the compiler are in no file.
    const file: ts.SourceFile | undefined = declaration.getSourceFile();
    const path = file === undefined ? undefined : this.#view.pathOf(file.fileName);
    if (file === undefined || path === undefined || this.#graph.fileNode(path) === undefined)
      return undefined;
    const name = nameOf(api, declaration, symbolName);
    const lineOf = (node: ts.Node) =>
      file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    const nameNode = api.getNameOfDeclaration(declaration) ?? declaration;
    const [first, last] = [lineOf(wholeOf(api, declaration)), lineOf(nameNode)];
    const nodes = isLocalOnly(api, declaration)
      ? []
      : (this.#namesIn(path).get(name) ?? []).filter((index) => {
          const { startLine } = this.#graph.node(index);
          return startLine >= first && startLine <= last;
        });
    return { nodes, isOwed: isOwed(api, declaration), text: `${path}:${last}` };
  }

  #namesIn(path: string): ReadonlyMap<string, readonly number[]> {
    return getOrCompute(this.#byPath, path, () => {
      const byName = new Map<string, number[]>();
      for (const index of this.#graph.symbolsOf(path))
        appendTo(byName, plain(this.#graph.node(index).name), index);
      return byName;
    });
  }
}

function nameOf(api: TypeScript, declaration: ts.Declaration, symbolName: string): string {
  if (api.isConstructorDeclaration(declaration)) return 'constructor';
  if (api.isExportAssignment(declaration)) return 'default';
  if (symbolName === 'export=') return 'module.exports';
  const name = api.getNameOfDeclaration(declaration);
  if (name === undefined) return plain(symbolName);
  if (api.isComputedPropertyName(name)) {
    return api.isStringLiteralLike(name.expression) ? name.expression.text : plain(name.getText());
  }
  return plain('text' in name ? String(name.text) : name.getText());
}

type TypeScript = CompilerView['api'];

/** Removes the `#` of a private name. */
function plain(name: string): string {
  return name.replace(/^#/, '');
}

/**
 * Returns the whole declaration as readers see it: for a variable or an assignment, the statement.
 */
function wholeOf(api: TypeScript, declaration: ts.Declaration): ts.Node {
  let node: ts.Node = declaration;
  while (
    api.isBindingElement(node) ||
    api.isObjectBindingPattern(node) ||
    api.isArrayBindingPattern(node) ||
    api.isVariableDeclaration(node) ||
    api.isVariableDeclarationList(node) ||
    api.isPropertyAccessExpression(node) ||
    api.isElementAccessExpression(node) ||
    api.isBinaryExpression(node)
  ) {
    node = node.parent;
  }
  return api.isVariableStatement(node) || api.isExpressionStatement(node) ? node : declaration;
}

/**
 * Whether a declaration is never a symbol in the graph. It must not be matched with a symbol that
 * happens to be on the same line.
 */
function isLocalOnly(api: TypeScript, declaration: ts.Declaration): boolean {
  return (
    api.isTypeParameterDeclaration(declaration) ||
    (api.isParameter(declaration) &&
      !api.isParameterPropertyDeclaration(declaration, declaration.parent))
  );
}

function isOwed(api: TypeScript, declaration: ts.Declaration): boolean {
  if (api.isFunctionDeclaration(declaration) || api.isClassDeclaration(declaration)) {
    return declaration.name !== undefined;
  }
  return (
    (api.isMethodDeclaration(declaration) || api.isMethodSignature(declaration)) &&
    (api.isClassDeclaration(declaration.parent) ||
      api.isInterfaceDeclaration(declaration.parent)) &&
    !api.isComputedPropertyName(declaration.name)
  );
}
