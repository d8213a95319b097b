import type { FastifyInstance } from 'fastify'
import type { Send } from '#contract/client.ts'

/** Caller without a socket: its token (null for a visitor) and its address, by default this machine's. */
interface Caller {
  token: string | null
  address?: string
}

/** Creates a transport that sends calls to the server in process, for rendered pages and for tests. */
export function sendInProcess(app: FastifyInstance, { token, address }: Caller): Send {
  return async ({ method, url, headers, body }) => {
    const form = typeof body === 'object' ? new Response(body) : null // encodes the form as a browser would
    const payload = form ? Buffer.from(await form.arrayBuffer()) : body
    const contentType = form ? form.headers.get('content-type') : payload === undefined ? undefined : headers['content-type']
    const answer = await app.inject({
      method: method as 'GET', // the contract has only methods that `inject` supports
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
