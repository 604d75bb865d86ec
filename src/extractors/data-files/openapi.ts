import type { StartRule } from './starts.ts';

/** The operations of an OpenAPI document, in any format. */
export const OPENAPI: Omit<StartRule, 'files'> = {
  name: 'openapi',
  text: /^\s*\{?\s*["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\./m,
  keys: ['paths.*.*'],
  with: ['basePath', 'servers'],
};
