import { LRUCache } from 'lru-cache'
import type { Page } from './render-page.ts'

const MAX_AGE_MS = 10_000
const MAX_PAGES = 500

/** A rendering, and the state of the public data before it began. */
interface Cached {
  rendering: Promise<Page>
  state: number
}

/**
 * Returns `render` with its pages cached by URL, shared by all visitors for a few seconds, until the public data change; requests that arrive during a
 * rendering share it. Failed renderings, 5xx pages and screens that say so are not cached, nor is anything while the state is unknown.
 */
export function cachePages(
  render: (url: string) => Promise<Page>,
  revisions: { readonly state: number | null },
): (url: string) => Promise<Page> {
  const pages = new LRUCache<string, Cached>({ max: MAX_PAGES })

  return async (url) => {
    const cached = pages.get(url)
    const page = cached && cached.state === revisions.state ? await cached.rendering.catch(() => null) : null
    if (page && Date.now() - page.renderedAt < MAX_AGE_MS) return page
    const { state } = revisions
    const rendering = render(url)
    if (state === null) return rendering
    const entry = { rendering, state }
    pages.set(url, entry)
    const drop = () => {
      if (pages.peek(url) === entry) pages.delete(url)
    }
    rendering.then((made) => {
      if (!made.facts.isCached || made.status >= 500) drop()
    }, drop)
    return rendering
  }
}
