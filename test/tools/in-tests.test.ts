import { expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const FILES = {
  'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\n',
  'src/lib.rs': `#[cfg(test)]
mod tests {
    use super::*;
    fn works() { size(); }
}
pub fn size() -> u8 { 1 }
pub fn used() -> u8 { size() }
`,
};

it('a module of tests inside a file counts as tests in every answer', async () => {
  const { call } = await toolCaller({
    temp: await tempProject(FILES, { include: ['**/*'] }),
    channel: 'text',
  });
  const uses = await call('code_references', { symbol: 'size' });
  expect(uses.text).toMatch(/:7 used\n.*:4 tests::works/);
  const symbol = await call('code_get_symbol', { symbol: 'size', with: ['callers', 'tests'] });
  expect(symbol.text).toMatch(/callers \(1.*\n.*::used/);
  expect(symbol.text).toMatch(/tests \(1.*\n.*::works/);
  const reached = await call('graph_traverse', { symbol: 'size', direction: 'in', tests: 'only' });
  expect(reached.text).toContain('tests::works');
  expect(reached.text).not.toContain('::used');
  const pack = await call('explain', { about: ['size'] });
  expect(pack.text).toMatch(/tests:\n {2}src\/lib\.rs:4/);
});

it('uses in examples come after those of the program and before those in tests', async () => {
  const use = (name: string) =>
    `import { pay } from '../src/pay.js';\nexport function ${name}() { pay(); }\n`;
  const { call } = await toolCaller({
    temp: await tempProject({
      'src/pay.js': 'export function pay() {}\n',
      'examples/shop.js': use('shop'),
      'lib/till.js': use('till'),
      'a-test/pay.test.js': use('tries'),
    }),
    channel: 'text',
  });
  const inOrder = /lib\/till\.js[\s\S]*examples\/shop\.js[\s\S]*a-test\/pay\.test\.js/;
  expect((await call('code_references', { symbol: 'pay', kinds: ['calls'] })).text).toMatch(
    inOrder,
  );
  expect((await call('code_get_symbol', { symbol: 'pay' })).text).toMatch(inOrder);
});
