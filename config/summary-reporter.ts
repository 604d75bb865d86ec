/** Ends a test run with one plain line of counts, which any reader of a log can find. */
import type { Reporter, TestModule } from 'vitest/node';

export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state]++;
      // A file that could not be loaded holds no tests, and is a failure all the same.
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0)
        counts.failed++;
    }
    const skipped = counts.skipped + counts.pending;
    process.stdout.write(
      `\n${counts.passed} passed, ${counts.failed} failed, ${skipped} skipped\n`,
    );
  }
}
