/** Findings in the Static Analysis Results Interchange Format 2.1.0, which code hosts display. */
import { FINDINGS, type Finding, type FindingKind } from '../tools/changes/schemas.ts';
import { VERSION } from './version.ts';

const RULES: Readonly<Record<FindingKind, string>> = {
  removedStillUsed:
    'A symbol was removed, renamed or moved, and is still used by its former name or place.',
  argumentsNoLongerFit: 'A call no longer fits the changed signature.',
  routeRemoved: 'A route, command or job that is called by its name was removed.',
  documentationNowWrong: 'Documentation mentions a symbol that was removed or renamed.',
  cycleIntroduced: 'An import closes a new cycle of files.',
  mayNoLongerFit: 'A use may no longer fit a type that changed.',
};

/** Findings of the kinds in `failing` are errors, others are warnings. */
export function sarifOf(findings: readonly Finding[], failing: readonly string[]): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'graph-memory',
            version: VERSION,
            rules: FINDINGS.map((id) => ({ id, shortDescription: { text: RULES[id] } })),
          },
        },
        results: findings.map(({ finding, path, lines, detail }) => ({
          ruleId: finding,
          ruleIndex: FINDINGS.indexOf(finding),
          level: failing.includes(finding) ? 'error' : 'warning',
          message: { text: detail },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
                region: { startLine: lines[0] ?? 1 },
              },
            },
          ],
        })),
      },
    ],
  };
}
