import { appendTo } from '../base/append-to.ts';
import { uniqueBy } from '../base/unique-by.ts';
import type { EdgeForm } from '../model/edge.ts';
import { ANY_NAME, type CompilerSite, type OwnSite, type VerifiedKind } from './site.ts';

/** The number of sites on each side, and of sites that both have. */
export interface Agreement {
  /** Number of our sites that the compiler can confirm or refute. */
  readonly ours: number;
  readonly compiler: number;
  readonly both: number;
}

export interface KindComparison extends Agreement {
  readonly kind: VerifiedKind;
  /** Number of our sites where the compiler knows no symbol; counted on neither side. */
  readonly unverifiable: number;
  /** Number of places where the compiler knows no symbol, whether we have an edge there or not. */
  readonly unresolved: number;
  /** For calls: the results by form of call. */
  readonly byForm: ReadonlyMap<EdgeForm, Agreement>;
  /** Sites of the compiler that we lack. */
  readonly misses: readonly CompilerSite[];
  /**
   * Our sites that the compiler lacks. `instead` is the compiler's site with the same name at the
   * same place.
   */
  readonly extras: readonly {
    readonly site: OwnSite;
    readonly instead: CompilerSite | undefined;
  }[];
}

/** Returns the key by which sites of both sides are matched: the line, or for imports the file. */
function placeKey(
  kind: VerifiedKind,
  site: { readonly path: string; readonly line: number },
): string {
  return kind === 'imports' ? site.path : `${site.path}:${site.line}`;
}

/**
 * Compares the sites of one kind. Our site is correct if its target is among those the compiler
 * accepts at that place. Several sites with the same target on one line count once.
 */
export function compareKind(
  kind: VerifiedKind,
  own: readonly OwnSite[],
  compiler: readonly CompilerSite[],
  nameOf: (node: number) => string,
): KindComparison {
  const places = byPlace(kind, compiler);
  const hit = new Set<CompilerSite>();
  const extras: KindComparison['extras'][number][] = [];
  let unverifiable = 0;
  for (const site of uniqueBy(own, ({ path, line, source, target }) =>
    kind === 'imports'
      ? `${path} ${target}`
      : `${path} ${line} ${target} ${kind === 'calls' || kind === 'references' ? '' : source}`,
  )) {
    const here = places.get(placeKey(kind, site)) ?? [];
    const right = here.filter(({ targets }) => targets.includes(site.target));
    for (const one of right) if (one.requirement === 'required') hit.add(one);
    if (right.length > 0) continue;
    const name = nameOf(site.target);
    if (here.some((one) => isUnknownOf(one, site, name))) unverifiable++;
    else {
      const instead = here.find((one) => one.name === name && one.requirement === 'required');
      extras.push({ site, instead });
    }
  }
  const required = [...places.values()]
    .flat()
    .filter(({ requirement }) => requirement === 'required');
  const unresolved = [...places.values()]
    .flat()
    .filter(({ requirement }) => requirement === 'unknown').length;
  const count = (isCounted: (form: EdgeForm) => boolean): Agreement => {
    const counted = required.filter(({ form }) => isCounted(form));
    const both = counted.filter((site) => hit.has(site)).length;
    const extra = extras.filter(({ site }) => isCounted(site.form)).length;
    return { ours: both + extra, compiler: counted.length, both };
  };
  const forms = kind === 'calls' ? CALL_FORMS : [];
  return {
    kind,
    ...count(() => true),
    unverifiable,
    unresolved,
    byForm: new Map(forms.map((form) => [form, count((one) => one === form)])),
    misses: required.filter((site) => !hit.has(site)),
    extras,
  };
}

const CALL_FORMS: readonly EdgeForm[] = ['plain', 'new', 'super', 'jsx', 'decorator', 'tagged'];

/**
 * Whether the compiler's site is unknown and covers ours. Imports are matched by file, so an
 * unknown specifier covers only its own line.
 */
function isUnknownOf(site: CompilerSite, own: OwnSite, name: string): boolean {
  if (site.requirement !== 'unknown') return false;
  if (site.kind === 'imports') return site.line === own.line;
  return site.name === ANY_NAME || site.name === name;
}

function byPlace(
  kind: VerifiedKind,
  sites: readonly CompilerSite[],
): ReadonlyMap<string, readonly CompilerSite[]> {
  const places = new Map<string, CompilerSite[]>();
  const key = (site: CompilerSite): string => {
    const line = kind === 'imports' && site.requirement !== 'unknown' ? '' : site.line;
    // Targets that are missing in the graph are distinguished by their location.
    const target = site.targets.length === 0 ? site.place : site.targets.toSorted().join();
    return `${site.path} ${line} ${site.requirement} ${target} ${site.requirement === 'unknown' ? site.name : ''}`;
  };
  for (const site of uniqueBy(sites, key)) {
    appendTo(places, placeKey(kind, site), site);
  }
  return places;
}
