/**
 * Infers the types of values from the members that pages mention: `app` of `app.use()`,
 * `app.listen()`, `app.env`. A name used with several members is a value of the type that has most
 * of them.
 */
import { appendTo } from '../../base/append-to.ts';
import { isForeignPackage } from '../../extractors/folder-packages.ts';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import type { PageFacts } from '../../model/page.ts';
import type { RepoPath } from '../../model/path.ts';
import { isCommonModule } from './common-names.ts';
import { isNonApiPath } from './non-api-paths.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

/** Fewest members that identify a type; fewer may belong to any type. */
const MEMBERS_MIN = 3;
/** Fewest members if the name abbreviates the type: `cmd` of `Command`. */
const MEMBERS_OF_NAMED_MIN = 2;
/**
 * Smallest share of members that the type must have. The rest may belong to others or have been
 * removed.
 */
const SHARE_MIN = 0.6;
/** A value may combine members of this many objects, if they have nearly all of its members. */
const OBJECTS_MAX = 3;
const MEMBERS_OF_OBJECTS_MIN = 6;
const SHARE_OF_OBJECTS_MIN = 0.8;
/** A member that more types have gives no evidence. */
const OWNERS_MAX = 40;

export interface Receiver {
  /** The value's type, or the file of the object that has its members. */
  readonly type: number;
  /**
   * Whether the name differs from that of the object, so that other objects may provide members
   * too.
   */
  readonly isLoose: boolean;
}

/** Receivers by the name that pages use. */
export type Receivers = ReadonlyMap<string, Receiver>;

export interface AllReceivers {
  readonly ofPage: ReadonlyMap<RepoPath, Receivers>;
  readonly ofAll: Receivers;
}

export function receiversOf(
  names: SymbolLookup,
  pages: ReadonlyMap<RepoPath, PageFacts>,
): AllReceivers {
  const ofPage = new Map<RepoPath, Receivers>();
  const all = new Map<string, Set<string>>();
  for (const [path, { mentions }] of pages) {
    const own = new Map<string, Set<string>>();
    for (const { text } of mentions) {
      const [first = '', member = ''] = names.spelled(text)?.parts ?? [];
      if (member === '' || !/^[a-z]/.test(first) || isCommonModule(first)) continue;
      if (isForeignPackage(names.goPackages(), first)) continue;
      for (const spoken of [own, all]) {
        spoken.set(first, (spoken.get(first) ?? new Set()).add(member));
      }
    }
    ofPage.set(path, typesOf(names, own));
  }
  return { ofPage, ofAll: typesOf(names, all) };
}

function typesOf(names: SymbolLookup, spoken: ReadonlyMap<string, ReadonlySet<string>>): Receivers {
  const types = new Map<string, Receiver>();
  for (const [receiver, members] of spoken) {
    const type = members.size < MEMBERS_OF_NAMED_MIN ? undefined : typeOf(names, receiver, members);
    if (type !== undefined) types.set(receiver, type);
  }
  return types;
}

function typeOf(
  names: SymbolLookup,
  receiver: string,
  members: ReadonlySet<string>,
): Receiver | undefined {
  const owners = new Map<number, string[]>();
  for (const member of members) {
    for (const type of typesWith(names, member)) appendTo(owners, type, member);
  }
  const isNamed = (type: number): boolean => isNamedBy(names, type, receiver);
  const rank = (type: number): number =>
    2 * (owners.get(type)?.length ?? 0) + (isNamed(type) ? 1 : 0);
  const ranked = [...owners.keys()].sort((a, b) => rank(b) - rank(a));
  const [type] = ranked;
  if (type === undefined) return undefined;
  const count = owners.get(type)?.length ?? 0;
  const isFile = names.node(type).kind === 'file';
  if (isFile && !isNamed(type)) {
    const several = ranked.slice(0, OBJECTS_MAX).flatMap((one) => owners.get(one) ?? []);
    const all = new Set(several).size;
    const isLoose = all >= MEMBERS_OF_OBJECTS_MIN && all >= SHARE_OF_OBJECTS_MIN * members.size;
    return isLoose ? { type, isLoose } : undefined;
  }
  const least = isNamed(type) && !isFile ? MEMBERS_OF_NAMED_MIN : MEMBERS_MIN;
  if (count < least || count < SHARE_MIN * members.size) return undefined;
  const root = rootOf(
    names,
    ranked.filter((one) => rank(one) === rank(type)),
  );
  return root === undefined ? undefined : { type: root, isLoose: false };
}

/** Returns the type that all others inherit from, among types that all have the members. */
function rootOf(names: SymbolLookup, types: readonly number[]): number | undefined {
  return types.length === 1
    ? types[0]
    : types.find((type) => {
        const below = new Set(names.inheritorsOf(type));
        return types.every((other) => other === type || below.has(other));
      });
}

function typesWith(names: SymbolLookup, member: string): ReadonlySet<number> {
  const types = new Set<number>();
  const declared = names.named(member);
  if (declared.length > OWNERS_MAX) return types;
  for (const node of declared) {
    const owner = ownerOf(names, node);
    if (owner === undefined) continue;
    types.add(owner);
    for (const type of names.inheritorsOf(owner)) types.add(type);
  }
  return types;
}

function ownerOf(names: SymbolLookup, node: SymbolNode): number | undefined {
  const owner = names.ownerOf(node);
  return owner === undefined || isNonApiPath(names.node(owner).path) ? undefined : owner;
}

/** Whether the receiver abbreviates the type, or is the name of the file. */
function isNamedBy({ graph }: SymbolLookup, type: number, receiver: string): boolean {
  const { kind, name } = graph.node(type);
  return kind === 'file' ? name.replace(/\.\w+$/, '') === receiver : isShortFor(receiver, name);
}

/**
 * Whether a type's name contains the receiver's letters in order: `app` of `Application`, `ctx` of
 * `Context`, `cmd` of `RootCommand`.
 */
function isShortFor(receiver: string, type: string): boolean {
  const letters = receiver.toLowerCase();
  const words = type.split(/(?=[A-Z])|_/).filter((word) => word !== '');
  return words.some((_, from) => {
    const long = words.slice(from).join('').toLowerCase();
    if (long.charAt(0) !== letters.charAt(0)) return false;
    let at = 0;
    for (const letter of long) if (letter === letters.charAt(at)) at++;
    return at >= letters.length;
  });
}
