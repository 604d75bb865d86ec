/** A file of the web page, as it is sent. */
export interface PageAsset {
  readonly bytes: Uint8Array;
  readonly type: string;
}

/** The page runs its own scripts only, whatever names and texts of a project it shows. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns a file of the page; addresses within the page give the page itself. */
export function pageResponse(
  page: ReadonlyMap<string, PageAsset>,
  path: string,
): Response | undefined {
  const asset = page.get(path === '/' ? '/index.html' : path);
  if (asset === undefined) return undefined;
  return new Response(asset.bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': asset.type,
      'content-security-policy': POLICY,
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}
