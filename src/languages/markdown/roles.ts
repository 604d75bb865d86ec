/** What a role of Sphinx says, in reStructuredText and in MyST's Markdown: `:ref:`text <label>``. */
import type { Inline } from './block.ts';

/** Roles that name code, or what is set from outside: `:py:class:`~shop.Cart``, `:envvar:`SHOP_PORT``. */
const OF_CODE =
  /^(?:func|class|meth|attr|mod|obj|data|const|exc|type|macro|var|member|enum|struct|deco|option|envvar|confval|setting)$/;
const LINKS: Readonly<Record<string, 'link' | 'label' | 'name'>> = {
  ref: 'label',
  numref: 'label',
  doc: 'link',
  download: 'link',
  any: 'name',
};

/** `role` may have its domain before it. */
export function linkOfRole(
  role: string,
  content: string,
): Pick<Inline, 'form' | 'text'> | undefined {
  const form = LINKS[plainRole(role)];
  const text = targetOf(content);
  // With a mark before it, it is shown and leads nowhere.
  return form === undefined || text.startsWith('!') ? undefined : { form, text };
}

export function isCodeRole(role: string): boolean {
  return OF_CODE.test(plainRole(role));
}

export function isModuleRole(role: string): boolean {
  return plainRole(role) === 'mod';
}

/** `Carts <shop.Cart>` is shown as the one and leads to the other. */
export function targetOf(content: string): string {
  return /^.+<([^<>]+)>$/.exec(content)?.[1] ?? content;
}

function plainRole(role: string): string {
  return role.slice(role.lastIndexOf(':') + 1);
}
