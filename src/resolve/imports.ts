/** Import edges: file → file, with the names that cross. */
import { lowerBound } from '../base/lower-bound.ts';
import type { EdgeForm } from '../model/edge.ts';
import type { ImportFact, ImportForm } from '../model/facts.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';
import { exportDenotations, exportersOf } from './inference/denotation.ts';
import type { Program } from './program.ts';

const FORMS: Readonly<Record<ImportForm, EdgeForm>> = {
  import: 'plain',
  type: 'type',
  dynamic: 'dynamic',
  require: 'require',
  reexport: 'reexport',
  reexportType: 'reexport',
  ambient: 'plain',
  implicit: 'plain',
  part: 'plain',
  path: 'plain',
};

/** `used` are the files that the importing file's other edges lead to. */
export function resolveImports(
  program: Program,
  file: number,
  used: ReadonlySet<number>,
): readonly ResolvedEdge[] {
  const { imports } = program.facts(file);
  const edges: ResolvedEdge[] = [];
  imports.forEach((fact, module) => {
    // What nobody wrote is no import.
    if (fact.form === 'implicit' || fact.form === 'path') return;
    const files = program.importedFiles(file, module);
    for (const targetFile of importedParts(program, file, files, fact, used)) {
      if (targetFile === file) continue;
      edges.push({
        sourceFile: file,
        source: -1,
        targetFile,
        target: -1,
        kind: 'imports',
        evidence: 'exact',
        form: FORMS[fact.form],
        line: fact.line,
        names: fact.names,
      });
    }
  });
  return edges;
}

/**
 * Of a module of several files, those that export an imported name or that the importer uses: who
 * imports a package of forty files rests on few of them. The first, when the whole is
 * imported by its name and nothing tells; what only makes names visible rests on the used ones alone.
 */
function importedParts(
  program: Program,
  importer: number,
  files: readonly number[],
  { names, form }: ImportFact,
  used: ReadonlySet<number>,
): readonly number[] {
  const [first] = files;
  // A module that says what it is part of may be the only one there, and yet lack the name.
  const isPackage = first !== undefined && program.facts(first).packages.length > 0;
  if (files.length <= 1 && !isPackage) return files;
  const isWhole = names.length === 0 || names.includes('*');
  const isPart = (file: number) => files[lowerBound(files, file)] === file;
  const parts = new Set(isWhole ? [...used].filter(isPart) : []);
  for (const name of names) {
    if (name === '*') continue;
    for (const file of exportersOf(program, files, name, importer))
      if (exportDenotations(program, [file], name).length > 0) parts.add(file);
  }
  // A name that none of them exports is generated, or missing.
  if (parts.size === 0) return isWhole && form !== 'ambient' ? files.slice(0, 1) : [];
  return [...parts].sort((a, b) => a - b);
}
