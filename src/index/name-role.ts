import type { Declaration } from '../model/symbol.ts';

/**
 * Roles of declared names for ranking: the name of a type tells most about a file, then a function,
 * then anything else. Values are bits, stored in the index.
 */
export const NAME_ROLES = {
  type: 1,
  functionOutermost: 2,
  functionNested: 4,
  other: 8,
} as const;

/** Returns the bit of a declaration's role; 0 for constructors, whose name is not informative. */
export function nameRoleOf(declaration: Pick<Declaration, 'kind' | 'parent' | 'name'>): number {
  if (declaration.name === '') return 0;
  switch (declaration.kind) {
    case 'file':
    case 'constructor':
      return 0;
    case 'namespace':
    case 'section':
    case 'class':
    case 'interface':
    case 'typeAlias':
    case 'enum':
      return NAME_ROLES.type;
    case 'function':
    case 'method':
    case 'accessor':
      return declaration.parent === -1 ? NAME_ROLES.functionOutermost : NAME_ROLES.functionNested;
    case 'enumMember':
    case 'field':
    case 'property':
    case 'key':
    case 'variable':
      return NAME_ROLES.other;
  }
}
