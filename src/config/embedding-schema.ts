import { z } from 'zod';

/**
 * Default maximum number of tokens. Models read no more than a few hundred tokens well, and chunks
 * have no more.
 */
const TOKENS_DEFAULT = 512;
/** Default batch size. Larger batches are no faster on a CPU (docs/performance.md). */
const BATCH_DEFAULT = 8;
/** A small cross-encoder reads this many pairs within {@link RERANK_MS_DEFAULT} on two cores. */
const CANDIDATES_DEFAULT = 20;
/** Longest time in ms that an answer waits for the cross-encoder. */
const RERANK_MS_DEFAULT = 1000;

export const embeddingServerSchema = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .describe('Address of the API, without "/embeddings".'),
    model: z.string().min(1).describe('Name of the model on the server.'),
    dimensions: z.int().min(8).max(8192).describe('Dimensions of its vectors.'),
    keyVariable: z
      .string()
      .regex(/^[A-Za-z_]\w*$/, { error: 'must be the name of an environment variable' })
      .optional()
      .describe('The environment variable that holds the key. Without it no key is sent.'),
    batch: z.int().min(1).max(2048).default(64).describe('Texts per request.'),
    timeoutMs: z
      .int()
      .min(100)
      .max(600_000)
      .default(30_000)
      .describe('Time limit of a request, in ms.'),
  })
  .describe('A server with the embeddings API of OpenAI; for embedding: remote.');

/** The hub that a model comes from unless the configuration names another one. */
export const HUB_URL = 'https://huggingface.co';

/** Where the files of a local model are, and how it is run. */
const modelFileShape = {
  folder: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A folder with the model as ONNX, tokenizer.json and config.json. Relative to this file; "~" is the home folder.',
    ),
  hub: z
    .string()
    .regex(/^\w[\w.-]*\/\w[\w.-]*$/, { error: 'must be the owner and the name: owner/name' })
    .optional()
    .describe(
      'Instead of folder: a model on the hub, "owner/name". Fetched once, into ~/.graph-memory/models.',
    ),
  revision: z
    .string()
    .regex(/^\w[\w.-]*$/, { error: 'must be a branch, a tag or a commit' })
    .default('main')
    .describe('Branch, tag or commit of the model on the hub.'),
  hubUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .default(HUB_URL)
    .describe('Address of the hub or of a mirror.'),
  dtype: z
    .enum(['auto', 'fp32', 'fp16', 'q8', 'int8', 'uint8', 'q4', 'q4f16', 'bnb4'])
    .default('auto')
    .describe('Number format of the model: auto is q8 where the model has it, otherwise fp32.'),
  tokensMax: z
    .int()
    .min(8)
    .max(32_768)
    .default(TOKENS_DEFAULT)
    .describe('Longer texts are cut; never more than the model accepts.'),
  batch: z.int().min(1).max(256).default(BATCH_DEFAULT).describe('Texts per batch.'),
};

type Places = { readonly folder?: string | undefined; readonly hub?: string | undefined };
const hasOnePlace = ({ folder, hub }: Places) => (folder === undefined) !== (hub === undefined);
const ONE_PLACE = { error: 'needs one of folder and hub' };

export const embeddingModelSchema = z
  .strictObject({
    ...modelFileShape,
    pooling: z
      .enum(['auto', 'mean', 'cls', 'last'])
      .default('auto')
      .describe('Pooling of the token vectors: auto follows the model, or else uses the mean.'),
    queryPrefix: z
      .string()
      .optional()
      .describe('Prefix of a question. Default: that of the model, or none.'),
    passagePrefix: z
      .string()
      .optional()
      .describe('Prefix of code and pages. Default: that of the model, or none.'),
  })
  .refine(hasOnePlace, ONE_PLACE)
  .describe('A sentence-embedding model that runs here; for embedding: transformers.');

export const sparseModelSchema = z
  .strictObject(modelFileShape)
  .refine(hasOnePlace, ONE_PLACE)
  .describe('A model of the SPLADE kind, which adds related words to questions and code.');

export const rerankModelSchema = z
  .strictObject({
    ...modelFileShape,
    candidates: z
      .int()
      .min(2)
      .max(100)
      .default(CANDIDATES_DEFAULT)
      .describe('Number of files, from the first, that the model reads for a question.'),
    timeoutMs: z
      .int()
      .min(10)
      .max(60_000)
      .default(RERANK_MS_DEFAULT)
      .describe('After this time the answer keeps the order without the model. In ms.'),
  })
  .refine(hasOnePlace, ONE_PLACE)
  .describe('A cross-encoder that reads the question beside each of the first files.');
