import { describe, expect, it } from 'vitest';
import { compareKind } from '../../src/verify/compare.ts';
import {
  ANY_NAME,
  type CompilerSite,
  type OwnSite,
  type VerifiedKind,
} from '../../src/verify/site.ts';

/** Node numbers are the targets; node n has the name `n<n>`. */
function compiler(line: number, targets: readonly number[], given: Partial<CompilerSite> = {}) {
  return {
    kind: 'calls',
    path: 'a.ts',
    line,
    form: 'plain',
    name: `n${targets[0]}`,
    requirement: 'required',
    targets,
    place: `t.ts:${targets[0]}`,
    ...given,
  } as const satisfies CompilerSite;
}

function own(line: number, target: number, given: Partial<OwnSite> = {}): OwnSite {
  return {
    kind: 'calls',
    path: 'a.ts',
    line,
    form: 'plain',
    source: 99,
    target,
    evidence: 'exact',
    ...given,
  };
}

function compare(
  ours: readonly OwnSite[],
  theirs: readonly CompilerSite[],
  kind: VerifiedKind = 'calls',
) {
  const found = compareKind(kind, ours, theirs, (node) => `n${node}`);
  const { both, compiler: all, unverifiable, misses, extras } = found;
  return {
    numbers: `${found.ours}/${all}/${both}+${unverifiable}`,
    misses: misses.map(({ line, targets }) => `${line} ${targets}`),
    extras: extras.map(({ site, instead }) => `${site.line} ${site.target}/${instead?.targets}`),
  };
}

const NOTHING = { misses: [], extras: [] };

describe('compareKind', () => {
  it.each<[string, OwnSite[], CompilerSite[], object]>([
    ['agrees', [own(1, 1)], [compiler(1, [1])], { numbers: '1/1/1+0', ...NOTHING }],
    [
      'tells a miss from an extra, with what is there instead',
      [own(1, 2)],
      [compiler(1, [1], { name: 'n2' })],
      { numbers: '1/1/0+0', misses: ['1 1'], extras: ['1 2/1'] },
    ],
    [
      'needs the line',
      [own(1, 1)],
      [compiler(2, [1])],
      { numbers: '1/1/0+0', misses: ['2 1'], extras: ['1 1/undefined'] },
    ],
    [
      'takes any of several targets, and counts them once',
      [own(1, 1), own(1, 2)],
      [compiler(1, [1, 2])],
      { numbers: '1/1/1+0', ...NOTHING },
    ],
    [
      'counts several on one line once',
      [own(1, 1), own(1, 1, { source: 98 })],
      [compiler(1, [1]), compiler(1, [1])],
      { numbers: '1/1/1+0', ...NOTHING },
    ],
    [
      'counts nothing for what may be there or not',
      [own(1, 1)],
      [
        compiler(1, [1], { requirement: 'optional' }),
        compiler(2, [1], { requirement: 'optional' }),
      ],
      { numbers: '0/0/0+0', ...NOTHING },
    ],
    [
      'cannot judge a name that the compiler does not know',
      [own(1, 1), own(1, 2)],
      [compiler(1, [], { requirement: 'unknown', name: 'n1' })],
      { numbers: '1/0/0+1', misses: [], extras: ['1 2/undefined'] },
    ],
    [
      'cannot judge anything where an import is unknown',
      [own(1, 1), own(1, 2)],
      [compiler(1, [], { requirement: 'unknown', name: ANY_NAME })],
      { numbers: '0/0/0+2', ...NOTHING },
    ],
    [
      'misses what the graph has not',
      [],
      [compiler(1, [], { place: 't.ts:5' }), compiler(1, [], { place: 't.ts:6' })],
      { numbers: '0/2/0+0', misses: ['1 ', '1 '], extras: [] },
    ],
  ])('%s', (_, ours, theirs, expected) => {
    expect(compare(ours, theirs)).toEqual(expected);
  });

  it('compares imports by file, and unknown ones by line', () => {
    const kind = 'imports';
    const given = { kind } as const;
    expect(
      compare(
        [own(3, 1, given), own(4, 1, given), own(5, 2, given), own(6, 3, given)],
        [
          compiler(1, [1], given),
          compiler(2, [1], given),
          compiler(6, [], { ...given, requirement: 'unknown', name: ANY_NAME }),
        ],
        kind,
      ),
    ).toEqual({ numbers: '2/1/1+1', misses: [], extras: ['5 2/undefined'] });
  });

  it('counts calls by form', () => {
    const { byForm } = compareKind(
      'calls',
      [own(1, 1), own(2, 2, { form: 'new' })],
      [compiler(1, [1]), compiler(3, [3], { form: 'jsx' })],
      String,
    );
    expect(Object.fromEntries(byForm)).toMatchObject({
      plain: { ours: 1, compiler: 1, both: 1 },
      new: { ours: 1, compiler: 0, both: 0 },
      jsx: { ours: 0, compiler: 1, both: 0 },
    });
  });
});
