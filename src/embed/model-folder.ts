/**
 * Reads a folder that contains a sentence model as published: ONNX, its tokenizer, and a few files
 * that describe its use.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { GraphMemoryError } from '../base/errors.ts';
import { contentHash } from '../base/hash.ts';
import { readPart, readRegularFile } from '../base/regular-file.ts';

/** How the vectors of the tokens are combined into one. */
export type Pooling = 'mean' | 'cls' | 'last';

export type ModelDtype = 'auto' | keyof typeof SUFFIXES;

/** Configured settings of a model of text. */
export interface TextModelSettings {
  /** Name of the model for messages. */
  readonly name: string;
  /** Absolute path. */
  readonly folder: string;
  readonly dtype: ModelDtype;
  readonly tokensMax: number;
  /** Number of texts per model run. */
  readonly batch: number;
}

/** Settings of a sentence model. Undefined settings are taken from the model's own files. */
export interface ModelSettings extends TextModelSettings {
  readonly pooling: Pooling | undefined;
  readonly queryPrefix: string | undefined;
  readonly passagePrefix: string | undefined;
}

/** A model with all settings resolved; plain data, so that it can be sent to another thread. */
export interface TextModelPlan {
  /** Fingerprint of the model's files and settings; results of another model cannot be used. */
  readonly id: string;
  readonly onnxPath: string;
  readonly tokenizer: object;
  readonly tokenizerConfig: object;
  readonly padToken: number;
  readonly tokensMax: number;
  readonly batch: number;
}

export interface ModelPlan extends TextModelPlan {
  readonly dimensions: number;
  readonly pooling: Pooling;
  readonly queryPrefix: string;
  readonly passagePrefix: string;
}

/** Suffixes of published model files. */
const SUFFIXES = {
  fp32: '',
  fp16: '_fp16',
  q8: '_quantized',
  int8: '_int8',
  uint8: '_uint8',
  q4: '_q4',
  q4f16: '_q4f16',
  bnb4: '_bnb4',
} as const;
/**
 * Preferred types: bytes are four times as fast as floats on most processors, and nearly as
 * accurate.
 */
const AUTO = ['q8', 'fp32'] as const;
const FOLDERS = ['onnx/', ''] as const;

/** Files in the same folder as the model. */
export const MODEL_TEXTS = {
  config: 'config.json',
  tokenizer: 'tokenizer.json',
  tokenizerConfig: 'tokenizer_config.json',
  pooling: '1_Pooling/config.json',
  prompts: 'config_sentence_transformers.json',
  sentences: 'sentence_bert_config.json',
} as const;

/** Returns the possible paths of the ONNX file below the model's folder, best first. */
export function onnxCandidates(dtype: ModelDtype): readonly string[] {
  const dtypes = dtype === 'auto' ? AUTO : [dtype];
  return dtypes.flatMap((one) => FOLDERS.map((folder) => `${folder}model${SUFFIXES[one]}.onnx`));
}

/** Returns the ONNX file of a folder; undefined if it has none of this type. */
export function onnxFile({ folder, dtype }: TextModelSettings): string | undefined {
  return onnxCandidates(dtype).find((path) => existsSync(join(folder, path)));
}

/**
 * Resolves the settings of a sentence model.
 * @throws {GraphMemoryError} GM_EMBEDDER when the folder contains no model.
 */
export function planModel(settings: ModelSettings): ModelPlan {
  const { folder } = settings;
  const { config, plan } = readModel(settings);
  const dimensions = firstNumber(config, ['hidden_size', 'd_model', 'n_embd', 'dim']);
  if (dimensions === undefined) throw unusable(folder, 'config.json has no hidden_size');
  const pooling = settings.pooling ?? poolingOf(readJson(folder, MODEL_TEXTS.pooling, false));
  const prompts = asRecord(readJson(folder, MODEL_TEXTS.prompts, false)['prompts']);
  const queryPrefix = settings.queryPrefix ?? firstText(prompts, ['query', 'search_query']);
  const passagePrefix =
    settings.passagePrefix ?? firstText(prompts, ['document', 'passage', 'search_document']);
  const id = idOf(settings, plan, [pooling, queryPrefix, passagePrefix]);
  return { ...plan, id, dimensions, pooling, queryPrefix, passagePrefix };
}

/**
 * Resolves the settings of a model whose only settings are those of its text.
 * @throws {GraphMemoryError} GM_EMBEDDER when the folder contains no model.
 */
export function planTextModel(settings: TextModelSettings): TextModelPlan {
  const { plan } = readModel(settings);
  return { ...plan, id: idOf(settings, plan, []) };
}

function readModel(settings: TextModelSettings) {
  const { folder, batch } = settings;
  const onnx = onnxFile(settings);
  if (onnx === undefined) {
    throw new GraphMemoryError('GM_EMBEDDER', `there is no model in ${folder}`, {
      hint: `It should hold ${onnxCandidates(settings.dtype).join(' or ')}, beside tokenizer.json and config.json.`,
    });
  }
  const onnxPath = join(folder, onnx);
  const config = readJson(folder, MODEL_TEXTS.config, true);
  const tokenizer = readJson(folder, MODEL_TEXTS.tokenizer, true);
  const tokenizerConfig = readJson(folder, MODEL_TEXTS.tokenizerConfig, false);
  const known = [
    settings.tokensMax,
    // The longest text that a sentence model was trained for, often less than it accepts.
    firstNumber(readJson(folder, MODEL_TEXTS.sentences, false), ['max_seq_length']),
    firstNumber(tokenizerConfig, ['model_max_length']),
    firstNumber(config, ['max_position_embeddings', 'n_positions']),
  ];
  const tokensMax = Math.min(...known.filter((limit) => limit !== undefined));
  const padToken = firstNumber(config, ['pad_token_id']) ?? 0;
  return { config, plan: { onnxPath, tokenizer, tokenizerConfig, tokensMax, batch, padToken } };
}

function idOf(
  { name, folder }: TextModelSettings,
  { onnxPath, tokensMax, tokenizer }: Omit<TextModelPlan, 'id'>,
  settings: readonly string[],
): string {
  const used = [...settings, tokensMax, JSON.stringify(tokenizer)];
  const id = contentHash([fileFingerprint(folder, onnxPath), ...used].join('\0')).slice(0, 12);
  return `${name}-${id}`;
}

/** Number of bytes hashed at each end. Models are large; their size and ends identify them. */
const MARK_BYTES = 64 * 1024;

/** The tokenizers of many languages have some 20 MB. */
const TEXT_BYTES_MAX = 256 * 1024 * 1024;

function fileFingerprint(folder: string, path: string): string {
  const start = readPart(path, 0, MARK_BYTES);
  const end = readPart(path, -MARK_BYTES, MARK_BYTES);
  if (start === undefined || end === undefined) throw unusable(folder, `${path} is not a file`);
  const ends = Buffer.alloc(2 * MARK_BYTES);
  start.copy(ends);
  end.copy(ends, MARK_BYTES);
  return `${statSync(path).size} ${contentHash(ends)}`;
}

type Json = Readonly<Record<string, unknown>>;

function asRecord(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function readJson(folder: string, name: string, isNeeded: boolean): Json {
  const path = join(folder, name);
  if (!isNeeded && !existsSync(path)) return {};
  try {
    const found = readRegularFile(path, { bytesMax: TEXT_BYTES_MAX });
    if (!('bytes' in found)) throw new Error(`${path}: ${found.refusal}`);
    return asRecord(JSON.parse(found.bytes.toString('utf8')));
  } catch (error) {
    throw unusable(folder, `${name} cannot be read`, error);
  }
}

function unusable(folder: string, why: string, cause?: unknown): GraphMemoryError {
  return new GraphMemoryError('GM_EMBEDDER', `the model in ${folder} cannot be used: ${why}`, {
    hint: 'Download the model again, with all of its files.',
    cause,
  });
}

function firstNumber(json: Json, keys: readonly string[]): number | undefined {
  return keys.map((key) => json[key]).find((value) => typeof value === 'number');
}

function firstText(json: Json, keys: readonly string[]): string {
  return keys.map((key) => json[key]).find((value) => typeof value === 'string') ?? '';
}

/** Returns the pooling from the sentence-transformers configuration. Most models use the mean. */
function poolingOf(json: Json): Pooling {
  if (json['pooling_mode_cls_token'] === true) return 'cls';
  return json['pooling_mode_lasttoken'] === true ? 'last' : 'mean';
}
