/**
 * Rails: the routing language of `config/routes.rb`. Blocks are read from the outside in, because what
 * a word means depends on the blocks around it, and a concern is read wherever it is named.
 */
import type { Written, WrittenCall } from '../../../model/registrations.ts';
import type { Effects, Framework } from '../../framework.ts';
import type { Values } from '../../values.ts';
import { type Block, joinParts, type RouteScope, TOP } from './rails-scope.ts';
import { type RouteCall, WORDS } from './rails-words.ts';

/** Maximum depth of nested blocks; concerns may name each other. */
const DEPTH_MAX = 20;

function readBlock(
  values: Values,
  effects: Effects,
  block: Block,
  outer: RouteScope,
  depth: number,
) {
  const { calls = [], functions = [] } = values.registrations(block.file) ?? {};
  if (depth > DEPTH_MAX) return;
  let scope = outer;
  const read = new Set<number>();
  for (const call of calls) {
    if (call.scope !== block.index) continue;
    for (const one of [...call.args, ...call.named.map(([, value]) => value)])
      if (one.form === 'function') read.add(one.index);
    scope = readCall(values, effects, block.file, call, scope, depth) ?? scope;
  }
  // Blocks of words that are not known, such as `authenticate :user do`, change no path.
  for (const [index, { parent, name }] of functions.entries())
    if (parent === block.index && name === '' && !read.has(index) && index !== block.index)
      readBlock(values, effects, { file: block.file, index }, scope, depth + 1);
}

function readCall(
  values: Values,
  effects: Effects,
  file: number,
  call: WrittenCall,
  scope: RouteScope,
  depth: number,
): RouteScope | undefined {
  const { callee, args, named } = call;
  const key = callee.form === 'member' ? callee.key : undefined;
  const spelledName = callee.form === 'name' || callee.form === 'member' ? callee.name : '';
  const name = key === undefined ? spelledName : (values.text(file, key) ?? '');
  // Calls of other objects are none of the language, besides `list.each`.
  const isWord = callee.form === 'name' || key !== undefined || name === 'each';
  const last = args.at(-1);
  const block = last?.form === 'function' ? { file, index: last.index } : undefined;
  const inside: RouteCall['inside'] = (own, chosen = block) => {
    if (chosen !== undefined) readBlock(values, effects, chosen, { ...scope, ...own }, depth + 1);
  };
  const word = isWord && Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  if (word === undefined) {
    inside({});
    return undefined;
  }
  const options = new Map(named);
  return word({ values, effects, file, call, args, options, block, scope, inside });
}

interface Drawing {
  readonly block: Block;
  /** The engine whose routes are drawn; empty for the application. */
  readonly engine: string;
}

function spelled(written: Written): string {
  if (written.form === 'name') return written.name;
  return written.form === 'member' ? `${spelled(written.object)}.${written.name}` : '';
}

/** Returns the blocks that draw routes: `Rails.application.routes.draw do`. */
function drawings(values: Values): readonly Drawing[] {
  return values.files.flatMap((file) =>
    (values.registrations(file)?.calls ?? []).flatMap(({ callee, args }): Drawing[] => {
      const [block] = args;
      if (callee.form !== 'member' || block?.form !== 'function') return [];
      const owner = /^(.+)\.routes$/.exec(spelled(callee.object))?.[1];
      if (owner === undefined || !/^(?:draw|append|prepend)$/.test(callee.name)) return [];
      const isEngine = owner.endsWith('.Engine');
      return [{ block: { file, index: block.index }, engine: isEngine ? owner : '' }];
    }),
  );
}

/** Returns the paths that engines are mounted at: `mount Shop::Engine => '/shop'`. */
function mounts(values: Values): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of values.files)
    for (const { callee, args, named } of values.registrations(file)?.calls ?? []) {
      if (callee.form !== 'name' || callee.name !== 'mount') continue;
      const [engine] = args;
      const place = named.find(([name]) => name === 'at')?.[1];
      if (engine !== undefined && place !== undefined)
        found.set(spelled(engine), values.prefix(file, place));
      for (const [name, path] of named)
        if (name.startsWith('=>'))
          found.set(name.slice(2).replaceAll('::', '.'), values.prefix(file, path));
    }
  return found;
}

function derive(values: Values, effects: Effects): void {
  const all = drawings(values);
  if (all.length === 0) return;
  const engines = mounts(values);
  for (const { block, engine } of all) {
    const path = engine === '' ? '' : engines.get(engine);
    const isCertain = path !== undefined;
    const prefix = joinParts(path ?? '');
    const module = engine === '' ? '' : moduleOf(engine);
    readBlock(
      values,
      effects,
      block,
      { ...TOP, path: prefix, shallowPath: prefix, module, isCertain },
      0,
    );
  }
}

/** Returns the folder of an engine's controllers: `shop/` of `Shop::Engine`. */
function moduleOf(engine: string): string {
  const names = engine.split('.').slice(0, -1);
  return names
    .map((name) => `${name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase()}/`)
    .join('');
}

export const RAILS: Framework = { name: 'rails', objects: {}, methods: {}, derive };
