/** Names of calls by which readers mark what a program is entered by without one. */

/** The functions of JavaScript that `'use server'` makes callable by clients. */
export const USE_SERVER = 'use:server';
