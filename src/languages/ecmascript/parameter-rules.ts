import {
  AT_NAME,
  type ParameterPart,
  type ParameterRules,
} from '../../extractors/parameter-rules.ts';

export const TYPESCRIPT_PARAMETERS: ParameterRules = {
  before: AT_NAME,
  hasSquareTypeParameters: false,
  read: readParameter,
};

function readParameter(part: string): ParameterPart {
  const own = part.replace(
    /^(?:@\w+(?:\([^()]*\))?\s+)*(?:(?:public|private|protected|readonly|override)\s+)*/,
    '',
  );
  if (own.startsWith('...')) return { name: '', isRequired: false, isRest: true };
  if (/^this\s*:/.test(own)) return 'nothing';
  const name = /^[\w$]+/.exec(own)?.[0] ?? own;
  const isGiven = /^[\w$]+\s*\?|=(?!>)/.test(own);
  // The compiler wants an argument for `undefined`, but none for `void`.
  const mayLack = /(?:^[\w$]+\s*:|\|)\s*void\s*(?:\||$)/.test(own);
  return { name, isRequired: !isGiven && !mayLack };
}
