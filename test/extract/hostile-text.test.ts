/** Text that is made to keep patterns busy: some of these took minutes or all memory once, and end by vitest's limit then. */
import { expect, it } from 'vitest';
import { extractText } from '../helpers/check.ts';

const CHARACTERS = 600_000;
const many = (piece: string): string => piece.repeat(CHARACTERS / piece.length);

it.each([
  ['attributes that do not end', 'a.rs', many('#[arg(long = "x\n')],
  ['a list of derived traits that does not end', 'b.rs', `#[derive(${many('Deserialize ')}`],
  ['members of many attributes', 'c.rs', `struct A {\n${many('  #[arg(long)]\n  a: u8,\n')}}`],
  ['tags', 'd.go', `package a\ntype A struct {\n${many('F int `json:"k"`\n')}}`],
  ['named texts', 'e.ts', many("const a_b = 'a b';\n")],
  ['directives in directives', 'f.md', many('```{note}\n')],
  ['labels of reStructuredText', 'g.rst', many('.. _a:\n')],
  ['labels of MyST', 'h.md', many('(a)=\n')],
  ['labels of MyST, each a paragraph', 'i.md', many('(a)=\n\n')],
  ['inline code in one paragraph', 'j.md', many('`a { b }` ')],
])('hostile text is read in time: %s', { timeout: 60_000 }, async (_, path, text) => {
  expect((await extractText(path, text)).path).toBe(path);
});
