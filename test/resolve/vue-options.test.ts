/** Vue components that are written as an object of options. */
import { describe, expect, test } from 'vitest';
import { checkEdges, resolveSources } from '../helpers/check.ts';

async function edgesOf(sources: Readonly<Record<string, string>>): Promise<string[]> {
  const { edges, files } = await resolveSources(sources);
  const idOf = (file: number, declaration: number) =>
    files[file]?.declarations[declaration]?.id ?? files[file]?.path;
  return edges
    .filter(({ kind }) => kind === 'calls' || kind === 'references')
    .map((edge) => {
      const target = idOf(edge.targetFile, edge.target);
      return `${edge.kind} ${idOf(edge.sourceFile, edge.source)} → ${target} at ${edge.line}`;
    });
}

describe('the options of a component', () => {
  test('share one `this`, and give names to the markup', async () => {
    const text = [
      '<template>',
      '  <b @click="save(1)" :title="total">{{ label(x) }}</b>',
      '  <i v-for="load in list" @click="load()" @blur="send()" />',
      '</template>',
      '<script>',
      "import { send, check } from './api.js';",
      'export default {',
      '  data() { return { list: [] }; },',
      '  computed: { total() { return this.label(this.check()); } },',
      '  watch: { total() { this.load(); } },',
      '  mounted() { this.load(); },',
      '  methods: {',
      '    check,',
      '    load() { return this.total; },',
      '    save(x) { [x].forEach(() => this.load()); },',
      '    label: function (x) { return x; },',
      '    send() {},',
      '    close() { label(); },',
      '  },',
      '};',
      '</script>',
      '',
    ].join('\n');
    const api = 'export function send() {}\nexport function check() {}\n';
    const own = 'Cart.vue::default';
    expect((await edgesOf({ 'Cart.vue': text, 'api.js': api })).sort()).toEqual(
      [
        `calls Cart.vue → ${own}::methods::save at 2`,
        `references Cart.vue → ${own}::computed::total at 2`,
        `calls Cart.vue → ${own}::methods::label at 2`,
        'calls Cart.vue → api.js::send at 3',
        `calls ${own}::computed::total → ${own}::methods::label at 9`,
        `calls ${own}::computed::total → api.js::check at 9`,
        `calls ${own}::watch::total → ${own}::methods::load at 10`,
        `calls ${own}::mounted → ${own}::methods::load at 11`,
        `references ${own}::methods → api.js::check at 13`,
        `references ${own}::methods::load → ${own}::computed::total at 14`,
        `calls ${own}::methods::save → ${own}::methods::load at 15`,
      ].sort(),
    );
  });

  test('are known in scripts, also as an argument', () =>
    checkEdges({
      'mixin.js': `
        export const mixin = {
          created() {
            this.refresh(); //: calls mixin::methods::refresh
          },
          methods: { refresh() {} },
        };
      `,
      'button.ts': `
        import { defineComponent } from 'vue';
        export default defineComponent({
          name: 'button',
          mounted() {
            this.press(); //: calls default::press
          },
          methods: {
            press() {},
          },
        });
      `,
    }));

  test('are no others that have one such name', () =>
    checkEdges({
      'router.js': `
        export const router = {
          methods: { get() {} },
          run() {
            this.get();
          },
        };
      `,
    }));
});
