import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import type { RouteHandle } from '#contract/route-handle.ts'
import type { CrawlPaths } from '#server/content/sitemap/routes.ts'

type Routes = ServerBuild['routes']

/** Beginnings of what the server and its files answer themselves: what is unknown below them is no page. */
const NO_PAGES = /^\/(api|drawings|assets)([/?]|$)/

/** Says whether the catch-all renders a page for a URL that no other route has. */
export const isPagePath = (url: string): boolean => !NO_PAGES.test(url)

/** Names in the query that public screens read; others make no page of their own. A test compares them with the screens. */
export const PAGE_PARAMETERS: ReadonlySet<string> = new Set(
  `businessId businessType category country currency exact fits from group inStock kind maxPrice minPrice p page q search sort tag view
  calculation product units topic budget make perDay place power machine show spec
  currentMaterialCost energyTariff laborCost monthlyVolume operatingDays shippingCost wastePercentage`.split(/\s+/),
)

type ScreenFacts = Required<RouteHandle>

const USUAL: ScreenFacts = { isPrivate: false, isListed: true, isCached: true, changesWith: [] }

/** Merges the handles of a screen and its layouts, the outermost first. */
const factsOf = (handles: readonly unknown[]): ScreenFacts => Object.assign({}, USUAL, ...handles)

/** Nests the routes below a parent. */
export function treeOf(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map((route): RouteObject => {
      const { id, path, index, module } = route
      const own = { id, handle: module.handle, ...(path !== undefined && { path }) }
      return index ? { ...own, index } : { ...own, children: treeOf(routes, id) }
    })
}

/** Returns the function that knows the facts of the screen at a URL (path and query), and the template of its path. */
export function createScreenFacts(routes: Routes): (url: string) => { facts: ScreenFacts; template: string } {
  const partOf = createParts(routes)
  const treeOfPart = perKey((part: Routes) => treeOf(part))
  return (url) => {
    const matched = (matchRoutes(treeOfPart(partOf(url)), url.split('?')[0] ?? '') ?? []).map(({ route }) => route)
    return { facts: factsOf(matched.map(({ handle }) => handle)), template: `/${matched.flatMap(({ path }) => path || []).join('/')}` }
  }
}

interface Screen {
  path: string
  /** Its route and those around it, the outermost first. */
  chain: NonNullable<Routes[string]>[]
}

function listScreens(routes: Routes): Screen[] {
  const chainOf = (id: string | undefined): Screen['chain'] => {
    const route = id === undefined ? undefined : routes[id]
    return route ? [...chainOf(route.parentId), route] : []
  }
  return Object.keys(routes)
    .filter((id) => routes[id]?.index === true || routes[id]?.path)
    .map((id) => {
      const chain = chainOf(id)
      return { path: `/${chain.flatMap((route) => route.path || []).join('/')}`, chain }
    })
}

/**
 * Returns the function that returns the routes to match a URL (path and query) with: those of its first segment, of the home page and of
 * every segment. A rendering matches the URL and all above it, each time with every route that it has.
 */
export function createParts(routes: Routes): (url: string) => Routes {
  const bySegment = Map.groupBy(listScreens(routes), ({ path }) => path.split('/')[1] ?? '')
  const usual = [...bySegment].flatMap(([segment, screens]) => (/^$|^[:*]/.test(segment) ? screens : []))
  const routesOf = (screens: readonly Screen[]): Routes => {
    const ids = new Set(screens.flatMap(({ chain }) => chain.map(({ id }) => id)))
    return Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)))
  }
  const parts = new Map([...bySegment].map(([segment, screens]) => [segment, routesOf([...usual, ...screens])]))
  const others = routesOf(usual)
  return (url) => {
    const [, segment = ''] = /^\/([^/?]*)/.exec(url) ?? []
    const isPlain = /^[a-z-]*$/.test(segment) // neither `%61dmin`, nor `products.data`, nor `__manifest`
    return isPlain ? (parts.get(segment) ?? others) : routes
  }
}

/** Returns a function that makes what belongs to an object once. */
export function perKey<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new WeakMap<Key, Made>()
  return (key) => {
    const made = known.get(key) ?? make(key)
    known.set(key, made)
    return made
  }
}

/** Returns what crawlers may read, as `app/routes.ts` and the handles of the route modules have it. */
export function crawlPaths(routes: Routes): CrawlPaths {
  const screens = listScreens(routes).map(({ path, chain }) => ({ path, facts: factsOf(chain.map(({ module }) => module.handle)) }))
  const hidden = new Set(screens.filter(({ facts }) => facts.isPrivate).map(({ path }) => path))
  const shown = screens.filter(({ path }) => !hidden.has(path))
  /** `/account` closes that screen and all below; `/business/` only what is below. */
  const beginningOf = (path: string) => {
    const first = `/${path.split('/')[1]}`
    return hidden.has(first) ? first : `${first}/`
  }
  const closed = [...new Set([...hidden].map(beginningOf))]
  return {
    listed: shown
      .filter(({ path, facts }) => facts.isListed && !/[:*]/.test(path))
      .map(({ path, facts: { changesWith } }) => ({ path, changesWith })),
    closed,
    open: shown.map(({ path }) => path).filter((path) => closed.some((beginning) => path.startsWith(beginning))),
  }
}
