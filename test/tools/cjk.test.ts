/** Chinese, Japanese and Korean, and identifiers among them, through the tools. */
import { expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const FILES = {
  'src/payment.ts':
    '// 支付网关：失败时重试三次，拒绝后不再重试。\nexport function charge(): void {}\n',
  'src/auth.ts':
    '// ユーザーの認証を行い、トークンを発行する。\nexport function login(): void {}\n',
  'src/cart.ts': '// 장바구니의 합계를 계산한다\nexport function total(): void {}\n',
  'src/mixed.ts': '// 调用 parseConfig 解析配置文件\nexport const 設定値 = parseConfig();\n',
  'src/other.ts': '// nothing of the kind\nexport function parse(): void {}\n',
};

it.each([
  ['支付失败重试', 'src/payment.ts'],
  ['拒绝后', 'src/payment.ts'],
  ['認証', 'src/auth.ts'],
  ['トークンの発行', 'src/auth.ts'],
  ['합계 계산', 'src/cart.ts'],
  ['장바구니', 'src/cart.ts'],
  ['解析配置 parseConfig', 'src/mixed.ts'],
  ['設定値', 'src/mixed.ts'],
  ['parseConfig是在哪里调用的', 'src/mixed.ts'],
])('code_search for %s finds %s', async (query, path) => {
  const { call } = await toolCaller({ temp: await tempProject(FILES) });
  const { structured, text } = await call('code_search', { query });
  expect((structured['results'] as { path: string }[])[0]?.path).toBe(path);
  expect(text).not.toContain('�');
});

it.each([
  ['重试', { 'src/payment.ts': 1 }],
  ['合計', {}],
  ['합계를', { 'src/cart.ts': 1 }],
])('codebase_search_text for %s finds it as literal text', async (query, counts) => {
  const { call } = await toolCaller({ temp: await tempProject(FILES) });
  const { structured } = await call('codebase_search_text', { query });
  const results = structured['results'] as { path: string; match_count: number }[];
  expect(Object.fromEntries(results.map((r) => [r.path, r.match_count]))).toEqual(counts);
});
