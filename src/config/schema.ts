import { z } from 'zod';
import { patternCost } from '../base/pattern-cost.ts';
import {
  embeddingModelSchema,
  embeddingServerSchema,
  rerankModelSchema,
  sparseModelSchema,
} from './embedding-schema.ts';
import { hasPassword } from './shared-facts.ts';

/** Name of the file that `loadConfig` searches. */
export const CONFIG_FILE_NAME = 'graph-memory.yaml';

const DEFAULT_INCLUDE = '**/*';

const MIB = 1024 * 1024;
/**
 * Default maximum file size. Larger sources are generated or bundled: the measured repositories had
 * no larger hand-written one.
 */
const FILE_SIZE_BYTES_DEFAULT = 2 * MIB;
const FILE_SIZE_BYTES_MAX = 50 * MIB;
const PARSE_MS_DEFAULT = 3000;
const PARSE_MS_MAX = 600_000;

const pattern = z
  .string()
  .min(1)
  .regex(/^(?!!(?!\())/, {
    error: 'must not start with "!": list files to leave out under "exclude"',
  })
  .regex(/^(?!\/|(?:\.\.|~)(?:\/|$))/, {
    error: 'must be relative to projectDir and stay inside it',
  })
  .refine((glob) => patternCost(glob) === undefined, {
    error: ({ input }) => `takes too long to match: it ${patternCost(String(input))}`,
  });

const PATTERNS_ERROR = 'must be a glob pattern or a list of glob patterns';
const patterns = z.union([pattern, z.array(pattern)], { error: PATTERNS_ERROR });
const somePatterns = z.union([pattern, z.array(pattern).min(1)], { error: PATTERNS_ERROR });

const codeSchema = z
  .strictObject({
    include: somePatterns
      .default(DEFAULT_INCLUDE)
      .describe(
        'Files to index: a glob pattern or a list, relative to projectDir. Patterns that end in /* or /** match only files in known languages.',
      ),
    exclude: patterns
      .default([])
      .describe(
        'Files and folders to leave out, even if included: a glob pattern or a list. A matching folder is left out with everything in it.',
      ),
    enabled: z
      .boolean()
      .default(true)
      .describe(
        'Whether the code of this project is indexed. false keeps the entry but reads nothing.',
      ),
    fileSizeBytesMax: z
      .int()
      .min(1)
      .max(FILE_SIZE_BYTES_MAX)
      .default(FILE_SIZE_BYTES_DEFAULT)
      .describe('Larger files are skipped and listed in the status. In bytes.'),
    parseMsMax: z
      .int()
      .min(1)
      .max(PARSE_MS_MAX)
      .default(PARSE_MS_DEFAULT)
      .describe('A file that takes longer to parse is skipped and listed in the status. In ms.'),
    embedding: z
      .enum(['static', 'transformers', 'remote', 'none'])
      .default('static')
      .describe(
        'Source of the vectors for search by meaning: the packaged model, embeddingModel, embeddingServer, or none.',
      ),
    vectorIndex: z
      .enum(['auto', 'exact', 'hnsw'])
      .default('auto')
      .describe(
        'How the nearest vectors are found: an exact scan, or a graph of neighbours (hnswlib-node, if installed); auto uses the graph where it is faster.',
      ),
    embeddingModel: embeddingModelSchema.optional(),
    embeddingServer: embeddingServerSchema.optional(),
    sparseModel: sparseModelSchema.optional(),
    rerankModel: rerankModelSchema.optional(),
  })
  .refine(
    ({ embedding, embeddingModel }) => embedding !== 'transformers' || embeddingModel !== undefined,
    {
      path: ['embedding'],
      error: 'transformers needs embeddingModel, with folder or hub',
    },
  )
  .refine(
    ({ embedding, embeddingServer }) => embedding !== 'remote' || embeddingServer !== undefined,
    {
      path: ['embedding'],
      error: 'remote needs embeddingServer, with url, model and dimensions',
    },
  );

const docsSchema = z.strictObject({
  include: somePatterns
    .default(DEFAULT_INCLUDE)
    .describe(
      'Pages of documentation to index: a glob pattern or a list, relative to projectDir; Markdown, MDX and reStructuredText files only.',
    ),
  exclude: patterns
    .default([])
    .describe(
      'Pages to leave out: a glob pattern or a list. Exclusions of graphs.code apply as well.',
    ),
  about: z
    .union([z.string().min(1), z.array(z.string().min(1))], {
      error: 'must be the name of a project or a list of names',
    })
    .default([])
    .describe(
      'Names of other projects that these pages describe: links, names and examples are resolved there as well.',
    ),
  driftExclude: patterns
    .default([])
    .describe('Pages that are indexed but that "docs check" skips: a glob pattern or a list.'),
  enabled: z
    .boolean()
    .optional()
    .describe(
      'Whether the documentation of this project is indexed. Default: as graphs.code.enabled.',
    ),
});

export const projectEntrySchema = z.strictObject({
  projectDir: z
    .string()
    .min(1)
    .describe('The folder to index. Relative to this file; "~" is the home folder.'),
  storeDir: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of the index. Default: a folder of its own in ~/.graph-memory.'),
  memory: z
    .enum(['off', 'read-only', 'read-write'])
    .optional()
    .describe(
      'Notes in .graph-memory/notes: off ignores them, read-only refuses to write them. Default: read-write, with tools for agents only once there are notes.',
    ),
  personalNotes: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder of your own notes about this project, outside of it; they are not indexed. Relative to this file; "~" is the home folder.',
    ),
  graphs: z
    .strictObject({
      code: codeSchema.prefault({}).describe('The graph of the source code.'),
      docs: docsSchema
        .prefault({})
        .describe('The graph of the documentation: sections and their links to the code.'),
    })
    .prefault({})
    .describe('Graphs to build for the project.'),
});

const projectName = z
  .string()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
  .regex(/^[^/\\\u0000-\u001f\u007f]+$/, {
    error: 'is not a project name: it must not be empty or hold slashes or control characters',
  });

/** Schema of graph-memory.yaml: keys, defaults, bounds and descriptions, all defined here. */
export const configSchema = z
  .strictObject({
    projects: z
      .record(projectName, projectEntrySchema)
      .refine((projects) => Object.keys(projects).length > 0, {
        error: 'must name at least one project',
      })
      .describe('The projects, by name.'),
    tools: z
      .union([z.string().min(1), z.array(z.string().min(1)).min(1)], {
        error: 'must be the name of a tool or a list of names',
      })
      .optional()
      .describe(
        'Tools that MCP clients see in their list: names, "default" and "all". Others answer too; tool_search finds them. Default: default.',
      ),
    sharedFacts: z
      .string()
      .min(1)
      .refine((place) => !hasPassword(place), {
        error:
          'must not have a password; use PGPASSWORD, ~/.pgpass, AWS_PROFILE, or the address as $VARIABLE',
      })
      .optional()
      .describe(
        'Where indexes are shared with other machines: a folder, postgres://…, s3://bucket/prefix, or $VARIABLE with such an address. Written by "graph-memory index --share" only.',
      ),
  })
  .meta({ title: CONFIG_FILE_NAME, description: 'Configuration of Graph Memory.' });

export type ProjectEntry = z.output<typeof projectEntrySchema>;
