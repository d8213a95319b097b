import type { Page } from './render-page.ts'

const MAX_AGE_MS = 10_000
const MAX_PAGES = 500

/** Rendered pages by URL, shared by all visitors for a few seconds. */
export interface PageCache {
  /** Returns the cached page, or renders it; requests that arrive during a rendering share it. */
  get: (url: string) => Promise<Page>
  clear: () => void
}

/** Creates a cache in front of `render`. Failed renderings and 5xx pages are not cached. */
export function createPageCache(render: (url: string) => Promise<Page>): PageCache {
  const pages = new Map<string, Promise<Page>>()

  async function get(url: string): Promise<Page> {
    const cached = await pages.get(url)?.catch(() => null)
    if (cached && Date.now() - cached.renderedAt < MAX_AGE_MS) return cached
    const rendering = render(url)
    pages.delete(url)
    pages.set(url, rendering)
    if (pages.size > MAX_PAGES) evictOldest(pages)
    rendering.then(
      (page) => page.status < 500 || pages.delete(url),
      () => pages.delete(url),
    )
    return rendering
  }

  return { get, clear: () => pages.clear() }
}

function evictOldest(pages: Map<string, Promise<Page>>): void {
  const [oldest] = pages.keys()
  if (oldest !== undefined) pages.delete(oldest)
}

/** True for writes that change what public pages show: stock, products, content. */
export function changesPages(url: string): boolean {
  return (
    !url.startsWith('/api/admin/blog/preview') &&
    /^\/api\/(orders|admin|import|products|business|blog|create-payment-intent|webhooks)/.test(url)
  )
}
