import {
  AT_NAME,
  type ParameterPart,
  type ParameterRules,
} from '../../extractors/parameter-rules.ts';
import { fitOfTypes, typeOfArgument, typeOfResult } from './written-types.ts';

export const TYPESCRIPT_PARAMETERS: ParameterRules = {
  before: AT_NAME,
  hasSquareTypeParameters: false,
  read: readParameter,
  types: { fit: fitOfTypes, ofArgument: typeOfArgument, ofResult: typeOfResult },
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
  const written = name === own ? undefined : typeOfResult(own.slice(name.length));
  // With a default value, `undefined` may be passed as well.
  const type = written !== undefined && isGiven ? `${written} | undefined` : written;
  return { name, isRequired: !isGiven && !mayLack, ...(type === undefined ? {} : { type }) };
}
