/**
 * Loads the ONNX runtime, which is not part of the package: the native runtime is ten times as
 * large as the rest. It is used if the user has installed it beside this program.
 */
import { GraphMemoryError } from '../base/errors.ts';
import { readLargeFile } from '../base/regular-file.ts';

/** The API used of `onnxruntime-node` and `onnxruntime-web`, which they share. */
interface Runtime {
  readonly InferenceSession: {
    create(model: string | Uint8Array, options: SessionOptions): Promise<Session>;
  };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => unknown;
  readonly env: { readonly wasm?: { numThreads?: number } };
}

interface SessionOptions {
  readonly intraOpNumThreads: number;
  readonly logSeverityLevel: 3;
}

interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, Output>>>;
}

export interface Output {
  readonly dims: readonly number[];
  readonly data: unknown;
}

/** The API used of `@huggingface/tokenizers`. */
export interface Tokenizer {
  encode(
    text: string,
    options?: {
      readonly add_special_tokens?: boolean;
      readonly text_pair?: string;
      readonly return_token_type_ids?: true;
    },
  ): { readonly ids: readonly number[]; readonly token_type_ids?: readonly number[] };
}

export interface OnnxModel {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** Runs the model. Inputs are by name, each a row-major table of the given shape. */
  run(
    inputs: Readonly<Record<string, BigInt64Array>>,
    shape: readonly [number, number],
  ): Promise<Readonly<Record<string, Output>>>;
}

interface RuntimePackages {
  readonly native: () => Promise<unknown>;
  readonly portable: () => Promise<unknown>;
}

// A string constant, because the compiler would require a literal module name to be installed.
const NATIVE: string = 'onnxruntime-node';
const INSTALLED: RuntimePackages = {
  native: () => import(NATIVE),
  portable: () => import('onnxruntime-web'),
};

const INSTALL_HINT =
  'Install them beside graph-memory: npm install onnxruntime-node @huggingface/tokenizers (or the slower onnxruntime-web where no native build exists).';

/**
 * Opens the ONNX runtime.
 * @throws {GraphMemoryError} GM_EMBEDDER when no runtime is installed, or none that can run the
 * model.
 */
export async function openOnnx(
  path: string,
  threads: number,
  packages: RuntimePackages = INSTALLED,
): Promise<OnnxModel> {
  const options = { intraOpNumThreads: threads, logSeverityLevel: 3 } as const;
  const native = runtimeOf(await packages.native().catch(() => undefined));
  const runtime = native ?? runtimeOf(await packages.portable().catch(() => undefined));
  if (runtime === undefined) throw missing('an ONNX runtime');
  // Its threads would be additional workers, which do not pay off for models of this size.
  if (runtime.env.wasm !== undefined) runtime.env.wasm.numThreads = 1;
  const session = await runtime.InferenceSession.create(
    native === undefined ? await modelBytes(path) : path,
    options,
  ).catch((error: unknown) => {
    throw new GraphMemoryError('GM_EMBEDDER', `the ONNX runtime cannot load ${path}`, {
      hint: error instanceof Error ? error.message : String(error),
      cause: error,
    });
  });
  const { inputNames, outputNames } = session;
  return {
    inputNames,
    outputNames,
    run: (inputs, shape) =>
      session.run(
        Object.fromEntries(
          Object.entries(inputs).map(([name, values]) => [
            name,
            new runtime.Tensor('int64', values, shape),
          ]),
        ),
      ),
  };
}

/** WebAssembly cannot hold more. */
const MODEL_BYTES_MAX = 2 ** 31 - 2;

async function modelBytes(path: string): Promise<Uint8Array> {
  const found = await readLargeFile(path, { bytesMax: MODEL_BYTES_MAX });
  if (found instanceof Uint8Array) return found;
  const why = found.refusal === 'notAFile' ? 'is not a file' : `is over ${MODEL_BYTES_MAX} bytes`;
  throw new GraphMemoryError('GM_EMBEDDER', `${path} ${why}`, {
    hint: 'Download the model again, with all of its files.',
  });
}

/**
 * Opens the tokenizer.
 * @throws {GraphMemoryError} GM_EMBEDDER when the tokenizer package is not installed.
 */
export async function openTokenizer(tokenizer: object, config: object): Promise<Tokenizer> {
  const library = await import('@huggingface/tokenizers').catch(() => undefined);
  if (library === undefined) throw missing('the tokenizers');
  return new library.Tokenizer(tokenizer, config);
}

/**
 * Returns the runtime that a package exports as a whole or by default; undefined if it could not be
 * imported.
 */
function runtimeOf(module: unknown): Runtime | undefined {
  const { default: whole = module } = (module ?? {}) as { readonly default?: unknown };
  return (hasSessions(whole) ? whole : module) as Runtime | undefined;
}

function hasSessions(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'InferenceSession' in value;
}

function missing(what: string): GraphMemoryError {
  return new GraphMemoryError('GM_EMBEDDER', `${what} for local models cannot be found`, {
    hint: INSTALL_HINT,
  });
}
