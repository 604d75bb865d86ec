/** Resolves import edges: file → file, with the imported names. */
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

/**
 * Resolves the imports of a file. `used` holds the files that the importing file's other edges lead
 * to.
 */
export function resolveImports(
  program: Program,
  file: number,
  used: ReadonlySet<number>,
): readonly ResolvedEdge[] {
  const { imports } = program.facts(file);
  const edges: ResolvedEdge[] = [];
  imports.forEach((fact, module) => {
    // An import that is not in the source text makes no edge.
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
 * Returns the files of a multi-file module that export an imported name or that the importer uses.
 * An importer of a package of forty files depends on few of them. Returns the first file if the
 * module is imported as a whole and no use is known. An import that only makes names visible
 * depends on the used files alone.
 */
function importedParts(
  program: Program,
  importer: number,
  files: readonly number[],
  { names, form }: ImportFact,
  used: ReadonlySet<number>,
): readonly number[] {
  const [first] = files;
  // A module with a declared package may consist of this one file and still not export the name.
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
  // A name that none of them exports is generated or missing.
  if (parts.size === 0) return isWhole && form !== 'ambient' ? files.slice(0, 1) : [];
  return [...parts].sort((a, b) => a - b);
}
