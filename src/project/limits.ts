/** Files read at a time: enough to keep the disk busy, few enough that their texts fit in memory. */
export const READS_PARALLEL_MAX = 8;

/** Unresolved imports that are kept to be shown; all are counted. */
export const UNRESOLVED_SAMPLES_MAX = 50;
