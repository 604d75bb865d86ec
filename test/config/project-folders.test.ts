/** Paths of the configuration as each system writes them. */
import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { expandPath } from '../../src/config/project-folders.ts';

test.each([
  ['~', 'C:\\Users\\me'],
  ['~/app', 'C:\\Users\\me\\app'],
  ['~\\app', 'C:\\Users\\me\\app'],
  ['lib', 'D:\\work\\lib'],
  ['..\\lib/x', 'D:\\lib\\x'],
  ['c:/app', 'c:\\app'],
  ['\\\\server\\share\\app', '\\\\server\\share\\app'],
  ['~me', 'D:\\work\\~me'],
])('on Windows, the path %j is expanded to %j', (path, absolute) => {
  expect(expandPath(path, 'D:\\work', 'C:\\Users\\me', win32)).toBe(absolute);
});

test.each([
  ['~/app', '/home/me/app'],
  ['~\\app', '/work/~\\app'],
  ['../lib', '/lib'],
])('on other systems, the path %j is expanded to %j', (path, absolute) => {
  expect(expandPath(path, '/work', '/home/me', posix)).toBe(absolute);
});
