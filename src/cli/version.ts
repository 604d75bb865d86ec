/** A test holds this equal to package.json, which the built program does not read. */
export const VERSION = '0.2.0';
