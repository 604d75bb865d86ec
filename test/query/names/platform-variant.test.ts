import { expect, test } from 'vitest';
import { namesPlatform, platformComponents } from '../../../src/query/names/platform-variant.ts';

test.each<[string, string[], (string | undefined)[]]>([
  ['a folder per system', ['src/unix/tcp.c', 'src/win/tcp.c'], [undefined, 'win']],
  [
    'a file per system',
    ['net/poll_linux.go', 'net/poll_windows.go', 'net/poll.go'],
    ['poll_linux.go', 'poll_windows.go', undefined],
  ],
  [
    'camel case',
    ['src/ExecDarwin.swift', 'src/ExecLinux.swift'],
    ['ExecDarwin.swift', 'ExecLinux.swift'],
  ],
  ['digits in the name', ['os/win32/a.c', 'os/posix/a.c'], ['win32', undefined]],
  ['windows of an editor', ['src/windows/main.ts', 'src/panels/side.ts'], [undefined, undefined]],
  ['one system twice', ['src/windows/a.ts', 'src/windows/b.ts'], [undefined, undefined]],
  ['systems in different folders', ['a/linux/x.c', 'b/win/y.c'], [undefined, undefined]],
  [
    'words that hold a name',
    ['src/window.c', 'src/winner.c', 'src/linux.c'],
    [undefined, undefined, undefined],
  ],
  ['below a variant', ['sys/windows/net/a.rs', 'sys/unix/net/a.rs'], ['windows', undefined]],
])('platform variants are detected for %s', (_, paths, components) => {
  expect(platformComponents(paths)).toEqual(components);
});

test('a query refers to an operating system by its name or its family', () => {
  expect(['windows', 'unix', 'macos'].map(namesPlatform)).toEqual([true, true, true]);
  expect(['window', 'uni', 'file'].map(namesPlatform)).toEqual([false, false, false]);
});
