/** Clients that request routes: fetch, axios, ky, ofetch, SWR and Angular's. */
import type { Framework, Rule } from '../../framework.ts';
import { CALL } from '../../objects.ts';
import { joinAddress, request } from '../../requests.ts';
import { each, optionPath, VERBS } from '../../rules.ts';

const METHODS: Readonly<Record<string, Rule>> = each(VERBS, (verb) => request(verb.toUpperCase()));
/** Verbs whose second argument is a body. */
const WITH_BODY: Readonly<Record<string, Rule>> = each(['post', 'put', 'patch'], (verb) =>
  request(verb.toUpperCase(), { options: 2 }),
);

function functionsOf(client: string, rules: Readonly<Record<string, Rule>>): Record<string, Rule> {
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [`${client}.${name}`, rule]),
  );
}

const AXIOS_RULES: Readonly<Record<string, Rule>> = {
  ...METHODS,
  ...WITH_BODY,
  request: request(undefined, { url: 'url', options: 0 }),
};

/** `axios(url, options)` or `axios({ method, url })`. */
const AXIOS_CALL: Rule = {
  apply: (context, effects) => {
    const isObject = context.call.args[0]?.form === 'object';
    const rule = isObject ? AXIOS_RULES['request'] : request(undefined);
    rule?.apply?.(context, effects);
  },
};

export const AXIOS: Framework = {
  name: 'axios',
  isClient: true,
  objects: {
    'axios.create': {
      kind: 'Client',
      isRoot: true,
      prefix: (context) => optionPath(context, 'baseURL', 0),
    },
    'axios.AxiosInstance': { kind: 'Client', isRoot: true },
  },
  functions: { axios: AXIOS_CALL, ...functionsOf('axios', AXIOS_RULES) },
  methods: { Client: { ...AXIOS_RULES, [CALL]: AXIOS_CALL } },
  join: joinAddress,
};

const FETCH_RULE = request(undefined);

export const FETCH: Framework = {
  name: 'fetch',
  isClient: true,
  objects: {
    'ofetch.ofetch.create': {
      kind: 'Client',
      isRoot: true,
      prefix: (context) => optionPath(context, 'baseURL', 0),
    },
  },
  functions: Object.fromEntries(
    [
      'global.fetch',
      'global.$fetch',
      'global.useFetch',
      'node-fetch',
      'cross-fetch',
      'undici.fetch',
      'ofetch.ofetch',
      'ofetch.$fetch',
    ].map((name) => [name, FETCH_RULE]),
  ),
  methods: { Client: { [CALL]: FETCH_RULE } },
  join: joinAddress,
};

const KY = { options: 1, baseUrl: 'prefixUrl' } as const;
const KY_RULES: Readonly<Record<string, Rule>> = each(VERBS, (verb) =>
  request(verb.toUpperCase(), KY),
);
const KY_CLIENT = {
  kind: 'Client',
  isRoot: true,
  prefix: (context: Parameters<typeof optionPath>[0]) => optionPath(context, 'prefixUrl', 0),
};

export const KY_CLIENTS: Framework = {
  name: 'ky',
  isClient: true,
  objects: { 'ky.create': KY_CLIENT, 'ky.extend': KY_CLIENT },
  functions: { ky: request(undefined, KY), ...functionsOf('ky', KY_RULES) },
  methods: { Client: { ...KY_RULES, [CALL]: request(undefined, KY) } },
  join: joinAddress,
};

/** `useSWR('/users', fetcher)`. */
const SWR_RULE = request('GET', { isScoped: true });

export const SWR: Framework = {
  name: 'swr',
  isClient: true,
  objects: {},
  functions: { swr: SWR_RULE, 'swr/infinite': SWR_RULE, 'swr/immutable': SWR_RULE },
  methods: {},
};

export const ANGULAR: Framework = {
  name: 'angular',
  isClient: true,
  objects: {
    '@angular/common/http.HttpClient': { kind: 'Client', isRoot: true },
  },
  methods: { Client: { ...METHODS, ...WITH_BODY } },
  join: joinAddress,
};
