/** Tests mount routers and register routes of their own, which nobody enters the program by. */
const TEST_PATH =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testdata|testing|fixtures|__mocks__|mocks)\/|[._-](?:test|tests|spec)\.\w+$|(?:^|\/)(?:test_[^/]*|conftest)\.py$|Tests?\.(?:java|kt)$/;

export function isTestPath(path: string): boolean {
  return TEST_PATH.test(path);
}
