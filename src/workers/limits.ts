/** Files read at a time: enough to keep the disk busy, few enough that their texts fit in memory. */
export const READS_PARALLEL_MAX = 8;

/** Unresolved imports that are kept to be shown; all are counted. */
export const UNRESOLVED_SAMPLES_MAX = 50;

/**
 * A thread for every so many bytes to extract: starting one and warming up its code costs about as
 * much as extracting half of them (docs/performance.md).
 */
export const THREAD_BYTES_MIN = 768 * 1024;

/**
 * Where questions are answered meanwhile, a file of so many bytes is extracted on a thread of its own,
 * and so is one whose parsing takes so long, in ms. A thread takes 0.2 s to start, and its code is not
 * warmed up; of sources, half a megabyte takes a second.
 */
export const WORKER_BYTES_MIN = 512 * 1024;
export const WORKER_MS_MIN = 250;

/** What a file may take on a thread besides parsing, in ms; files that go on for ever are skipped. */
export const EXTRACT_MS_MAX = 10_000;

/**
 * What waits for terms to be counted: text in UTF-16 units, and about as many bytes of encoded facts. When
 * there is more, terms are counted with the facts.
 */
export const WAITING_SIZE_MAX = 64 * 1024 * 1024;

/** Heap of an extraction thread, in MB; a file that needs more is skipped. */
export const THREAD_HEAP_MB = 512;

/**
 * Its young generation, in MB: Node 20 has twice as much by itself, and later ones several times, for no
 * more speed (docs/decisions/020).
 */
export const THREAD_YOUNG_HEAP_MB = 24;
