/**
 * Version of the program. A test compares it with package.json, which the built program does not
 * read.
 */
export const VERSION = '0.2.0';
