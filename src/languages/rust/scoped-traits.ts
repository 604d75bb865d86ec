/** Methods of traits in scope, which any type may implement: `use rayon::prelude::*; list.par_iter()`. */

import { words } from '../../extractors/lowering/words.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { OP } from '../../model/expression.ts';
import { type ExpressionId, SCOPED_INTERFACES } from '../../model/facts.ts';

/**
 * Methods of the standard library and of tower. A value of unknown type more likely has them from there than from
 * a trait of the project.
 */
const STANDARD_METHODS = words(`
  abs accept add add_assign all and and_then any append as_bytes as_deref as_mut as_path as_ptr as_ref as_slice
  as_str bind binary_search borrow borrow_mut bytes call capacity ceil chain chars checked_add checked_mul checked_sub
  chunks clear clone cloned cmp collect compare_exchange components concat connect contains contains_key copied
  copy_from_slice count cycle dedup default deref deref_mut description display div drain drop elapsed
  ends_with entry enumerate eq err exists expect expect_err ext extend extension file_name fill filter
  filter_map find find_map first flat_map flatten floor flush fmt fold for_each from from_iter from_str ge
  get get_mut get_or_insert_with gt hash index index_mut insert insert_str inspect into into_boxed_slice
  into_inner into_iter into_owned into_string is_absolute is_alphabetic is_ascii is_dir is_digit is_empty
  is_err is_file is_none is_ok is_some iter iter_mut join keys kind last layer le len lines load local_addr lock lt map
  map_err map_or map_or_else max max_by max_by_key message min min_by min_by_key mul name ne neg next
  next_back not nth ok ok_or ok_or_else or or_default or_else or_insert or_insert_with parent parse
  partial_cmp partition path peek peekable peer_addr poll pop pop_back pop_front pos position pow product provide
  push push_back push_front push_str read read_exact read_line read_to_end read_to_string recv rem remove
  repeat replace replacen reserve resize retain rev reverse rfind rposition round rsplit saturating_add
  saturating_sub scan seek send set shl shr size_hint skip skip_while sleep sort sort_by sort_by_key
  sort_unstable source spawn splice split split_at split_first split_last split_off split_whitespace
  splitn sqrt starts_with step_by store strip_prefix strip_suffix sub sum swap swap_remove take take_while
  then then_some to_ascii_lowercase to_ascii_uppercase to_bits to_le_bytes to_lowercase to_owned
  to_path_buf to_str to_string to_string_lossy to_uppercase to_vec trim trim_end trim_end_matches
  trim_matches trim_start trim_start_matches truncate try_clone try_fold try_from try_into try_lock
  type_id unwrap unwrap_err unwrap_or unwrap_or_default unwrap_or_else unzip update upgrade values
  values_mut wait windows with_capacity wrapping_add write write_all write_fmt write_str zip
`);

/** Methods of the standard library's iterators, and of every value. */
const ITERATOR_METHODS = words(`
  all any as_ref as_slice as_str advance_by array_chunks borrow borrow_mut by_ref chain clone cloned cmp cmp_by
  collect copied count cycle enumerate eq eq_by filter filter_map find find_map flat_map flatten fold for_each
  fuse ge gt inspect into into_iter is_empty is_partitioned is_sorted is_sorted_by is_sorted_by_key last le len lt
  map map_while map_windows max max_by max_by_key min min_by min_by_key ne next next_back next_chunk next_if
  next_if_eq nth nth_back partial_cmp partition peek peek_mut peekable position product reduce remainder rev rfind
  rfold rposition scan size_hint skip skip_while step_by sum take take_while to_owned to_string try_find try_fold
  try_for_each try_into try_reduce try_rfold unzip zip
`);

const SCOPES = new WeakMap<Lowering, ExpressionId>();

/** Returns the called method of an object or type, or else the one of a trait in scope. */
export function scopedMethod(
  object: ExpressionId,
  name: string,
  call: {
    readonly count: number;
    readonly lowering: Lowering;
    /** Whether the object is an iterator of the standard library, or one that is made from it. */
    readonly isIterator?: boolean;
  },
): ExpressionId {
  const { count, lowering, isIterator = false } = call;
  const { draft } = lowering;
  const scope = /^[a-z_]/.test(name) ? scopeOf(lowering) : draft.unknown;
  if (scope === draft.unknown) return lowering.memberOf(object, `${name}()`);
  const flag = (isIterator ? ITERATOR_METHODS : STANDARD_METHODS).has(name) ? 1 : 0;
  const id = draft.stringId(`${name}()`);
  return draft.table.add(OP.scopedMethod, object, id, scope, count, flag);
}

/** Returns the traits that a file has in scope: what it declares, imports, or imports all of. */
function scopeOf(lowering: Lowering): ExpressionId {
  const known = SCOPES.get(lowering);
  if (known !== undefined) return known;
  const scope = listOf(lowering, [
    ...declaredTraits(lowering, () => true),
    ...lowering.allBound().flatMap(([name, one]) => (isTraitName(name) ? one : [])),
    ...lowering.allGlobs(),
  ]);
  SCOPES.set(lowering, scope);
  return scope;
}

/** Returns the traits that other files get with all names of this one. */
export function exportedTraits(lowering: Lowering): ExpressionId {
  return listOf(lowering, [
    ...declaredTraits(lowering, (parent) => parent < 0),
    ...lowering.allBound(true).flatMap(([name, one]) => (isTraitName(name) ? one : [])),
  ]);
}

function isTraitName(name: string): boolean {
  return /^[A-Z_]/.test(name);
}

function declaredTraits(
  { draft }: Lowering,
  isIncluded: (parent: number) => boolean,
): readonly ExpressionId[] {
  return draft.declarations.flatMap(({ kind, parent }, index) =>
    kind === 'interface' && isIncluded(parent) ? draft.table.add(OP.declaration, index) : [],
  );
}

/** Returns a list with the name of such lists, so that a changed list of another file is noticed. */
function listOf({ draft }: Lowering, entries: readonly ExpressionId[]): ExpressionId {
  const { table } = draft;
  const inside = [...new Set(entries)].filter((one) => table.opOf(one) !== OP.free);
  if (inside.length === 0) return draft.unknown;
  const mark = table.add(OP.free, draft.stringId(SCOPED_INTERFACES));
  return table.add(OP.array, ...inside, mark);
}
