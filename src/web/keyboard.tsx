import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'search'],
  ['↓ ↑', 'next and previous link of the list'],
  ['Enter', 'open the link'],
  ['Esc', 'leave the search field, close this help'],
  ['?', 'this help'],
];

/** Reacts to the keys of the whole page. */
export function useKeyboard({ onHelp }: { readonly onHelp: () => void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape' && isTyping) (event.target as HTMLElement).blur();
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event);
      if (isTyping) return;
      if (event.key === '/') {
        event.preventDefault();
        focusSearch();
      }
      if (event.key === '?') onHelp();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onHelp]);
}

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('#query');
  if (field !== null) {
    field.select();
    return;
  }
  location.hash = location.hash.replace(/^#\/\w*(\/[^/?]*)?.*$/, '#/search$1');
  // The view exists after the next frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelector<HTMLInputElement>('#query')?.focus()),
  );
}

/** Moves the focus to the next or previous result, from the search field to the first. */
function moveFocus(event: KeyboardEvent): void {
  const links = [...document.querySelectorAll<HTMLElement>('a.hit, .edges a, .docs nav a')];
  const index = links.indexOf(document.activeElement as HTMLElement);
  const isFromField = document.activeElement?.id === 'query';
  if (index === -1 && !isFromField) return;
  event.preventDefault();
  const next = event.key === 'ArrowDown' ? index + 1 : index - 1;
  (links[next] ?? document.querySelector<HTMLElement>('#query'))?.focus();
}

export function Help({ onClose }: { readonly onClose: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-label="Keys" onClose={onClose}>
      <h2>Keys</h2>
      <dl>
        {KEYS.map(([key, effect]) => (
          <div class="keys" key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
