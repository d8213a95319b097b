const NOWHERE = 'http://shop.invalid'
const ENTRANCES = ['/login', '/register', '/forgot-password', '/reset-password', '/verify-email', '/undo-email', '/new-password']

/**
 * Returns the path to open after sign-in: `from` when it is a path of this shop, else the home page (S143).
 * Other origins, however written, and the pages for signing in themselves are no such path.
 */
export function internalPath(from: string | null): string {
  if (from === null || !/^\/(?![/\\])[^\u0000-\u001f\u007f]*$/.test(from)) return '/'
  const url = URL.parse(from, NOWHERE)
  if (url?.origin !== NOWHERE || ENTRANCES.includes(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}
