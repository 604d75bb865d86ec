/** What is said of a project's vectors. */
import type { TextIndex } from '../index/text-index.ts';
import type { IndexVectors } from './index-vectors.ts';

export interface VectorStatus {
  /** What made the vectors that answer. Empty: there are none, yet or by configuration. */
  readonly model: string;
  readonly chunks: number;
  /** Of these, chunks of pages. */
  readonly pageChunks: number;
  /** The model that the configuration names, while another one still answers; otherwise empty. */
  readonly next: string;
  /** Chunks whose vectors by the model of the configuration are still to be made. */
  readonly missing: number;
  /** What is done before they can be made, as fetching a model; empty when nothing is. */
  readonly work: string;
  /** What keeps them from being there; empty when nothing does. */
  readonly problem: string;
  /** How the nearest are found, and why not otherwise. */
  readonly search: string;
}

/** The place of pages among the indexes that are followed together. */
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
  // An index of nothing always has its vectors.
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
