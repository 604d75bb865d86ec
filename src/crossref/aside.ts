/** Which files pages for users do not speak of. */

const ASIDE =
  /(?:^|\/)(?:tests?|testing|__tests__|__mocks__|__testfixtures__|specs?|e2e|fixtures?|_?examples?|samples?|demos?|bench(?:marks?)?|scripts|assets|dist|static|vendor|third_party|playground|websites?|www)\/|[._-](?:test|spec|bench)\.\w+$|(?:^|\/)(?:test_\w+|testing)\.py$/i;
/** Folders that begin or end in such a word: `Shop.Tests`, `jvmTest`. */
const ASIDE_BY_PART =
  /(?:^|\/)(?:[a-z]+Tests?|[\w.-]*\.(?:[A-Za-z]*Tests?|Specs?|Benchmarks?|Samples?|Examples?))\//;
/** Code of the pages themselves. */
const DOCS_CODE = /(?:^|\/)(?:docs|docs_src|snippets)\//i;

/** A file that pages for users do not speak of: tests, examples, other people's code. */
export function isAside(path: string): boolean {
  return isPageAside(path) || DOCS_CODE.test(path);
}

/** A page among tests or examples, which may speak of those. */
export function isPageAside(path: string): boolean {
  return ASIDE.test(path) || ASIDE_BY_PART.test(path);
}
