/** The path that the configuration of a server puts in front of all routes of an application. */
import { at } from '../../../base/assert.ts';
import type { Effects, Framework } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';
import type { Values } from '../../values.ts';

/** The rules of the readers of YAML and of properties, and the frameworks that they concern. */
const RULE = /^(spring|micronaut|quarkus)-server /;
const CONCERNED: Readonly<Record<string, readonly string[]>> = {
  spring: ['spring'],
  micronaut: ['micronaut'],
  quarkus: ['jax-rs'],
};

interface ServerPath {
  /** The folder of the application. */
  readonly folder: string;
  readonly frameworks: readonly string[];
  readonly path: string;
}

/** A module has the path of its own configuration, or that of the only other one. */
function derive(values: Values, { found }: Effects): void {
  const configured = values.files.flatMap((file) => pathsIn(values, file));
  if (configured.length === 0) return;
  for (const [index, one] of found.entries()) {
    const concerned = configured.filter(({ frameworks }) => frameworks.includes(one.framework));
    if (one.type !== 'http' || one.object !== undefined || concerned.length === 0) continue;
    const path = at(values.program.paths, one.file);
    const inside = concerned.filter(({ folder }) => path.startsWith(folder));
    const prefixes = new Set((inside.length > 0 ? inside : concerned).map((each) => each.path));
    const [prefix = ''] = prefixes.size === 1 ? prefixes : [];
    if (prefix !== '') found[index] = { ...one, path: joinPaths(prefix, one.path) };
  }
}

function pathsIn(values: Values, file: number): readonly ServerPath[] {
  return (values.registrations(file)?.calls ?? []).flatMap(({ callee, args: [, given] }) => {
    const name = callee.form === 'name' ? RULE.exec(callee.name)?.[1] : undefined;
    if (name === undefined || given?.form !== 'text') return [];
    // A placeholder may have a default: `${CONTEXT_PATH:/shop}`.
    const text = given.text.replace(/^\$\{[^:}]*:?([^}]*)\}$/, '$1');
    const path = text.startsWith('/') ? text.replace(/\/$/, '') : '';
    const folder = at(values.program.paths, file).replace(/(?:src\/main\/)?[^/]*\/[^/]*$/, '');
    return [{ folder, frameworks: CONCERNED[name] ?? [], path }];
  });
}

export const SERVER_PATH: Framework = { name: 'server-path', objects: {}, methods: {}, derive };
