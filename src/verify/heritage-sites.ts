import type ts from 'typescript';
import { namesOfExpression } from './expression-name.ts';
import type { FileReader } from './file-reader.ts';
import { ANY_NAME, type CompilerSite } from './site.ts';
import { optional } from './symbol-lookup.ts';

/** Returns the bases that a class or an interface names. */
export function heritageSites(
  reader: FileReader,
  node: ts.ClassLikeDeclaration | ts.InterfaceDeclaration,
): CompilerSite[] {
  const { api } = reader.lookup.view;
  return (node.heritageClauses ?? []).flatMap((clause) =>
    clause.types.flatMap((base): CompilerSite[] => {
      const isImplements = clause.token === api.SyntaxKind.ImplementsKeyword;
      const site = {
        kind: isImplements ? ('implements' as const) : ('extends' as const),
        path: reader.path,
        line: reader.lineAt(base.getStart(reader.file)),
        form: 'plain' as const,
      };
      const [name] = namesOfExpression(api, base.expression);
      // A mixin call creates a class without a name.
      if (name === undefined) {
        return [{ ...site, requirement: 'unknown', targets: [], place: '', name: ANY_NAME }];
      }
      const meaning = reader.lookup.meaningOf(name);
      const held = heldClass(reader, base, name.getText());
      // A local that holds a class also matches an edge to that class.
      if (meaning === undefined) return held === undefined ? [] : [{ ...site, ...optional(held) }];
      return [{ ...site, ...meaning, targets: [...meaning.targets, ...(held?.targets ?? [])] }];
    }),
  );
}

/** Returns the class itself if the base is a variable that holds it. */
function heldClass(reader: FileReader, base: ts.ExpressionWithTypeArguments, name: string) {
  const { checker } = reader.lookup.view;
  const symbol = checker.getTypeAtLocation(base).getSymbol();
  if (symbol === undefined) return undefined;
  return reader.lookup.meaningOfDeclarations(symbol.declarations ?? [], symbol.name, name);
}
