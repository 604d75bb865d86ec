import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { Agreement, KindComparison } from './compare.ts';
import type { CompilerSite, VerifiedKind } from './site.ts';
import type { Verification } from './verify.ts';

/** A comparison as machine-readable data. */
export interface VerifyReport {
  readonly project: string;
  readonly typescript: { readonly version: string; readonly path: string };
  readonly files: number;
  /** Indexed files that the compiler did not load, or that are nested too deeply for it. */
  readonly missing_files: readonly string[];
  /** Packages that the compiler did not find. Recall is then an upper bound. */
  readonly missing_packages: readonly string[];
  readonly seconds: number;
  /** Peak memory of the process so far. */
  readonly memory_bytes: number;
  readonly kinds: readonly KindReport[];
}

interface AgreementReport {
  readonly ours: number;
  readonly compiler: number;
  readonly both: number;
  /** Share of our sites that the compiler confirms; null if we have none. */
  readonly precision: number | null;
  /** Share of the compiler's sites that we have; null if it has none. */
  readonly recall: number | null;
}

export interface KindReport extends AgreementReport {
  readonly kind: VerifiedKind;
  readonly unverifiable: number;
  /** Number of places where the compiler knows no symbol. */
  readonly unresolved: number;
  readonly forms: readonly (AgreementReport & { readonly form: string })[];
  readonly misses: readonly MissReport[];
  readonly misses_total: number;
  readonly extras: readonly ExtraReport[];
  readonly extras_total: number;
}

interface MissReport {
  /** `path:line` */
  readonly at: string;
  readonly name: string;
  readonly form: string;
  /** Location of the target's declaration. */
  readonly place: string;
  /** Empty if the symbol is missing in the graph. */
  readonly symbols: readonly string[];
}

interface ExtraReport {
  readonly at: string;
  readonly form: string;
  readonly evidence: string;
  readonly source: string;
  readonly target: string;
  /** The symbols of the project that the compiler resolves the name to instead. */
  readonly instead: readonly string[];
}

export function reportOf(
  verification: Verification,
  facts: {
    readonly project: string;
    readonly graph: SymbolGraph;
    readonly samplesMax: number;
    readonly memoryBytes: number;
  },
): VerifyReport {
  const { typescript, filesCount, missingFiles, missingPackages, seconds } = verification;
  return {
    project: facts.project,
    typescript,
    files: filesCount,
    missing_files: missingFiles,
    missing_packages: missingPackages,
    seconds,
    memory_bytes: facts.memoryBytes,
    kinds: verification.kinds.map((kind) => kindReport(kind, facts.graph, facts.samplesMax)),
  };
}

function kindReport(kind: KindComparison, graph: SymbolGraph, samplesMax: number): KindReport {
  const idsOf = (nodes: readonly number[]) => nodes.map((node) => graph.node(node).id);
  return {
    kind: kind.kind,
    ...agreementReport(kind),
    unverifiable: kind.unverifiable,
    unresolved: kind.unresolved,
    forms: [...kind.byForm]
      .filter(([, { ours, compiler }]) => ours + compiler > 0)
      .map(([form, agreement]) => ({ form, ...agreementReport(agreement) })),
    misses: spread(kind.misses, samplesMax).map((site) => ({
      at: `${site.path}:${site.line}`,
      name: site.name,
      form: site.form,
      place: site.place,
      symbols: idsOf(site.targets),
    })),
    misses_total: kind.misses.length,
    extras: spread(kind.extras, samplesMax).map(({ site, instead }) => ({
      at: `${site.path}:${site.line}`,
      form: site.form,
      evidence: site.evidence,
      source: graph.node(site.source).id,
      target: graph.node(site.target).id,
      instead: insteadOf(instead, idsOf),
    })),
    extras_total: kind.extras.length,
  };
}

function insteadOf(
  site: CompilerSite | undefined,
  idsOf: (nodes: readonly number[]) => readonly string[],
): readonly string[] {
  if (site === undefined) return [];
  return site.targets.length === 0 ? [site.place] : idsOf(site.targets);
}

function agreementReport({ ours, compiler, both }: Agreement): AgreementReport {
  return {
    ours,
    compiler,
    both,
    precision: ours === 0 ? null : both / ours,
    recall: compiler === 0 ? null : both / compiler,
  };
}

/** Returns samples spread over a list, so that one file with many differences does not dominate. */
function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, index) => {
    const item = items[Math.floor((index * items.length) / count)];
    return item === undefined ? [] : [item];
  }).flat();
}
