import { type IncomingMessage, type Server, type ServerResponse, request as send } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Send } from '#contract/client.ts'
import type { createRenderer, ScreensBuild } from './render-page.ts'
import { isPagePath } from './screens.ts'

/*
 * `npm run dev` is two processes: Vite and the screens stay, the shop behind them restarts. Pages are not cached and have no content
 * policy.
 */

/** Module of the React Router plugin with the server build of `app/`. */
const SERVER_BUILD = 'virtual:react-router/server-build'
const RENDERER = '/server/ssr/render-page.ts'
/** Header of a response in whose place the screens render a page. */
const PAGE = 'x-page'
/** A read that the shop did not finish, because it stopped, is sent to the next one. */
const TRIES = 5
const RETRY_MS = 100
/** Address of the calls of pages, which no rate limit counts (`IN_PROCESS`); the shop trusts its proxy, the screens. */
const ADDRESS = { 'x-forwarded-for': 'in-process' }

/** Marks the addresses of pages; everything else is answered as ever. */
export function markPages(app: FastifyInstance): void {
  app.get('/*', async ({ url }, reply) => (isPagePath(url) ? reply.header(PAGE, '1').send() : reply.callNotFound()))
}

/** Screens in front of the shop. */
interface DevPages {
  /** Reloads the open pages. */
  reload: () => void
}

/** The shop behind the screens. */
interface Behind {
  /** Resolves with the port of the running shop; while it starts, with that of the one that comes. Rejects when it has ended by itself. */
  port: () => Promise<number>
  publicUrl: string
}

/** Serves the screens from their sources through Vite, where a change shows in the open page, and asks the shop for everything else. */
export async function serveDevPages(server: Server, { port, publicUrl }: Behind): Promise<DevPages> {
  type Answer = (request: IncomingMessage, response: ServerResponse) => void
  const opened = Promise.withResolvers<Answer>()
  server.on('request', (request, response) => void opened.promise.then((answer) => answer(request, response))) // from the first one on
  const { createServer } = await import('vite')
  const ownListeners = process.listeners('SIGTERM')
  const vite = await createServer({
    appType: 'custom',
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server }, watch: { ignored: ['**/.cache/**', '**/.data/**', '**/build/**'] } },
    clearScreen: false,
  })
  // one of Vite's helpers ends the process at this signal, before the shop has closed its database
  for (const listener of process.listeners('SIGTERM')) if (!ownListeners.includes(listener)) process.off('SIGTERM', listener)

  const call: Send = async ({ method, url, headers, body }) => {
    const answer = await fetch(`http://127.0.0.1:${await port()}${url}`, {
      method,
      headers: { ...headers, ...ADDRESS },
      redirect: 'manual',
      ...(body !== undefined && { body }),
    })
    return { status: answer.status, statusText: answer.statusText, header: (name) => answer.headers.get(name), text: await answer.text() }
  }
  const logError = (error: unknown) => vite.config.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
  let current: { build: ScreensBuild; render: ReturnType<typeof createRenderer> } | null = null
  /** Returns the renderer of the screens as the sources are now: the module stays the same until one of them changes. */
  async function currentRenderer() {
    const build = (await vite.ssrLoadModule(SERVER_BUILD)) as ScreensBuild // the module of that name
    if (current?.build !== build) {
      const { createRenderer: create } = (await vite.ssrLoadModule(RENDERER)) as { createRenderer: typeof createRenderer }
      current = { build, render: create(build, { send: call, publicUrl, mode: 'development', onError: logError }) }
    }
    return current.render
  }

  async function renderPage(answer: IncomingMessage, url: string, response: ServerResponse): Promise<void> {
    answer.resume()
    const page = await (await currentRenderer())(url, 'a page')
    const { [PAGE]: _mark, 'content-length': _length, ...headers } = answer.headers
    response.writeHead(page.status, { ...headers, ...Object.fromEntries(page.headers) }).end(page.html)
  }

  async function forward(request: IncomingMessage, response: ServerResponse, tries = TRIES): Promise<void> {
    const { method, url = '/', headers } = request
    const fail = (error: unknown) => {
      if (error instanceof Error) vite.ssrFixStacktrace(error)
      logError(error)
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' })
      response.end(String(error))
    }
    const to = await port().catch(fail)
    if (to === undefined) return
    const onward = send({ host: '127.0.0.1', port: to, method, path: url, headers }, (answer) => {
      delete answer.headers['content-security-policy']
      if (answer.headers[PAGE]) return void renderPage(answer, url, response).catch(fail)
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', (error) => {
      if (request.method !== 'GET' || response.headersSent || tries === 0) return fail(error)
      setTimeout(() => void forward(request, response, tries - 1), RETRY_MS) // the shop has stopped: the next one answers
    })
    request.pipe(onward)
  }

  opened.resolve((request, response) => vite.middlewares(request, response, () => void forward(request, response)))
  void vite.ssrLoadModule(SERVER_BUILD).catch(() => undefined) // the first page needs all screens, and reports a mistake in them
  return { reload: () => vite.ws.send({ type: 'full-reload' }) }
}
