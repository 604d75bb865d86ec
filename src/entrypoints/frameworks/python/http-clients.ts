/** Clients that request routes: requests and httpx. */
import type { CallContext, Framework, Rule } from '../../framework.ts';
import { joinAddress, request } from '../../requests.ts';
import { each, option, optionPath, VERBS } from '../../rules.ts';

const NONE = 9;
const METHODS: Readonly<Record<string, Rule>> = each(VERBS, (verb) =>
  request(verb.toUpperCase(), { options: NONE }),
);

/** `client.request('GET', url)`. */
const REQUEST: Rule = {
  apply: (context: CallContext, effects) => {
    const { values, file, call } = context;
    const given = call.args[0] ?? option(context, 'method')?.written;
    const method = values.text(file, given)?.toUpperCase() ?? '*';
    request(method, { url: 1, options: NONE }).apply?.(context, effects);
  },
};
const RULES: Readonly<Record<string, Rule>> = { ...METHODS, request: REQUEST };

function client(name: string, makers: readonly string[]): Framework {
  return {
    name,
    isClient: true,
    objects: Object.fromEntries(
      makers.map((maker) => [
        `${name}.${maker}`,
        {
          kind: 'Client',
          isRoot: true,
          prefix: (context) => optionPath(context, 'base_url'),
        },
      ]),
    ),
    functions: Object.fromEntries(
      Object.entries(RULES).map(([method, rule]) => [`${name}.${method}`, rule]),
    ),
    methods: { Client: RULES },
    join: joinAddress,
  };
}

export const REQUESTS = client('requests', ['Session', 'session']);
export const HTTPX = client('httpx', ['Client', 'AsyncClient']);
