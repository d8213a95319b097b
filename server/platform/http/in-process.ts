import type { FastifyInstance } from 'fastify'
import type { Send } from '#contract/client.ts'

/** Who calls without a socket: by which token (null: a visitor), and from which address if not this machine's. */
interface Caller {
  token: string | null
  address?: string
}

/** A transport that hands calls to the server in process: for the pages that it renders, and for tests. */
export function sendInProcess(app: FastifyInstance, { token, address }: Caller): Send {
  return async ({ method, url, headers, body }) => {
    const form = typeof body === 'object' ? new Response(body) : null // it writes the form as a browser would
    const payload = form ? Buffer.from(await form.arrayBuffer()) : body
    const contentType = form ? form.headers.get('content-type') : payload === undefined ? undefined : headers['content-type']
    const answer = await app.inject({
      method: method as 'GET', // the contract has only methods that inject knows
      url,
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }), 'content-type': contentType ?? undefined },
      ...(address && { remoteAddress: address }),
      ...(payload !== undefined && { payload }),
    })
    return {
      status: answer.statusCode,
      statusText: answer.statusMessage,
      header: (name) => (answer.headers[name] === undefined ? null : String(answer.headers[name])),
      text: answer.body,
    }
  }
}
