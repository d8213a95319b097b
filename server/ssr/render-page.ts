import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import type { Send } from '#contract/client.ts'
import { sealPage } from '#server/platform/http/security.ts'
import { inStep } from '#server/platform/traces.ts'
import { createParts, perKey } from './screens.ts'

/** The outcome of `npm run build`. */
export const BUILD = join(import.meta.dirname, '..', '..', 'build')
/** Response to every read of the page that says that the shop is unavailable. */
const UNAVAILABLE: Awaited<ReturnType<Send>> = { status: 503, statusText: 'Service Unavailable', header: () => null, text: '' }

/** A rendered page. */
interface Page {
  status: number
  headers: [string, string][]
  html: string
  /** Content security policy that allows its own scripts. */
  policy: string
  /** Kinds of data that it shows; null where one of its reads says nothing about that. */
  shows: string | null
}

/** The server build of `app/`; it makes its typed client from the transport that it is given. */
export interface ScreensBuild extends ServerBuild {
  entry: ServerBuild['entry'] & {
    module: {
      inRendering: (
        rendering: { send: Send; publicUrl: string; isAway: boolean; nonce: string },
        url: URL,
        make: (context: RouterContextProvider) => Promise<Response>,
      ) => Promise<{ response: Response; text: string }>
    }
  }
}

/** Loads the build of the screens. @throws Error when `npm run build` has not run. */
export async function loadScreens(): Promise<ScreensBuild> {
  const file = join(BUILD, 'server', 'index.js')
  if (!existsSync(file) || !existsSync(join(BUILD, 'client', 'assets'))) throw new Error('The screens are not built. Run: npm run build')
  return import(/* @vite-ignore */ pathToFileURL(file).href) // `npm run dev` reads this file, not the build
}

/** Options of a renderer: its way to the shop. */
interface Rendering {
  /** Sends the calls of the pages, as a visitor. */
  send: Send
  publicUrl: string
  /** Receives why a page could not be rendered; a failed call was logged by the call itself. */
  onError: (error: unknown) => void
  mode?: 'production' | 'development'
}

/**
 * Creates the function that renders the page of a URL (path and query), as a visitor who is not signed in sees it. Traces name the template
 * of its path.
 * A page whose data cannot be read is a 503 as a whole: half a page, or "not found", would be taken for the truth.
 */
export function createRenderer(
  build: ScreensBuild,
  { send, publicUrl, onError, mode = 'production' }: Rendering,
): (url: string, template: string) => Promise<Page> {
  const handleError = (error: unknown) => {
    if (!(error instanceof Error && error.name === 'ApiError')) onError(error)
  }
  const entry = { ...build.entry, module: { ...build.entry.module, handleError } }
  const partOf = createParts(build.routes)
  const handlerOf = perKey((routes: ServerBuild['routes']) => {
    const manifest = Object.fromEntries(Object.keys(routes).map((id) => [id, build.assets.routes[id]]))
    return createRequestHandler({ ...build, entry, routes, assets: { ...build.assets, routes: manifest } }, mode)
  })
  const nonce = randomBytes(16).toString('base64url')

  async function renderWith(url: string, transport: Send, isAway: boolean): Promise<Omit<Page, 'shows'>> {
    // concatenated, not resolved: `//host/path` is a path of this shop
    const request = new Request(new URL(publicUrl).origin + url, { headers: { accept: 'text/html' } })
    const rendering = { send: transport, publicUrl, isAway, nonce }
    const handle = handlerOf(partOf(url))
    const { response, text } = await build.entry.module.inRendering(rendering, new URL(request.url), (context) => handle(request, context))
    return { status: response.status, headers: [...response.headers], ...sealPage(text, nonce) }
  }

  async function render(url: string): Promise<Page> {
    let isUnavailable = false
    const shown = new Set<string | null>()
    const watchedSend: Send = async (request) => {
      const response = await send(request)
      isUnavailable ||= response.status >= 500
      for (const kind of response.header('surrogate-key')?.split(' ') ?? [null]) shown.add(kind)
      return response
    }
    const page = await renderWith(url, watchedSend, false)
    if (!isUnavailable) return { ...page, shows: shown.has(null) ? null : [...shown].join(' ') }
    const unavailable = await renderWith(url, async () => UNAVAILABLE, true)
    return { ...unavailable, shows: null, status: 503, headers: [...unavailable.headers, ['retry-after', '10']] }
  }

  return (url, template) => inStep({ kind: 'render', name: `render ${template}` }, () => render(url))
}
