/** Which files pages for users do not speak of. */
import { isInPackage } from '../../languages/registry.ts';

const NON_API =
  /(?:^|\/)(?:tests?|testing|__tests__|__mocks__|__testfixtures__|specs?|e2e|fixtures?|testdata|_?examples?|samples?|demos?|bench(?:marks?)?|vendor|third_party|playground|websites?)\/|[._-](?:test|spec|bench)\.\w+$|(?:^|\/)(?:test_\w+|testing)\.py$/i;
/** Folders that begin or end in such a word: `Shop.Tests`, `jvmTest`. */
const NON_API_BY_PART =
  /(?:^|\/)(?:[a-z]+Tests?|[\w.-]*\.(?:[A-Za-z]*Tests?|Specs?|Benchmarks?|Samples?|Examples?))\//;
/** What a compiler of protocols writes is no part of what is documented. */
const WRITTEN_BY_COMPILER = /\.pb(?:\.gw)?\.\w+$|_pb2(?:_grpc)?\.pyi?$/;
/** What is shipped or run beside the code; below other folders it may well be a package that is called so. */
const BESIDE = /(?:^|\/)(?:scripts|assets|dist|static|www)\//i;
const BESIDE_AT_ROOT = /^(?:scripts|assets|dist|static|www)\//i;
/** Code of the pages themselves. */
const DOCS_CODE = /(?:^|\/)(?:docs|docs_src|snippets)\//i;

/** A file that pages for users do not speak of: tests, examples, other people's code. */
export function isNonApiPath(path: string): boolean {
  return isNonApiPage(path) || DOCS_CODE.test(path) || WRITTEN_BY_COMPILER.test(path);
}

/** A page among tests or examples, which may speak of those. */
export function isNonApiPage(path: string): boolean {
  if (NON_API.test(path) || NON_API_BY_PART.test(path)) return true;
  return BESIDE.test(path) && (BESIDE_AT_ROOT.test(path) || !isInPackage(path));
}
