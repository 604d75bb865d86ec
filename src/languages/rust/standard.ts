import { words } from '../../extractors/lowering/words.ts';
/** Types of Rust's standard library and of the crates http and indexmap, grouped by what they hold. */
export const WRAPPERS = words(`
  Box Rc Arc Option Result Ref RefMut RefCell Cell Mutex RwLock MutexGuard RwLockReadGuard
  RwLockWriteGuard Cow Pin Weak Lazy OnceCell OnceLock LazyLock LazyCell Poll NonNull ManuallyDrop
  UnsafeCell MaybeUninit Wrapping Reverse Future Request Response
`);
export const LISTS = words(`
  Vec VecDeque HashSet BTreeSet BinaryHeap LinkedList SmallVec ArrayVec IndexSet Iterator
  IntoIterator DoubleEndedIterator ExactSizeIterator Stream Iter IterMut IntoIter Peekable Rev
`);
export const MAPS = new Set(['HashMap', 'BTreeMap', 'IndexMap', 'DashMap', 'FxHashMap']);

/** Names that every file has in scope. */
export const PRELUDE: ReadonlySet<string> = new Set(
  'Box Option Result Vec Iterator IntoIterator DoubleEndedIterator ExactSizeIterator Some None Ok Err Self String ToString ToOwned From Into TryFrom TryInto AsRef AsMut Default Clone Copy Send Sync Sized Drop Fn FnMut FnOnce PartialEq Eq PartialOrd Ord Extend Hash Debug Display drop str bool char usize isize u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne println print eprintln eprint format format_args write writeln panic unreachable todo unimplemented vec dbg matches cfg concat stringify include_str include_bytes env option_env line file column module_path compile_error thread_local size_of align_of'.split(
    ' ',
  ),
);

/** Names of the standard library and of well-known crates. */
export const STANDARD_NAMES: ReadonlySet<string> = new Set([
  ...WRAPPERS,
  ...LISTS,
  ...MAPS,
  ...PRELUDE,
]);
