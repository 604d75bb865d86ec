import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import { GraphMemoryError } from '../base/errors.ts';
import { systemCode } from '../base/system-code.ts';
import { CONFIG_FILE_NAME, projectEntrySchema } from './schema.ts';

/**
 * Returns the file that `graph-memory init` writes: one project, and every other key as a comment
 * with its default.
 */
export function configTemplate(projectName: string): string {
  const { code, docs } = projectEntrySchema.parse({ projectDir: '.' }).graphs;
  return `# Configuration of Graph Memory. Only projectDir is required; commented-out lines show the defaults.
projects:
  ${stringify(projectName, { lineWidth: 0 }).trim()}:
    # The folder to index, relative to this file; "~" is the home folder.
    projectDir: "."
    # Folder of the index; by default one of its own in ~/.graph-memory.
    # storeDir: "~/.graph-memory/my-store"
    graphs:
      code:
        # Glob patterns relative to projectDir: one, or a list. .gitignore files are honoured as well.
        include: ${JSON.stringify(code.include)}
        # exclude: ["**/generated/**"]
        # enabled: ${code.enabled}
        # Larger files are skipped, in bytes.
        # fileSizeBytesMax: ${code.fileSizeBytesMax}
        # Files that take longer to parse are skipped, in ms.
        # parseMsMax: ${code.parseMsMax}
        # Source of the vectors for search by meaning: static, the packaged model; none; or
        # transformers or remote, a model or server of your own (docs/configuration.md).
        # embedding: ${code.embedding}
        # How the nearest vectors are found: exact, hnsw or auto.
        # vectorIndex: ${code.vectorIndex}
      docs:
        # Pages of documentation (Markdown, MDX, reStructuredText) and their links to the code.
        include: ${JSON.stringify(docs.include)}
        # exclude: ["docs/archive/**"]
        # Pages that "docs check" skips.
        # driftExclude: ["docs/adr/**"]
        # enabled: ${code.enabled}
`;
}

/**
 * Matches characters that a folder name may contain but a project name may not; see `projectName`
 * in schema.ts.
 */
const UNNAMEABLE = /[\\\p{Cc}]/gu;

/**
 * Writes the template into a folder, naming the project after it; returns the path of the new file.
 * @throws {GraphMemoryError} GM_USAGE when the file exists already; GM_IO when the disk refuses.
 */
export async function writeTemplate(folder: string): Promise<string> {
  const path = join(folder, CONFIG_FILE_NAME);
  const name = basename(folder).replace(UNNAMEABLE, '-') || 'root';
  try {
    // "wx" fails atomically if the file exists, without a race.
    await writeFile(path, configTemplate(name), { flag: 'wx' });
    return path;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST')
      throw new GraphMemoryError('GM_USAGE', `${path} exists already`, {
        hint: 'Edit that file, or remove it first.',
        details: { path },
      });
    throw new GraphMemoryError('GM_IO', `cannot write ${path} (${code})`, {
      hint: 'Check that the folder exists and may be written to.',
      details: { path },
      cause: error,
    });
  }
}
