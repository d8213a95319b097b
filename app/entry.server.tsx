import { AsyncLocalStorage } from 'node:async_hooks'
import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import { createApi, type Send } from '#contract/client.ts'
import type { Contract } from '#contract/index.ts'
import { usualCurrency } from '#domain/market.ts'
import { CURRENCIES } from '#domain/money.ts'
import { orNull } from './lib/api.ts'
import { calls } from './lib/calls.ts'
import { apiContext, awayContext, nonceContext } from './lib/context.ts'
import { NonceContext } from './lib/nonce.ts'
import { setPublicUrl } from './lib/public-url.ts'
import { type Landing, setLandings } from './lib/shop.ts'

/**
 * The server's input for rendering a page: in-process calls, the shop's address, whether the shop is unavailable, and the mark of its own
 * scripts.
 */
interface Rendering {
  send: Send
  publicUrl: string
  isAway: boolean
  nonce: string
}

/** State of a page that is rendered. `html` is set at its end, beside the response: as a body it would be encoded and decoded again. */
interface Current {
  send: Send
  landing: Landing | null
  html: string | null
}

const renderings = new AsyncLocalStorage<Current>()

function currentRendering(): Current {
  const current = renderings.getStore()
  if (!current) throw new Error('Outside of a rendering')
  return current
}

/** The shop's client, made once: its calls go the way of the rendering that makes them. */
const api = createApi<Contract>(calls, (request) => {
  return currentRendering().send(request)
})
setLandings(() => renderings.getStore()?.landing ?? null)

/**
 * Makes a page, for the country that its address names (`?country=DE`, as the links of feeds do), as private buyers there see it, in its
 * usual currency or the one that is named. A country that the shop does not sell to names nothing.
 */
export function inRendering(
  { send, publicUrl, isAway, nonce }: Rendering,
  url: URL,
  make: (context: RouterContextProvider) => Promise<Response>,
): Promise<{ response: Response; text: string }> {
  const context = new RouterContextProvider()
  context.set(apiContext, api)
  context.set(awayContext, isAway)
  context.set(nonceContext, nonce)
  setPublicUrl(publicUrl)
  const current: Current = { send, landing: null, html: null }
  return renderings.run(current, async () => {
    const country = url.searchParams.get('country')
    if (country !== null) current.landing = await readLanding(country, url.searchParams.get('currency'))
    const response = await make(context)
    return { response, text: current.html ?? (await response.text()) }
  })
}

async function readLanding(country: string, named: string | null): Promise<Landing | null> {
  const facts = await orNull(api.shop.market({ query: { country, buyer: 'consumer' } }))
  if (!facts) return null
  const { buyer, priceDisplay, taxLabel } = facts
  const currency = CURRENCIES.find((code) => code === named) ?? usualCurrency(facts.country)
  return { market: { country: facts.country, buyer, priceDisplay, taxLabel }, currency }
}

/** Renders a page whole: visitors, search engines and browsers without script get the same content. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  const nonce = context.get(nonceContext)
  const current = currentRendering()
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  return new Promise<Response>((resolve, reject) => {
    const chunks: Buffer[] = []
    const body = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        chunks.push(chunk)
        done()
      },
      final: (done) => {
        current.html = Buffer.concat(chunks).toString()
        resolve(new Response(null, { status, headers }))
        done()
      },
    })
    const { pipe } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        // everything in its place: a large part outside of it would need script to get there
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => pipe(body),
        onShellError: reject,
        onError: reject,
      },
    )
  })
}
