import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sitemapRoutes } from '#server/content/sitemap/routes.ts'
import type { Deps } from '#server/platform/deps.ts'
import { sendInProcess } from '#server/platform/http/in-process.ts'
import { IN_PROCESS } from '#server/platform/http/limits.ts'
import { withNonce } from './nonce.ts'
import { cachePages } from './page-cache.ts'
import { BUILD, createRenderer, loadScreens } from './render-page.ts'
import { crawlPaths, isPagePath } from './screens.ts'

/** Serves the built files and renders every other page. @throws Error when `npm run build` has not run. */
export async function servePages(app: FastifyInstance, deps: Deps): Promise<void> {
  const build = await loadScreens()
  const render = createRenderer(build, {
    send: sendInProcess(app, { token: null, address: IN_PROCESS }),
    publicUrl: deps.config.publicUrl,
    onError: (error) => app.log.error({ err: error }, 'page could not be rendered'),
  })
  const { revisions } = deps.database
  const readPage = cachePages(render, revisions)

  // before the response leaves: the author of the change sees it on the next page
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 300 && request.routeOptions.config.endpoint?.invalidates) revisions.noteChange()
    return payload
  })

  await app.register(serveFiles)
  sitemapRoutes(app, deps, crawlPaths(build.routes))

  app.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isPagePath(request.url)) return reply.callNotFound()
    const canonical = withoutTrailingSlash(request.url)
    if (canonical !== null) return reply.redirect(canonical, 301)
    const askedAt = Date.now()
    const page = await readPage(request.url)
    request.screen = page.template
    request.isFromMemory = page.renderedAt < askedAt
    const { html, policy } = withNonce(page.html)
    for (const [name, value] of page.headers) reply.header(name, value)
    // every response has a nonce of its own, so only this server may cache the page
    reply.header('cache-control', page.facts.isPrivate ? 'private, no-store' : 'private, no-cache')
    reply.header('content-security-policy', policy)
    if (page.facts.isPrivate) reply.header('x-robots-tag', 'noindex')
    return reply.status(page.status).send(html)
  })
}

async function serveFiles(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isUncounted: () => true, isUnlogged: true }
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
}

/** Returns the URL without slashes at its end, within this shop (`//host` is one of its paths); null when it has none. */
function withoutTrailingSlash(url: string): string | null {
  const [path = '', ...query] = url.split('?')
  if (path.length < 2 || !path.endsWith('/')) return null
  return [`/${path.replace(/^[/\\]+|\/+$/g, '')}`, ...query].join('?')
}
