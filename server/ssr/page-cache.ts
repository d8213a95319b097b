import { LRUCache } from 'lru-cache'
import type { Page } from './render-page.ts'

const MAX_AGE_MS = 10_000
const MAX_PAGES = 500

/** Rendered pages by URL, shared by all visitors for a few seconds. */
interface PageCache {
  /** Returns the cached page, or renders it; requests that arrive during a rendering share it. */
  get: (url: string) => Promise<Page>
  clear: () => void
}

/** Creates a cache in front of `render`. Failed renderings, 5xx pages and screens that say so are not cached. */
export function createPageCache(render: (url: string) => Promise<Page>): PageCache {
  const pages = new LRUCache<string, Promise<Page>>({ max: MAX_PAGES })

  async function get(url: string): Promise<Page> {
    const cached = await pages.get(url)?.catch(() => null)
    if (cached && Date.now() - cached.renderedAt < MAX_AGE_MS) return cached
    const rendering = render(url)
    pages.set(url, rendering)
    rendering.then(
      (page) => (page.facts.isCached && page.status < 500) || pages.delete(url),
      () => pages.delete(url),
    )
    return rendering
  }

  return { get, clear: () => pages.clear() }
}
