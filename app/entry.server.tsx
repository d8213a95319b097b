import { AsyncLocalStorage } from 'node:async_hooks'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
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
import { getShop, type Landing, setLandings } from './lib/shop.ts'
import { scriptsLast } from './scripts-last.server.ts'
import { fillKept, KeptContext } from './ui/kept.tsx'

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

/** Markup of a part that was suspended or has failed. */
const UNFINISHED = /<!--\$[?!]-->/

/** Markup of the parts of pages that are kept, by the settings that they show. */
const kept = new WeakMap<ReturnType<typeof getShop>, Map<string, string>>()

function keptTexts(): Map<string, string> {
  const shop = getShop()
  const known = import.meta.env.DEV ? undefined : kept.get(shop) // sources change while they are developed
  const texts = known ?? new Map<string, string>()
  kept.set(shop, texts)
  return texts
}

/** Renders to text, at once where nothing is waited for: React's stream would encode each tag by itself. */
async function htmlOf(page: ReactNode, mark: string): Promise<string> {
  const keeping = { texts: keptTexts(), mark }
  const html = `<!DOCTYPE html>${renderToString(<KeptContext value={keeping}>{page}</KeptContext>)}`
  if (!UNFINISHED.test(html)) return fillKept(html, keeping)
  const failures: unknown[] = []
  // everything in its place: a large part outside of it would need script to get there
  const stream = await renderToReadableStream(page, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void failures.push(error),
  })
  await stream.allReady
  if (failures.length > 0) throw failures[0]
  return text(stream)
}

/** Writes text as a literal within a script. */
const literalOf = (value: string) =>
  JSON.stringify(value).replace(/[&<>\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Renders a page whole: visitors, search engines and browsers without script get the same content. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...router }: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const nonce = context.get(nonceContext)
  const html = await htmlOf(
    <NonceContext value={nonce}>
      <ServerRouter context={router} url={request.url} nonce={nonce} />
    </NonceContext>,
    nonce,
  )
  // as the router would render it: `<!--$-->` begins and `<!--/$-->` ends a part that may come later
  const script = (call: string) => `<!--$--><script nonce="${nonce}">window.__reactRouterContext.streamController.${call};</script>`
  const data = serverHandoffStream ? literalOf(await text(serverHandoffStream)) : '""'
  currentRendering().html = scriptsLast(html, nonce, `${script(`enqueue(${data})`)}${script('close()')}<!--/$--><!--/$-->`)
  return new Response(null, { status, headers })
}
