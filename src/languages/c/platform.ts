/**
 * Macros that a C or C++ compiler predefines. Assumes GCC on Linux, which most projects are built
 * for.
 */
import type { Given } from '../../extractors/preprocessor/left-out.ts';

const PRESENT: Readonly<Record<string, number>> = {
  __linux: 1,
  __linux__: 1,
  __gnu_linux__: 1,
  __unix: 1,
  __unix__: 1,
  __ELF__: 1,
  __GNUC__: 13,
  __GNUC_MINOR__: 3,
  __STDC__: 1,
  __STDC_VERSION__: 201710,
  __STDC_HOSTED__: 1,
  __x86_64: 1,
  __x86_64__: 1,
  __amd64: 1,
  __amd64__: 1,
  _LP64: 1,
  __LP64__: 1,
  __SSE__: 1,
  __SSE2__: 1,
  __CHAR_BIT__: 8,
  __SIZEOF_INT__: 4,
  __SIZEOF_LONG__: 8,
  __SIZEOF_POINTER__: 8,
  __SIZEOF_SIZE_T__: 8,
  __ORDER_LITTLE_ENDIAN__: 1234,
  __ORDER_BIG_ENDIAN__: 4321,
  __BYTE_ORDER__: 1234,
  true: 1,
  false: 0,
};

/** Macros that compilers predefine for other systems, compilers and processors. */
const ABSENT = new RegExp(
  `^(${[
    '_?WIN(32|64)|_WINDOWS|_MSC_\\w+|__MINGW\\w*|__CYGWIN__|MSDOS|__MSDOS__|__DJGPP__|__OS2__',
    '__APPLE__|__MACH__|TARGET_OS_\\w+|__ANDROID__|__EMSCRIPTEN__|__wasm\\w*',
    '__(Free|Net|Open)BSD__|__DragonFly__|__sun|__sun__|__SVR4|_AIX|__hpux|__HAIKU__|__QNX\\w*|__MVS__|__?VMS',
    '__clang__|__INTEL_COMPILER|__ICC\\w*|__ICL|__BORLANDC__|__WATCOMC__|__TURBOC__|__SUNPRO_CC?',
    '__IBMC\\w*|__xlC__|__ARMCC_VERSION|__CC_ARM|__TINYC__|__NVCC__|__CUDACC__',
    '__(arm|ARM|aarch64|i386|powerpc|ppc|PPC|POWERPC|mips|MIPS|riscv|s390|sparc|alpha|ia64|loongarch|BIG_ENDIAN)\\w*|_M_\\w+',
  ].join('|')})$`,
);

export const givenToC: Given = (name) => PRESENT[name] ?? (ABSENT.test(name) ? false : undefined);
