/**
 * Methods of types of the standard library that are often embedded. Source: the documentation of
 * each package; only methods that are promised to every program.
 */

interface StandardType {
  readonly form: 'interface' | 'struct';
  /** Types of the methods by name. */
  readonly methods: ReadonlyMap<string, string>;
}

const READ = 'Read ([]uint8)(int,error)';
const WRITE = 'Write ([]uint8)(int,error)';
const CLOSE = 'Close ()(error)';
const SEEK = 'Seek (int64,int)(int64,error)';
const READ_AT = 'ReadAt ([]uint8,int64)(int,error)';
const WRITE_AT = 'WriteAt ([]uint8,int64)(int,error)';
const READ_FROM = 'ReadFrom ("io".Reader)(int64,error)';
const WRITE_TO = 'WriteTo ("io".Writer)(int64,error)';
const READ_BYTE = 'ReadByte ()(uint8,error)';
const READ_RUNE = 'ReadRune ()(int32,int,error)';
const WRITE_STRING = 'WriteString (string)(int,error)';
const STRING = 'String ()(string)';
const FLAG = [STRING, 'Set (string)(error)'];
const LOCK = ['Lock ()()', 'Unlock ()()'];
const SORT = ['Len ()(int)', 'Less (int,int)(bool)', 'Swap (int,int)()'];
const FILE = ['Stat ()("io/fs".FileInfo,error)', READ, CLOSE];
const ENTRY = ['Name ()(string)', 'IsDir ()(bool)'];
const CONTEXT = [
  'Deadline ()("time".Time,bool)',
  'Done ()(<-chan struct{})',
  'Err ()(error)',
  'Value (any)(any)',
];
const CONNECTION = [
  READ,
  WRITE,
  CLOSE,
  'LocalAddr ()("net".Addr)',
  'RemoteAddr ()("net".Addr)',
  'SetDeadline ("time".Time)(error)',
  'SetReadDeadline ("time".Time)(error)',
  'SetWriteDeadline ("time".Time)(error)',
];
const RESPONSE = ['Header ()("net/http".Header)', WRITE, 'WriteHeader (int)()'];
const HASH = [WRITE, 'Sum ([]uint8)([]uint8)', 'Reset ()()', 'Size ()(int)', 'BlockSize ()(int)'];
const SERVE = 'ServeHTTP ("net/http".ResponseWriter,*"net/http".Request)()';
const OPEN = 'Open (string)("io/fs".File,error)';
const PRINT = ['Print', 'Println', 'Fatal', 'Fatalln', 'Panic', 'Panicln'].map(
  (name) => `${name} (+any)()`,
);
const PRINT_FORMAT = ['Printf', 'Fatalf', 'Panicf'].map((name) => `${name} (string,+any)()`);
const BUFFER = [
  READ,
  WRITE,
  STRING,
  READ_FROM,
  WRITE_TO,
  READ_BYTE,
  READ_RUNE,
  WRITE_STRING,
  'Len ()(int)',
  'Cap ()(int)',
  'Bytes ()([]uint8)',
  'Reset ()()',
  'Truncate (int)()',
  'Grow (int)()',
  'Next (int)([]uint8)',
  'WriteByte (uint8)(error)',
  'WriteRune (int32)(int,error)',
  'UnreadByte ()(error)',
  'UnreadRune ()(error)',
  'ReadBytes (uint8)([]uint8,error)',
  'ReadString (uint8)(string,error)',
];

const INTERFACES: Readonly<Record<string, readonly string[]>> = {
  error: ['Error ()(string)'],
  '"context".Context': CONTEXT,
  '"database/sql".Scanner': ['Scan (any)(error)'],
  '"database/sql/driver".Valuer': ['Value ()("database/sql/driver".Value,error)'],
  '"crypto".Signer': [
    'Public ()("crypto".PublicKey)',
    'Sign ("io".Reader,[]uint8,"crypto".SignerOpts)([]uint8,error)',
  ],
  '"encoding".BinaryMarshaler': ['MarshalBinary ()([]uint8,error)'],
  '"encoding".BinaryUnmarshaler': ['UnmarshalBinary ([]uint8)(error)'],
  '"encoding".TextMarshaler': ['MarshalText ()([]uint8,error)'],
  '"encoding".TextUnmarshaler': ['UnmarshalText ([]uint8)(error)'],
  '"encoding/json".Marshaler': ['MarshalJSON ()([]uint8,error)'],
  '"encoding/json".Unmarshaler': ['UnmarshalJSON ([]uint8)(error)'],
  '"flag".Getter': [...FLAG, 'Get ()(any)'],
  '"flag".Value': FLAG,
  '"fmt".Formatter': ['Format ("fmt".State,int32)()'],
  '"fmt".Stringer': [STRING],
  '"fmt".GoStringer': ['GoString ()(string)'],
  '"go/ast".Node': ['Pos ()("go/token".Pos)', 'End ()("go/token".Pos)'],
  '"hash".Hash': HASH,
  '"hash".Hash32': [...HASH, 'Sum32 ()(uint32)'],
  '"hash".Hash64': [...HASH, 'Sum64 ()(uint64)'],
  '"container/heap".Interface': [...SORT, 'Push (any)()', 'Pop ()(any)'],
  '"image".Image': [
    'ColorModel ()("image/color".Model)',
    'Bounds ()("image".Rectangle)',
    'At (int,int)("image/color".Color)',
  ],
  '"io".ByteReader': [READ_BYTE],
  '"io".ByteScanner': [READ_BYTE, 'UnreadByte ()(error)'],
  '"io".ByteWriter': ['WriteByte (uint8)(error)'],
  '"io".Closer': [CLOSE],
  '"io".ReadCloser': [READ, CLOSE],
  '"io".ReadSeekCloser': [READ, SEEK, CLOSE],
  '"io".ReadSeeker': [READ, SEEK],
  '"io".ReadWriteCloser': [READ, WRITE, CLOSE],
  '"io".ReadWriteSeeker': [READ, WRITE, SEEK],
  '"io".ReadWriter': [READ, WRITE],
  '"io".Reader': [READ],
  '"io".ReaderAt': [READ_AT],
  '"io".ReaderFrom': [READ_FROM],
  '"io".RuneReader': [READ_RUNE],
  '"io".RuneScanner': [READ_RUNE, 'UnreadRune ()(error)'],
  '"io".Seeker': [SEEK],
  '"io".StringWriter': [WRITE_STRING],
  '"io".WriteCloser': [WRITE, CLOSE],
  '"io".WriteSeeker': [WRITE, SEEK],
  '"io".Writer': [WRITE],
  '"io".WriterAt': [WRITE_AT],
  '"io".WriterTo': [WRITE_TO],
  '"io/fs".DirEntry': [...ENTRY, 'Type ()("io/fs".FileMode)', 'Info ()("io/fs".FileInfo,error)'],
  '"io/fs".FS': [OPEN],
  '"io/fs".File': FILE,
  '"io/fs".FileInfo': [
    ...ENTRY,
    'Size ()(int64)',
    'Mode ()("io/fs".FileMode)',
    'ModTime ()("time".Time)',
    'Sys ()(any)',
  ],
  '"io/fs".GlobFS': [OPEN, 'Glob (string)([]string,error)'],
  '"io/fs".ReadDirFS': [OPEN, 'ReadDir (string)([]"io/fs".DirEntry,error)'],
  '"io/fs".ReadDirFile': [...FILE, 'ReadDir (int)([]"io/fs".DirEntry,error)'],
  '"io/fs".ReadFileFS': [OPEN, 'ReadFile (string)([]uint8,error)'],
  '"io/fs".StatFS': [OPEN, 'Stat (string)("io/fs".FileInfo,error)'],
  '"io/fs".SubFS': [OPEN, 'Sub (string)("io/fs".FS,error)'],
  '"log/slog".Handler': [
    'Enabled ("context".Context,"log/slog".Level)(bool)',
    'Handle ("context".Context,"log/slog".Record)(error)',
    'WithAttrs ([]"log/slog".Attr)("log/slog".Handler)',
    'WithGroup (string)("log/slog".Handler)',
  ],
  '"net".Addr': ['Network ()(string)', STRING],
  '"net".Conn': CONNECTION,
  '"net".Error': ['Error ()(string)', 'Timeout ()(bool)', 'Temporary ()(bool)'],
  '"net".Listener': ['Accept ()("net".Conn,error)', CLOSE, 'Addr ()("net".Addr)'],
  '"net".PacketConn': [
    'ReadFrom ([]uint8)(int,"net".Addr,error)',
    'WriteTo ([]uint8,"net".Addr)(int,error)',
    ...CONNECTION.filter((method) => !/^(Read|Write|RemoteAddr) /.test(method)),
  ],
  '"net/http".CloseNotifier': ['CloseNotify ()(<-chan bool)'],
  '"net/http".CookieJar': [
    'SetCookies (*"net/url".URL,[]*"net/http".Cookie)()',
    'Cookies (*"net/url".URL)([]*"net/http".Cookie)',
  ],
  '"net/http".File': [
    READ,
    SEEK,
    CLOSE,
    'Readdir (int)([]"io/fs".FileInfo,error)',
    ...FILE.slice(0, 1),
  ],
  '"net/http".FileSystem': ['Open (string)("net/http".File,error)'],
  '"net/http".Flusher': ['Flush ()()'],
  '"net/http".Handler': [SERVE],
  '"net/http".Hijacker': ['Hijack ()("net".Conn,*"bufio".ReadWriter,error)'],
  '"net/http".Pusher': ['Push (string,*"net/http".PushOptions)(error)'],
  '"net/http".ResponseWriter': RESPONSE,
  '"net/http".RoundTripper': ['RoundTrip (*"net/http".Request)(*"net/http".Response,error)'],
  '"sort".Interface': SORT,
  '"sync".Locker': LOCK,
};

const READER = [
  READ,
  READ_AT,
  SEEK,
  WRITE_TO,
  READ_BYTE,
  READ_RUNE,
  'UnreadByte ()(error)',
  'UnreadRune ()(error)',
  'Len ()(int)',
  'Size ()(int64)',
];

const STRUCTS: Readonly<Record<string, readonly string[]>> = {
  '"bytes".Buffer': BUFFER,
  '"bytes".Reader': [...READER, 'Reset ([]uint8)()'],
  '"os".File': [
    READ,
    WRITE,
    CLOSE,
    SEEK,
    READ_AT,
    WRITE_AT,
    READ_FROM,
    WRITE_TO,
    WRITE_STRING,
    'Name ()(string)',
    'Stat ()("io/fs".FileInfo,error)',
    'Sync ()(error)',
    'Truncate (int64)(error)',
    'Fd ()(uintptr)',
    'Chdir ()(error)',
    'Chmod ("io/fs".FileMode)(error)',
    'Chown (int,int)(error)',
    'ReadDir (int)([]"io/fs".DirEntry,error)',
    'Readdir (int)([]"io/fs".FileInfo,error)',
    'Readdirnames (int)([]string,error)',
    'SetDeadline ("time".Time)(error)',
    'SetReadDeadline ("time".Time)(error)',
    'SetWriteDeadline ("time".Time)(error)',
  ],
  '"strings".Reader': [...READER, 'Reset (string)()'],
  '"log".Logger': [
    ...PRINT,
    ...PRINT_FORMAT,
    'Output (int,string)(error)',
    'Prefix ()(string)',
    'SetPrefix (string)()',
    'Flags ()(int)',
    'SetFlags (int)()',
    'SetOutput ("io".Writer)()',
    'Writer ()("io".Writer)',
  ],
  '"strings".Builder': BUFFER.filter((method) =>
    /^(Cap|Grow|Len|Reset|String|Write|WriteByte|WriteRune|WriteString) /.test(method),
  ),
  '"sync".Mutex': [...LOCK, 'TryLock ()(bool)'],
  '"sync".RWMutex': [
    ...LOCK,
    'TryLock ()(bool)',
    'RLock ()()',
    'RUnlock ()()',
    'TryRLock ()(bool)',
    'RLocker ()("sync".Locker)',
  ],
  '"sync".WaitGroup': ['Add (int)()', 'Done ()()', 'Wait ()()', 'Go (func()())()'],
  '"net/http".HandlerFunc': [SERVE],
  '"net/http".ServeMux': [
    SERVE,
    'Handle (string,"net/http".Handler)()',
    'HandleFunc (string,func("net/http".ResponseWriter,*"net/http".Request)())()',
    'Handler (*"net/http".Request)("net/http".Handler,string)',
  ],
};

const TYPES: ReadonlyMap<string, StandardType> = new Map([
  ...entriesOf(INTERFACES, 'interface'),
  ...entriesOf(STRUCTS, 'struct'),
]);

/** Returns a type by its text, `"io".Reader`. */
export function standardType(name: string): StandardType | undefined {
  return TYPES.get(name);
}

function entriesOf(
  types: Readonly<Record<string, readonly string[]>>,
  form: StandardType['form'],
): [string, StandardType][] {
  return Object.entries(types).map(([name, methods]) => [
    name,
    { form, methods: new Map(methods.map((method) => split(method))) },
  ]);
}

function split(method: string): [name: string, type: string] {
  const space = method.indexOf(' ');
  return [method.slice(0, space), method.slice(space + 1)];
}
