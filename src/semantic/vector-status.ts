/** Describes the state of a project's vectors. */
import type { TextIndex } from '../index/text-index.ts';
import type { IndexVectors } from './index-vectors.ts';

export interface VectorStatus {
  /**
   * The model of the vectors used for answers. Empty when there are none, yet or by configuration.
   */
  readonly model: string;
  readonly chunks: number;
  /** The number of these chunks that belong to pages. */
  readonly pageChunks: number;
  /** The configured model while another one is still used for answers; otherwise empty. */
  readonly next: string;
  /** Number of chunks whose vectors by the configured model are still missing. */
  readonly missing: number;
  /** Work that has to be done first, such as fetching a model; empty when there is none. */
  readonly work: string;
  /** Error that keeps vectors from being made; empty if there is none. */
  readonly problem: string;
  /** The search method for nearest vectors, and the reason if it is not the configured one. */
  readonly search: string;
}

/** Position of the page index among the indexes that are followed together. */
const PAGES = 1;

export function vectorStatus(
  all: readonly IndexVectors[],
  {
    indexes = [],
    work,
    problem,
  }: { indexes: readonly TextIndex[] | undefined; work: string; problem: string },
): VectorStatus {
  const sum = (count: (of: IndexVectors, place: number) => number): number =>
    all.reduce((total, of, place) => total + count(of, place), 0);
  // Empty indexes always have all their vectors, so they do not say which model answers.
  const first = all.find(({ serving }) => (serving?.index.chunkCount ?? 0) > 0) ?? all[0];
  const model = first?.serving?.set.model ?? '';
  const next = first?.own?.set.model ?? '';
  return {
    model,
    chunks: sum(servedChunks),
    pageChunks: sum((of, place) => (place === PAGES ? servedChunks(of) : 0)),
    next: next === model ? '' : next,
    missing: sum(({ own }, place) => own?.missing.length ?? indexes[place]?.chunkCount ?? 0),
    work,
    problem,
    search: all[0]?.neighbours.status() ?? 'exact',
  };
}

function servedChunks({ serving }: IndexVectors): number {
  return serving === undefined ? 0 : serving.index.chunkCount - serving.missing.length;
}
