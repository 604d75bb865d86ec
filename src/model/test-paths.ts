/** Paths of tests and their fixtures. Routes that they register are no entry points of the program. */
const TEST_PATH =
  /(?:^|\/)(?:tests?|[\w.-]*Tests|[\w.-]+\.Test|integration[-_]?[tT]ests?|__tests__|specs?|e2e|testdata|testing|fixtures|__mocks__|mocks)\/|[._-](?:test|tests|spec)\.\w+$|(?:^|\/)(?:test_[^/]*|conftest)\.py$|Tests?\.(?:java|kt)$/;

export function isTestPath(path: string): boolean {
  return TEST_PATH.test(path);
}
