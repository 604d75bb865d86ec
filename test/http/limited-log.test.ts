import { expect, it } from 'vitest';
import { limitedLog } from '../../src/http/limited-log.ts';

it('writes 20 lines a minute and then tells how many were left out', () => {
  const lines: string[] = [];
  let time = 1000;
  const log = limitedLog(
    (line) => lines.push(line),
    () => time,
  );
  for (let index = 0; index < 120; index += 1) log(`line ${index}`);
  expect(lines).toHaveLength(20);
  time += 60_000;
  log('later');
  log('last');
  expect(lines.slice(20)).toEqual(['later (100 lines of this kind were left out before)', 'last']);
});
