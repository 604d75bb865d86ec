/** Names of made-up calls, by which a reader marks entry points that no call of the program registers. */

/** Marks a function of JavaScript that `'use server'` makes callable by clients. */
export const USE_SERVER = 'use:server';
