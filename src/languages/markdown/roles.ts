/** Reads Sphinx roles in reStructuredText and MyST Markdown: `:ref:`text <label>``. */
import type { Inline } from './block.ts';

/** Roles that name code or settings: `:py:class:`~shop.Cart``, `:envvar:`SHOP_PORT``. */
const OF_CODE =
  /^(?:func|class|meth|attr|mod|obj|data|const|exc|type|macro|var|member|enum|struct|deco|option|envvar|confval|setting)$/;
const LINKS: Readonly<Record<string, 'link' | 'label' | 'name'>> = {
  ref: 'label',
  numref: 'label',
  doc: 'link',
  download: 'link',
  any: 'name',
};

/** Returns the link of a role. `role` may include its domain. */
export function linkOfRole(
  role: string,
  content: string,
): Pick<Inline, 'form' | 'text'> | undefined {
  const form = LINKS[plainRole(role)];
  const text = targetOf(content);
  // A leading `!` suppresses the link.
  return form === undefined || text.startsWith('!') ? undefined : { form, text };
}

export function isCodeRole(role: string): boolean {
  return OF_CODE.test(plainRole(role));
}

export function isModuleRole(role: string): boolean {
  return plainRole(role) === 'mod';
}

/** Returns the target of a link: `shop.Cart` for `Carts <shop.Cart>`. */
export function targetOf(content: string): string {
  return /^.+<([^<>]+)>$/.exec(content)?.[1] ?? content;
}

function plainRole(role: string): string {
  return role.slice(role.lastIndexOf(':') + 1);
}
