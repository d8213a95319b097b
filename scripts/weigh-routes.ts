import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/* Weighs what a first visit to each route loads, read from the build: its files are named in the manifest that the browser gets. */

const CLIENT = join(import.meta.dirname, '..', 'build', 'client')
const MANIFEST = /^window\.__reactRouterManifest=(.*?);?$/s
const BOOT = '/boot.js'

interface Asset {
  module: string
  imports?: string[]
  css?: string[]
}

interface RouteAsset extends Asset {
  id: string
  parentId?: string
}

interface Manifest {
  entry: Asset
  routes: Record<string, RouteAsset>
}

/** Scripts and style sheets of a first visit: bytes as they are sent (brotli), and the number of scripts. */
export interface RouteWeight {
  route: string
  script: number
  styles: number
  files: number
}

/** The one file of the build that a pattern means, as its URL. @throws Error when there is none, or another one. */
function findOne(pattern: string): string {
  const [name, other] = globSync(pattern, { cwd: CLIENT })
  if (!name || other) throw new Error(`One file of the build should be ${pattern}. Run: npm run build`)
  return `/${name.replaceAll('\\', '/')}`
}

/** Bytes on the wire: a file too small to be compressed is sent as it is. */
function weigh(url: string): number {
  const file = join(CLIENT, url)
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

const sum = (urls: ReadonlySet<string>): number => [...urls].reduce((bytes, url) => bytes + weigh(url), 0)

/** Weighs every route that shows a page; layouts count with the pages in them. */
export function weighRoutes(): RouteWeight[] {
  const manifestUrl = findOne('assets/manifest-*.js')
  const [, json = ''] = MANIFEST.exec(readFileSync(join(CLIENT, manifestUrl), 'utf8')) ?? []
  const { entry, routes } = JSON.parse(json) as Manifest // as React Router writes it
  const sheet = findOne('assets/app-*.css')
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId))

  /** The route and the layouts that it stands in. */
  const chainOf = (route: RouteAsset | undefined): RouteAsset[] =>
    route ? [...chainOf(route.parentId ? routes[route.parentId] : undefined), route] : []

  return Object.values(routes)
    .filter(({ id }) => !parents.has(id))
    .map((route) => {
      const assets = [entry, ...chainOf(route)]
      const scripts = new Set([BOOT, ...assets.flatMap(({ module, imports = [] }) => [module, ...imports])])
      // a sheet that a style of the route imports ends with an empty fragment
      const sheets = new Set([sheet, ...assets.flatMap(({ css = [] }) => css.map((url) => url.replace(/#$/, '')))])
      return { route: route.id, script: sum(scripts), styles: sum(sheets), files: scripts.size }
    })
}
