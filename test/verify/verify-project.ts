/** A project on disk, our edges of it, and what the compiler makes of both. */
import { buildGraph } from '../../src/graph/build.ts';
import type { SymbolGraph } from '../../src/graph/symbol-graph.ts';
import type { ResolvedEdge } from '../../src/model/resolved-edge.ts';
import { loadTypeScript } from '../../src/verify/load-typescript.ts';
import { reportOf, type VerifyReport } from '../../src/verify/report.ts';
import { verify } from '../../src/verify/verify.ts';
import { resolveSources, type Sources } from '../helpers/check.ts';
import { tempProject } from '../project/temp-project.ts';

/** Says which edges the graph is to have instead of the right ones; ids name both ends. */
export type Planted = (edges: readonly ResolvedEdge[], numbers: EndNumbers) => ResolvedEdge[];

/** File and declaration numbers of an id. */
type EndNumbers = (id: string) => { readonly file: number; readonly declaration: number };

export async function verifySources(
  sources: Sources,
  plant: Planted = (edges) => [...edges],
  /** Ids of symbols that the graph is not to have; they must be the last of their files. */
  missing: ReadonlySet<string> = new Set(),
): Promise<VerifyReport> {
  const { config } = await tempProject(sources);
  const { edges, ...resolved } = await resolveSources(sources);
  const files = resolved.files.map((facts) => ({
    ...facts,
    declarations: facts.declarations.filter(({ id }) => !missing.has(id)),
  }));
  const numbers: EndNumbers = (id) => {
    const path = id.split('::')[0];
    const file = files.findIndex((facts) => facts.path === path);
    const declaration = files[file]?.declarations.findIndex((one) => one.id === id) ?? -1;
    if (file < 0 || (id !== path && declaration < 0)) throw new Error(`no symbol ${id}`);
    return { file, declaration };
  };
  const graph: SymbolGraph = buildGraph(files, plant(edges, numbers));
  const typescript = loadTypeScript(config.root);
  const verification = verify({ graph, root: config.root, typescript, now: () => 0 });
  return reportOf(verification, { project: 'test', graph, samplesMax: 99, memoryBytes: 0 });
}

/** `kind ours/compiler/both`, with `+n` unverifiable; kinds and forms without any are left out. */
export function numbersOf(report: VerifyReport): string[] {
  return report.kinds.flatMap((kind) => {
    const rows = [{ form: '', ...kind }, ...kind.forms];
    return rows
      .filter(({ ours, compiler }) => ours + compiler > 0)
      .map(({ form, ours, compiler, both }) => {
        const name = form === '' ? kind.kind : `${kind.kind} ${form}`;
        const more = form === '' && kind.unverifiable > 0 ? ` +${kind.unverifiable}` : '';
        return `${name} ${ours}/${compiler}/${both}${more}`;
      });
  });
}
