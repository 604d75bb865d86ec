import type { ComponentChildren, VNode } from 'preact';
import { tokensOf } from './highlight.ts';

/** A name on one line that leads somewhere. */
export interface NameLink {
  readonly line: number;
  readonly name: string;
  readonly href: string;
  readonly title: string;
}

/** Source with line numbers; linked names are links. */
export function Source({
  text,
  startLine,
  language,
  links = [],
  label,
}: {
  readonly text: string;
  readonly startLine: number;
  readonly language: string;
  readonly links?: readonly NameLink[];
  readonly label: string;
}): VNode {
  const byPlace = new Map(links.map((link) => [`${link.line}\n${link.name}`, link]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable.
    <section class="source" tabIndex={0} aria-label={label}>
      <pre>
        {text.split('\n').map((line, index) => {
          const number = startLine + index;
          return (
            <code class="line" key={number} data-line={number}>
              {tokensOf(line, language).map((token) => {
                const link =
                  token.type === 'name' ? byPlace.get(`${number}\n${token.text}`) : undefined;
                if (link !== undefined) {
                  return (
                    <a href={link.href} title={link.title}>
                      {token.text}
                    </a>
                  );
                }
                return token.type === 'other' || token.type === 'name' ? (
                  token.text
                ) : (
                  <span class={`t-${token.type}`}>{token.text}</span>
                );
              })}
              {'\n'}
            </code>
          );
        })}
      </pre>
    </section>
  );
}

export function Problem({ error }: { readonly error: Error & { readonly hint?: string } }): VNode {
  return (
    <div class="problem" role="alert">
      <strong>{error.message}</strong>
      {error.hint ? <p>{error.hint}</p> : null}
    </div>
  );
}

export function Empty({ children }: { readonly children: ComponentChildren }): VNode {
  return <p class="empty">{children}</p>;
}
