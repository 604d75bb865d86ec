import type { VerifyReport } from './report.ts';

/** The minimum results that a comparison must reach, as shares from 0 to 1. */
export interface Gate {
  readonly precisionMin: number | undefined;
  readonly recallMin: number | undefined;
}

/** Returns messages for the kinds below the gate. Kinds without edges on a side cannot fail. */
export function gateFailures(report: VerifyReport, gate: Gate): string[] {
  return report.kinds.flatMap(({ kind, precision, recall }) => [
    ...below(kind, 'precision', precision, gate.precisionMin),
    ...below(kind, 'recall', recall, gate.recallMin),
  ]);
}

function below(
  kind: string,
  measure: string,
  value: number | null,
  min: number | undefined,
): string[] {
  if (value === null || min === undefined || value >= min) return [];
  return [`${kind}: ${measure} ${value.toFixed(4)} is below ${min}`];
}
