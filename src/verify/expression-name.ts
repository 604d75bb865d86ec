import type ts from 'typescript';
import type { TypeScript } from './load-typescript.ts';

/**
 * Returns the nodes that name an expression: the last name for `a.b.c` and `a['c']`, two for `a ||
 * b` and `x ? a : b`, none for calls and literals.
 */
export function namesOfExpression(api: TypeScript, expression: ts.Node): readonly ts.Node[] {
  if (
    api.isParenthesizedExpression(expression) ||
    api.isNonNullExpression(expression) ||
    api.isAsExpression(expression) ||
    api.isSatisfiesExpression(expression) ||
    api.isExpressionWithTypeArguments(expression)
  ) {
    return namesOfExpression(api, expression.expression);
  }
  const parts = api.isConditionalExpression(expression)
    ? [expression.whenTrue, expression.whenFalse]
    : api.isBinaryExpression(expression)
      ? [expression.left, expression.right]
      : [];
  if (parts.length > 0) return parts.flatMap((part) => namesOfExpression(api, part));
  if (api.isPropertyAccessExpression(expression)) return [expression.name];
  if (api.isElementAccessExpression(expression)) {
    const { argumentExpression } = expression;
    return api.isStringLiteralLike(argumentExpression) ? [argumentExpression] : [];
  }
  const isName = api.isIdentifier(expression) || expression.kind === api.SyntaxKind.SuperKeyword;
  return isName ? [expression] : [];
}
