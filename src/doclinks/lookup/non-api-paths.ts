/** Recognizes files that user documentation does not describe. */
import { isInPackage } from '../../languages/registry.ts';

const NON_API =
  /(?:^|\/)(?:tests?|testing|__tests__|__mocks__|__testfixtures__|specs?|e2e|fixtures?|testdata|_?examples?|samples?|demos?|bench(?:marks?)?|vendor|third_party|playground|websites?)\/|[._-](?:test|spec|bench)\.\w+$|(?:^|\/)(?:test_\w+|testing)\.py$/i;
/** Folder names that begin or end in such a word: `Shop.Tests`, `jvmTest`. */
const NON_API_BY_PART =
  /(?:^|\/)(?:[a-z]+Tests?|[\w.-]*\.(?:[A-Za-z]*Tests?|Specs?|Benchmarks?|Samples?|Examples?))\//;
/** Output of protocol compilers, which is not part of the documented API. */
const WRITTEN_BY_COMPILER = /\.pb(?:\.gw)?\.\w+$|_pb2(?:_grpc)?\.pyi?$/;
/**
 * Folders of files that are shipped or run beside the code. Below other folders, such a name may
 * well be a package.
 */
const BESIDE = /(?:^|\/)(?:scripts|assets|dist|static|www)\//i;
const BESIDE_AT_ROOT = /^(?:scripts|assets|dist|static|www)\//i;
/** Folders of code that belongs to the pages themselves. */
const DOCS_CODE = /(?:^|\/)(?:docs|docs_src|snippets)\//i;

/** Whether user documentation does not describe the file: tests, examples, third-party code. */
export function isNonApiPath(path: string): boolean {
  return isNonApiPage(path) || DOCS_CODE.test(path) || WRITTEN_BY_COMPILER.test(path);
}

/** Whether a page is among tests or examples, so that it may describe those. */
export function isNonApiPage(path: string): boolean {
  if (NON_API.test(path) || NON_API_BY_PART.test(path)) return true;
  return BESIDE.test(path) && (BESIDE_AT_ROOT.test(path) || !isInPackage(path));
}
