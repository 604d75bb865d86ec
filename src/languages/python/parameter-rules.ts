import type { ParameterPart, ParameterRules } from '../../extractors/parameter-rules.ts';

export const PYTHON_PARAMETERS: ParameterRules = {
  before: 'def\\s+',
  hasSquareTypeParameters: true,
  read: readParameter,
  methodKind,
};

function readParameter(part: string): ParameterPart {
  if (part === '*') return 'onlyNamed';
  if (part === '/') return 'nothing';
  const name = /^\*{0,2}(\w+)/.exec(part)?.[1] ?? '';
  if (part.startsWith('**')) return { name, isRequired: false, isAnyName: true };
  if (part.startsWith('*')) return { name, isRequired: false, isRest: true };
  return { name, isRequired: !/[^=!<>]=[^=]/.test(part) };
}

/** Undefined when a decorator may have made another function of it. */
function methodKind(text: string): 'instance' | 'static' | 'class' | undefined {
  const head = /^[\s\S]*?(?=\b(?:async\s+)?def\s)/.exec(text)?.[0] ?? '';
  const names = [...head.matchAll(/@([\w.]+)/g)].map((match) => match[1] ?? '');
  const isPlain = names.every((name) =>
    /(?:^|\.)(?:staticmethod|classmethod|abstractmethod|overload|override|final|deprecated)$/.test(
      name,
    ),
  );
  if (!isPlain) return undefined;
  if (names.some((name) => name.endsWith('staticmethod'))) return 'static';
  return names.some((name) => name.endsWith('classmethod')) ? 'class' : 'instance';
}
