/** Name of the server in every client's configuration. */
export const SERVER_NAME = 'graph-memory';
