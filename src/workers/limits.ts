/** Files read at a time: enough to keep the disk busy, few enough that their texts fit in memory. */
export const READS_PARALLEL_MAX = 8;

/** Number of unresolved imports kept as samples; all are counted. */
export const UNRESOLVED_SAMPLES_MAX = 50;

/**
 * Bytes to extract per thread. Starting a thread and warming up its code costs about as much as
 * extracting half of them (docs/performance.md).
 */
export const THREAD_BYTES_MIN = 768 * 1024;

/**
 * Size in bytes from which a file is extracted on a separate thread while questions are answered,
 * and the parse time in ms with the same effect. A thread takes 0.2 s to start, and its code is not
 * warmed up. Half a megabyte of source takes a second.
 */
export const WORKER_BYTES_MIN = 512 * 1024;
export const WORKER_MS_MIN = 250;

/**
 * Longest time in ms that a file may take on a thread besides parsing. Files that never finish are
 * skipped.
 */
export const EXTRACT_MS_MAX = 10_000;

/**
 * Most data that may wait for counting: text in UTF-16 units, and about as many bytes of encoded
 * facts. Beyond this, terms are counted together with the facts.
 */
export const WAITING_SIZE_MAX = 64 * 1024 * 1024;

/**
 * After this time in ms, terms are counted together with the facts. Records are then complete, so that
 * they are not lost with the process.
 */
export const COUNT_LATER_MS_MAX = 10_000;

/** Heap limit of an extraction thread, in MB; a file that needs more is skipped. */
export const THREAD_HEAP_MB = 512;

/**
 * Young generation limit of an extraction thread, in MB. The default is twice this in Node 20 and
 * several times this in later versions, without being faster (docs/decisions/020).
 */
export const THREAD_YOUNG_HEAP_MB = 24;
