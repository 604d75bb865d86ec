/** Paths of Windows and of other systems, asked for on any. */
import { posix, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { relativeInside, reservedNameProblem } from '../../src/base/system-path.ts';

describe('relativeInside', () => {
  test.each([
    ['C:\\app', 'C:\\app', ''],
    ['C:\\app', 'C:\\app\\src\\a.ts', 'src/a.ts'],
    ['C:\\app\\', 'C:/app/src\\a.ts', 'src/a.ts'],
    ['C:\\App', 'c:\\aPP\\Src\\A.ts', 'Src/A.ts'],
    ['C:\\', 'C:\\a.ts', 'a.ts'],
    ['\\\\?\\C:\\app', 'C:\\app\\a.ts', 'a.ts'],
    ['C:\\app', '\\\\?\\c:\\app\\a.ts', 'a.ts'],
    ['\\\\server\\share\\app', '\\\\SERVER\\share\\app\\a.ts', 'a.ts'],
    ['\\\\server\\share\\app', '\\\\?\\UNC\\server\\share\\app\\a.ts', 'a.ts'],
    ['C:\\app', 'C:\\app\\..a\\...ts', '..a/...ts'],
  ])('on Windows, returns for folder %j and path %j the relative path %j', (folder, path, way) => {
    expect(relativeInside(folder, path, win32)).toBe(way);
  });

  test.each([
    ['C:\\app', 'C:\\'],
    ['C:\\app', 'C:\\app-secret\\a.ts'],
    ['C:\\app', 'C:\\app\\..\\a.ts'],
    ['C:\\app', 'D:\\app\\a.ts'],
    ['C:\\app', '\\\\server\\app\\a.ts'],
    ['\\\\server\\share', '\\\\server\\other\\a.ts'],
    ['\\\\server\\share', '\\\\other\\share\\a.ts'],
    ['C:\\app', '\\\\?\\D:\\app\\a.ts'],
    ['C:\\app', '\\\\.\\C:\\app\\a.ts'],
  ])('on Windows, returns nothing for folder %j and outside path %j', (folder, path) => {
    expect(relativeInside(folder, path, win32)).toBeUndefined();
  });

  test.each([
    ['/app', '/app/a\\b.ts', 'a\\b.ts'],
    ['/', '/etc', 'etc'],
    ['/app', '/app/..a', '..a'],
    ['/app', '/App/a.ts', undefined],
    ['/app', '/app-secret', undefined],
    ['/app', '/', undefined],
  ])(
    'on other systems, returns for folder %j and path %j the relative path %j',
    (folder, path, way) => {
      expect(relativeInside(folder, path, posix)).toBe(way);
    },
  );
});

describe('reservedNameProblem', () => {
  test.each([
    ['a:b.ts', 'a stream of a file'],
    ['.env::$DATA', 'a stream that is the file'],
    ['C:x.ts', 'a path from the current folder of a drive'],
    ['src/.env.', 'the file .env'],
    ['src /a.ts', 'the folder src'],
    ['.../a.ts', 'the folder itself'],
    ['NUL', 'a device'],
    ['src/con', 'a device'],
    ['Aux.ts', 'a device'],
    ['nul .txt', 'a device'],
    ['COM1.log', 'a device'],
    ['lpt².ts', 'a device'],
    ['CONIN$', 'a device'],
  ])('refuses %j on Windows only, where it opens %s', (path) => {
    expect(reservedNameProblem(path.split('/'), win32)).toEqual(expect.any(String));
    expect(reservedNameProblem(path.split('/'), posix)).toBeUndefined();
  });

  test.each([
    'src/a.ts',
    './a.ts',
    'console.ts',
    'com10.ts',
    'null',
    'a..b.ts',
    '.env',
    'auxiliary/con-a.ts',
  ])('accepts %j on Windows', (path) => {
    expect(reservedNameProblem(path.split('/'), win32)).toBeUndefined();
  });
});
