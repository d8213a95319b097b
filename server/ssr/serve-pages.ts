import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import type { Send } from '#contract/client.ts'
import { sitemapRoutes } from '#server/content/sitemap/routes.ts'
import type { Deps } from '#server/platform/deps.ts'
import { sendInProcess } from '#server/platform/http/in-process.ts'
import { IN_PROCESS } from '#server/platform/http/limits.ts'
import { newNonce, pagePolicy } from '#server/platform/http/security.ts'

const BUILD = join(import.meta.dirname, '..', 'build')
/** Stands in kept pages where each answer puts its own nonce (it never repeats). */
const NONCE_MARK = 'nonce-of-this-answer'
/** Answers every read of a page that only says that the shop is away. */
const AWAY: Awaited<ReturnType<Send>> = { status: 503, statusText: 'Service Unavailable', header: () => null, text: '' }
const KEPT_MS = 10_000
const KEPT_PAGES = 500

interface Page {
  status: number
  headers: [string, string][]
  html: string
  madeAt: number
}

/** The screens' own half, built from `app/`; it makes its typed client from the transport that we hand over. */
interface ScreensBuild extends ServerBuild {
  entry: ServerBuild['entry'] & {
    module: { makeContext: (making: { send: Send; nonce: string; publicUrl: string; isAway: boolean }) => RouterContextProvider }
  }
}

/** Serves the built files and renders every other page. @throws Error when `npm run build` has not run. */
export async function servePages(app: FastifyInstance, deps: Deps): Promise<void> {
  const file = join(BUILD, 'server', 'index.js')
  if (!existsSync(file) || !existsSync(join(BUILD, 'client', 'assets'))) throw new Error('The screens are not built. Run: npm run build')
  const build: ScreensBuild = await import(pathToFileURL(file).href)
  const handleError = (error: unknown) => {
    // a call that failed has been logged where it failed
    if (!(error instanceof Error && error.name === 'ApiError')) app.log.error({ err: error }, 'a page could not be rendered')
  }
  const quiet: ServerBuild = { ...build, entry: { ...build.entry, module: { ...build.entry.module, handleError } } }
  const render = createRequestHandler(quiet, 'production')
  const send = sendInProcess(app, { token: null, address: IN_PROCESS }) // pages never know who asks
  const kept = new LRUCache<string, Promise<Page>>({ max: KEPT_PAGES })

  async function renderWith(url: string, sendOne: Send, isAway: boolean): Promise<Page> {
    const { publicUrl } = deps.config
    // joined, not resolved: `//host/path` is a path of ours
    const request = new Request(new URL(publicUrl).origin + url, { headers: { accept: 'text/html' } })
    const answer = await render(request, build.entry.module.makeContext({ send: sendOne, nonce: NONCE_MARK, publicUrl, isAway }))
    return { status: answer.status, headers: [...answer.headers], html: scriptsLast(await answer.text()), madeAt: Date.now() }
  }

  /** Renders a page. One whose data cannot be read is 503 as a whole: half a shop, or "not found", would be taken for the truth. */
  async function make(url: string): Promise<Page> {
    let isAway = false
    const noting: Send = async (request) => {
      const answer = await send(request)
      isAway ||= answer.status >= 500
      return answer
    }
    const page = await renderWith(url, noting, false)
    if (!isAway) return page
    const away = await renderWith(url, async () => AWAY, true)
    return { ...away, status: 503, headers: [...away.headers, ['retry-after', '10']] }
  }

  /** A page is the same for every visitor, so that visitors within a few seconds share one rendering. */
  async function pageOf(url: string): Promise<Page> {
    const known = await kept.get(url)?.catch(() => null)
    if (known && Date.now() - known.madeAt < KEPT_MS) return known
    const making = make(url)
    kept.set(url, making)
    making.then(
      (page) => page.status < 500 || kept.delete(url),
      () => kept.delete(url),
    )
    return making
  }

  // before the answer leaves: whoever made the change sees it in the next page
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' && reply.statusCode < 300 && changesPages(request.url)) kept.clear()
    return payload
  })

  await app.register(fastifyStatic, {
    root: join(BUILD, 'client', 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    cacheControl: true,
  })
  await app.register(fastifyStatic, {
    root: join(BUILD, 'client'),
    prefix: '/',
    preCompressed: true,
    wildcard: false,
    globIgnore: ['assets/**'],
    maxAge: '1h',
    index: false,
    decorateReply: false,
  })

  sitemapRoutes(app, deps, publicScreens(build.routes))

  app.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    if (/^\/(api|drawings|assets)([/?]|$)/.test(request.url)) return reply.callNotFound()
    const plain = withoutSlash(request.url)
    if (plain !== null) return reply.redirect(plain, 301)
    const page = await pageOf(request.url)
    const nonce = newNonce()
    for (const [name, value] of page.headers) reply.header(name, value)
    // Each answer has a nonce of its own, so that no cache between us and the visitor may keep it; we keep the page ourselves.
    reply.header('cache-control', isPrivate(request.url) ? 'private, no-store' : 'private, no-cache')
    reply.header('content-security-policy', pagePolicy(nonce))
    if (isPrivate(request.url)) reply.header('x-robots-tag', 'noindex')
    return reply.status(page.status).send(page.html.replaceAll(NONCE_MARK, nonce))
  })
}

/** Writes that a visitor may see on a public page: stock, products, content. */
function changesPages(url: string): boolean {
  return (
    !url.startsWith('/api/admin/blog/preview') &&
    /^\/api\/(orders|admin|import|products|business|blog|create-payment-intent|webhooks)/.test(url)
  )
}

function isPrivate(url: string): boolean {
  return /^\/(admin|super-admin|color-palette|business(?!\/register)|account|checkout|order-confirmation|reset-password|newsletter)(\/|\?|$)/.test(
    url,
  )
}

/** React writes the preloads of scripts before the styles. Nothing is seen without styles and all is seen without scripts, so those go to the end. */
function scriptsLast(html: string): string {
  const preloads: string[] = []
  const rest = html.replace(/<link rel="modulepreload"[^>]*>/g, (link) => {
    preloads.push(link.replace('<link ', '<link fetchpriority="low" '))
    return ''
  })
  return rest.replace('</body>', () => `${preloads.join('')}</body>`)
}

/** Screens that the sitemap leaves out: those of one visitor, the search, and the second address of the materials. */
const UNLISTED = /^\/(packaging|cart|search|login|register|(forgot|reset|new)-password|(verify|undo)-email|newsletter)(\/|$)/

/** The paths of the public screens that need nothing filled in, as `app/routes.ts` has them. */
function publicScreens(routes: ServerBuild['routes']): string[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    if (!route) return ''
    const parent = pathOf(route.parentId)
    return route.path ? `${parent}/${route.path}` : parent
  }
  const isScreen = (id: string) => routes[id]?.index === true || routes[id]?.path !== undefined
  const paths = Object.keys(routes)
    .filter(isScreen)
    .map((id) => pathOf(id) || '/')
  return [...new Set(paths)].filter((path) => !/[:*]/.test(path) && !isPrivate(path) && !UNLISTED.test(path))
}

/** The same address without slashes at its end, within this shop (`//host` is a path of ours); null when it has none. */
function withoutSlash(url: string): string | null {
  const [path = '', ...query] = url.split('?')
  if (path.length < 2 || !path.endsWith('/')) return null
  return [`/${path.replace(/^[/\\]+|\/+$/g, '')}`, ...query].join('?')
}
