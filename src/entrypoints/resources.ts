/** The routes of a resource, as Laravel makes them. */

interface ResourceAction {
  readonly action: string;
  readonly methods: readonly string[];
  /** Whether the route names one member of the collection. */
  readonly isMember: boolean;
  readonly suffix: string;
}

export const RESOURCE_ACTIONS: readonly ResourceAction[] = [
  { action: 'index', methods: ['GET'], isMember: false, suffix: '' },
  { action: 'create', methods: ['GET'], isMember: false, suffix: '/create' },
  { action: 'store', methods: ['POST'], isMember: false, suffix: '' },
  { action: 'show', methods: ['GET'], isMember: true, suffix: '' },
  { action: 'edit', methods: ['GET'], isMember: true, suffix: '/edit' },
  { action: 'update', methods: ['PATCH', 'PUT'], isMember: true, suffix: '' },
  { action: 'destroy', methods: ['DELETE'], isMember: true, suffix: '' },
];

/** Returns the paths of `photos.comments`: a collection, and one member of it. */
export function resourcePaths(name: string): {
  readonly collection: string;
  readonly member: string;
} {
  const parts = name.replaceAll(/^\/+|\/+$/g, '').split('.');
  let outer = '';
  let collection = '';
  for (const part of parts) {
    collection = `${outer}/${part}`;
    const parameter = singular(part.slice(part.lastIndexOf('/') + 1)).replaceAll('-', '_');
    outer = `${collection}/{${parameter}}`;
  }
  return { collection, member: outer };
}

/** Returns the singular of a regular English noun. */
export function singular(noun: string): string {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(noun)) return noun.slice(0, -2);
  return /[^su]s$/.test(noun) ? noun.slice(0, -1) : noun;
}

/** Returns the plural of a regular English noun. */
export function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
