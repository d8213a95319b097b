import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import { createApi, type Send } from '#contract/client.ts'
import type { Contract } from '#contract/index.ts'
import { calls } from './lib/calls.ts'
import { apiContext, awayContext, nonceContext } from './lib/context.ts'
import { NonceContext } from './lib/nonce.ts'
import { setPublicUrl } from './lib/public-url.ts'

/** The server's input for rendering a page: in-process calls, the shop's address, whether the shop is unavailable, and the mark of its own scripts. */
interface Making {
  send: Send
  publicUrl: string
  isAway: boolean
  nonce: string
}

export function makeContext({ send, publicUrl, isAway, nonce }: Making): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(apiContext, createApi<Contract>(calls, send))
  context.set(awayContext, isAway)
  context.set(nonceContext, nonce)
  setPublicUrl(publicUrl)
  return context
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
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  return new Promise<Response>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        progressiveChunkSize: Number.POSITIVE_INFINITY, // everything in its place: a large part outside of it would need script to get there
        onAllReady: () => {
          const body = new PassThrough()
          resolve(buffer(body).then((bytes) => new Response(new Uint8Array(bytes), { status, headers })))
          pipe(body)
        },
        onShellError: reject,
        onError: reject,
      },
    )
  })
}
