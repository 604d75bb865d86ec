/** How Ruby writes routes. */
import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import {
  type Collector,
  type RegistrationReader,
  rows,
} from '../../extractors/registrations/collector.ts';
import { named, quoted } from '../../extractors/registrations/kit.ts';
import { UNKNOWN, type Written } from '../../model/registrations.ts';

export const RUBY_REGISTRATIONS: RegistrationReader = {
  gate: /\bSinatra::(?:Base|Application)\b|require\s*\(?['"]sinatra['"]/,
  vocabulary: words('get post put patch delete options head'),
  values: rows({
    'identifier constant': named,
    // A text with values in it is not known.
    string: (collector, node) =>
      node.children.every(({ type }) => type === 'string_content')
        ? quoted(collector, node)
        : UNKNOWN,
    call,
    'do_block block': block,
  }),
  statements: rows({
    // Methods of the application are called without an object in front.
    program: (collector) => {
      collector.addImport('*', 'sinatra');
    },
    call,
  }),
  wholes: rows({ 'do_block block': (collector, node) => void block(collector, node) }),
};

/** A call without an object in front; a block is its last argument. */
function call(collector: Collector, node: Syntax): Written {
  const method = fieldOf(node, 'method');
  if (method === undefined || fieldOf(node, 'receiver') !== undefined) return UNKNOWN;
  const given = fieldOf(node, 'block');
  const list = fieldOf(node, 'arguments')?.children ?? [];
  const args = given === undefined ? list : [...list, given];
  return collector.call(node, collector.name(method), args);
}

function block(collector: Collector, node: Syntax): Written {
  return collector.function(node, { parameters: [], body: fieldOf(node, 'body') });
}
