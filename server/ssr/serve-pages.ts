import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Send } from '#contract/client.ts'
import { sitemapRoutes } from '#server/content/sitemap/routes.ts'
import { keepAnswers } from '#server/platform/answers/keep-answers.ts'
import type { Deps } from '#server/platform/deps.ts'
import { sendInProcess } from '#server/platform/http/in-process.ts'
import { IN_PROCESS } from '#server/platform/http/limits.ts'
import { makeKeyOf } from '#server/platform/http/query-names.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { FOR_EVERYBODY, hasVersion, versionOf } from '#server/platform/http/route.ts'
import { isTooLong } from '#server/platform/http/target.ts'
import { BUILD, createRenderer, loadScreens } from './render-page.ts'
import { crawlPaths, createScreenFacts, isPagePath, PAGE_PARAMETERS } from './screens.ts'

/** Number of paths whose routes a browser may ask for at once: the links of a page. */
const MAX_NAMED = 500

/** Serves the built files and renders every other page. @throws Error when `npm run build` has not run. */
export async function servePages(app: FastifyInstance, deps: Deps): Promise<void> {
  const build = await loadScreens()
  await app.register(serveFiles)
  const answers = keepAnswers(app, deps)
  const render = createRenderer(build, {
    send: readyFirst(answers, sendInProcess(app, { token: null, address: IN_PROCESS })),
    publicUrl: deps.config.publicUrl,
    onError: (error) => app.log.error({ err: error }, 'page could not be rendered'),
  })
  const factsOf = createScreenFacts(build.routes)
  // what a page does not depend on is in no page that others get
  const keyOf = makeKeyOf(() => PAGE_PARAMETERS)
  sitemapRoutes(app, deps, crawlPaths(build.routes))

  // the routes of the links in sight, which the browser names
  app.get('/__manifest', async (request, reply) => {
    const paths = new URL(request.url, deps.config.publicUrl).searchParams.get('paths')?.split(',') ?? []
    if (paths.length > MAX_NAMED) return refuse('bad_parameter', { detail: 'Too many paths at once.' })
    if (paths.some(isTooLong)) return refuse('bad_parameter', { detail: 'A path is too long.' })
    const { html, status, headers } = await render(request.url, '/__manifest')
    for (const [name, value] of headers) reply.header(name, value)
    return reply.status(status).send(html)
  })
  app.get('/*', { config: { keeps: () => PAGE_PARAMETERS } }, async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isPagePath(request.url)) return reply.callNotFound()
    const { facts, template } = factsOf(request.url)
    const canonical = withoutTrailingSlash(request.url) ?? (facts.isPrivate ? null : inSmallLetters(request.url))
    if (canonical !== null) return reply.redirect(canonical, 301)
    const isShared = !facts.isPrivate && facts.isCached && request.headers.authorization === undefined
    const shared = isShared ? await render(keyOf(request.url), template) : null
    // where a page leads elsewhere, all of the query goes with it
    const isRedirect = shared && shared.status >= 300 && shared.status < 400
    const { html, policy, status, headers, shows } = shared && !isRedirect ? shared : await render(request.url, template)
    request.screen = template
    for (const [name, value] of headers) reply.header(name, value)
    reply.header('content-security-policy', policy).status(status)
    if (facts.isPrivate) reply.header('x-robots-tag', 'noindex')
    if (!isShared) return reply.header('cache-control', 'private, no-store').send(html)
    if (status !== 200) return reply.header('cache-control', 'private, no-cache').send(html)
    const body = Buffer.from(html)
    const tag = versionOf(body)
    reply.headers(FOR_EVERYBODY).header('etag', tag)
    if (shows) reply.header('surrogate-key', shows)
    const isUnchanged = !request.making && hasVersion(request.headers['if-none-match'], tag) // what is kept is made whole
    return isUnchanged ? reply.status(304).send() : reply.send(body)
  })
}

/** Answers the calls of pages with what is ready, and sends the others. */
const readyFirst =
  (answers: ReturnType<typeof keepAnswers>, send: Send): Send =>
  async (request) => {
    const ready = request.method === 'GET' ? answers.find(request.url) : null
    if (!ready) return send(request)
    const { headers, body } = await answers.variantOf(ready, {})
    const header = (name: string) => headers.find((_, at) => at % 2 === 1 && headers[at - 1] === name) ?? null
    return { status: 200, statusText: 'OK', header, text: String(body) }
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

/** Returns a path with one slash at its start, so that it stays in this shop: a browser reads `//host` and `/\host` as another host. */
const withinShop = (path: string) => path.replace(/^[/\\]*/, '/')

/** Returns the URL with its path in small letters, as every public page has it; null when it is. */
function inSmallLetters(url: string): string | null {
  const [path = '', ...query] = url.split('?')
  const small = path.replace(/(%[\da-f]{2})|[A-Z]/gi, (letter, escaped?: string) => escaped ?? letter.toLowerCase())
  return small === path ? null : [withinShop(small), ...query].join('?')
}

/** Returns the URL without slashes at its end; null when it has none. */
function withoutTrailingSlash(url: string): string | null {
  const [path = '', ...query] = url.split('?')
  if (path.length < 2 || !path.endsWith('/')) return null
  return [withinShop(path.replace(/\/+$/, '')), ...query].join('?')
}
