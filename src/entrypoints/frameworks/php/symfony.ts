import { posix } from 'node:path';
import { at } from '../../../base/assert.ts';
import { getOrCompute } from '../../../base/memoize.ts';
import type { Written } from '../../../model/registrations.ts';
import {
  addAnnotated,
  annotationsOf,
  annotationTexts,
  classAnnotations,
} from '../../annotations.ts';
import type { DecorationContext, Effects, Framework } from '../../framework.ts';
import { qualifiedMethod } from '../../php-handler.ts';
import { joinPaths } from '../../prefixes.ts';
import type { Values } from '../../values.ts';

/** The attribute's old name contains `Annotation`. */
const NAMES = ['Attribute', 'Annotation'].map(
  (part) => `Symfony\\Component\\Routing\\${part}\\Route.Route`,
);

const RESOURCES = new WeakMap<Values, readonly Resource[]>();

function text(written: Written | undefined, name: string): string | undefined {
  const given = written?.form === 'object' ? written.entries.find(([key]) => key === name) : [];
  return given?.[1]?.form === 'text' ? given[1].text : undefined;
}

/** Returns the values of files of routes, which are passed to calls of the rule's name. */
function settings(values: Values): readonly (readonly [number, number, Written])[] {
  return values.files.flatMap((file) =>
    (values.registrations(file)?.calls ?? []).flatMap(({ callee, args: [, value], line }) =>
      callee.form === 'name' && callee.name === 'symfony *' && value !== undefined
        ? [[file, line, value] as const]
        : [],
    ),
  );
}

interface Resource {
  readonly folder: string;
  readonly prefix: string;
  readonly excluded: readonly string[];
}

/** Returns a pattern of files, below the folder of the file that has it, without its wildcards. */
function folderOf(values: Values, file: number, pattern: string): string {
  const own = posix.dirname(at(values.program.paths, file));
  return posix.join(own, pattern.replace(/[*{].*$/s, '')).replace(/\/$/, '');
}

/** Returns the folders of controllers that the files of routes name, the innermost first. */
function resourcesOf(values: Values): readonly Resource[] {
  const found = settings(values).flatMap(([file, , value]): Resource[] => {
    const whole = value.form === 'object' ? value.entries : [];
    const given = (name: string): Written | undefined => whole.find(([key]) => key === name)?.[1];
    const resource = given('resource');
    const pattern = resource?.form === 'text' ? resource.text : text(resource, 'path');
    if (pattern === undefined || !/^\.{1,2}\//.test(pattern)) return [];
    const excluded = values.texts(file, given('exclude'));
    return [
      {
        folder: folderOf(values, file, pattern),
        prefix: text(value, 'prefix') ?? '',
        excluded: excluded.map((one) => folderOf(values, file, one)),
      },
    ];
  });
  return found.sort((a, b) => b.folder.length - a.folder.length);
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Returns the prefix that the files of routes give to a controller. */
function settingsPrefix(values: Values, file: number): string {
  const path = at(values.program.paths, file);
  const found = getOrCompute(RESOURCES, values, () => resourcesOf(values)).find(
    ({ folder, excluded }) =>
      isInside(path, folder) && !excluded.some((one) => isInside(path, one)),
  );
  return found?.prefix ?? '';
}

/** Adds the routes that are settings: `path: /about`, `controller: App\\Page::about`. */
function derive(values: Values, { found }: Effects): void {
  for (const [file, line, value] of settings(values)) {
    const path = text(value, 'path');
    if (path === undefined || value.form !== 'object') continue;
    const given = new Map(value.entries);
    const [name, method] = (
      text(value, 'controller') ??
      text(given.get('defaults'), '_controller') ??
      ''
    ).split('::');
    const methods = values.texts(file, given.get('methods'));
    found.push({
      ...{ framework: 'symfony', type: 'http', object: undefined, path, handler: undefined },
      methods: methods.length > 0 ? methods.flatMap((one) => one.split(/[|,]\s*/)) : ['*'],
      ...(name === undefined || name === '' ? {} : qualifiedMethod(values, name, method)),
      ...{ middleware: [], file, line, endLine: line },
    });
  }
}

/** Returns the paths of an attribute; there may be one for each language: `['en' => '/about']`. */
function pathsOf(values: Values, file: number, call: number): readonly string[] {
  const own = values.call(file, call);
  const given = own?.named.find(([name]) => name === 'path')?.[1] ?? own?.args[0];
  const localized = values
    .of(file, given)
    .flatMap((one) =>
      one.form === 'written' && one.written.form === 'object'
        ? one.written.entries.flatMap(([, path]) => values.pathTexts(one.file, path))
        : [],
    );
  return localized.length > 0 ? localized : annotationTexts(values, { file, call }, ['path']);
}

/** Whether the attribute of a class is that of its method `__invoke`: no other method has one. */
function isInvoked({ values, file, decoration }: DecorationContext): boolean {
  const isRoute = annotationsOf(values, file, (one) => one.owner === decoration.name).some(
    ({ path }) => NAMES.includes(path),
  );
  return decoration.isClass && !isRoute;
}

/** `#[Route('/users', methods: ['GET'])]` above a method, below the prefix of its class. */
function route(context: DecorationContext, effects: Effects): void {
  const { values, file, call, decoration } = context;
  if (call < 0 || (decoration.isClass && !isInvoked(context))) return;
  const node = values.declarationAt(file, decoration.name, decoration.start);
  const [invoked] = node === undefined ? [] : values.program.childrenNamed(node, '__invoke');
  if (decoration.isClass && invoked === undefined) return;
  const around = decoration.isClass
    ? undefined
    : classAnnotations(context).find(({ path }) => NAMES.includes(path));
  const prefixes = around === undefined ? [''] : pathsOf(values, around.file, around.call);
  const given = values.call(file, call)?.named.find(([name]) => name === 'methods')?.[1];
  const methods = values.texts(file, given);
  const paths = pathsOf(values, file, call);
  for (const prefix of prefixes.length > 0 ? prefixes : [''])
    for (const path of paths.length > 0 ? paths : [''])
      addAnnotated(context, effects, {
        path: [settingsPrefix(values, file), prefix, path].reduce(
          (before, one) => joinPaths(before, one),
          '',
        ),
        methods: methods.length > 0 ? methods : ['*'],
        ...(decoration.isClass && invoked !== undefined ? { node: invoked } : {}),
      });
}

export const SYMFONY: Framework = {
  name: 'symfony',
  objects: {},
  methods: {},
  decorators: Object.fromEntries(NAMES.map((name) => [name, route])),
  derive,
};
