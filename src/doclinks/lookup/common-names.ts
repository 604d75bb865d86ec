/**
 * Names that are part of a language. On a page they mean the language's own, unless the page says
 * otherwise.
 */

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

const TYPES = words(
  `Error String Number Boolean Object Array Promise Date Map Set WeakMap WeakSet RegExp Function Symbol
  BigInt JSON Math Buffer Request Response Headers URL URLSearchParams FormData Blob File Event EventEmitter
  Proxy Reflect Iterator Record Partial Pick Omit Readonly Required AbortSignal AbortController ReadableStream
  True False None Exception ValueError TypeError KeyError RuntimeError Any Optional Union List Dict Tuple Type
  Callable Iterable Literal Annotated Generic Protocol Vec Option Result Some Ok Err Box Arc Rc Self Context
  Integer Long Double Float Char Int Unit Nothing Hash Array Struct Class Module Task Func Action Nullable
  CancellationToken IDisposable Enumerable Guid TimeSpan DateTime Thread Runnable Void Stream Collection`,
);

const FUNCTIONS = words(
  `print println printf sprintf len open input range type id map filter reduce max min sum any all sorted zip
  enumerate isinstance getattr setattr hasattr super property staticmethod classmethod dict list set tuple str
  int float bool bytes object repr round abs hash iter next vars dir eval exec format append make new panic
  recover copy delete close cap require fetch setTimeout setInterval clearTimeout clearInterval
  requestAnimationFrame queueMicrotask structuredClone parseInt parseFloat isNaN encodeURIComponent
  decodeURIComponent alert exit sleep assert echo main toString valueOf hashCode equals puts raise lambda proc main app run init
  setup handler callback hello foo bar test it describe expect get put post render fail
  useState useEffect useRef useMemo useCallback useContext useReducer useTransition useDebugValue`,
);

const MODULES = words(
  `console process window document globalThis self this module exports Object Array Promise Math JSON Number
  String Date Symbol Reflect Proxy Map Set Buffer React os sys re json time math log fmt http net io errors
  strings strconv sync context bytes bufio filepath path url tls rand sort reflect runtime testing slog
  typing asyncio dataclasses functools itertools collections unittest pytest logging pathlib datetime
  std core alloc java javax kotlin scala System Microsoft System.out Thread Kernel`,
);

/** Whether a name is a type or function of a language itself, such as `Map` or `print`. */
export function isCommonName(name: string): boolean {
  return TYPES.has(name) || FUNCTIONS.has(name);
}

/**
 * Whether a name belongs to a standard module or object, such as `log` in `log.Fatal` or `console`
 * in `console.log`.
 */
export function isCommonModule(name: string): boolean {
  return MODULES.has(name);
}
