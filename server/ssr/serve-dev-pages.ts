import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/platform/deps.ts'
import { createRenderer, type ScreensBuild } from './render-page.ts'
import { isPagePath } from './screens.ts'

/** Module of the React Router plugin with the server build of `app/`. */
const SERVER_BUILD = 'virtual:react-router/server-build'

/** Serves the screens from their sources through Vite, for `npm run dev`: a change shows in the open page. Pages are not cached and have no content policy. */
export async function serveDevPages(app: FastifyInstance, { config }: Deps): Promise<void> {
  const { createServer } = await import('vite')
  const ownListeners = process.listeners('SIGTERM')
  const vite = await createServer({
    appType: 'custom',
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server: app.server }, watch: { ignored: ['**/.cache/**', '**/.data/**', '**/build/**'] } },
    clearScreen: false,
  })
  // one of Vite's helpers ends the process at this signal, before the database is closed
  for (const listener of process.listeners('SIGTERM')) if (!ownListeners.includes(listener)) process.off('SIGTERM', listener)
  // read while the visitor turns to the browser: the first page needs all screens
  app.addHook('onListen', () => void vite.ssrLoadModule(SERVER_BUILD).catch(() => undefined)) // the page itself reports a mistake in them
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done))
  app.addHook('onSend', async (_request, reply) => void reply.removeHeader('content-security-policy'))

  let current: { build: ScreensBuild; render: ReturnType<typeof createRenderer> } | null = null
  /** Returns the renderer of the build as the sources are now: the module stays the same until one of them changes. */
  async function currentRenderer() {
    const build = (await vite.ssrLoadModule(SERVER_BUILD)) as ScreensBuild // the module of that name
    if (current?.build !== build) current = { build, render: createRenderer(app, build, config.publicUrl, 'development') }
    return current.render
  }

  app.get('/*', async (request, reply) => {
    if (!isPagePath(request.url)) return reply.callNotFound()
    const page = await (await currentRenderer())(request.url)
    for (const [name, value] of page.headers) reply.header(name, value)
    return reply.status(page.status).send(page.html)
  })
}
