import type { FastifyInstance } from 'fastify'
import type { Send } from '#contract/client.ts'

/** A transport that hands requests to the server in process. */
export function sendTo(app: FastifyInstance, token: string | null): Send {
  return async ({ method, url, headers, body }) => {
    const answer = await app.inject({
      method: method as 'GET', // the contract has only methods that inject knows
      url,
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }), ...(body === undefined && { 'content-type': undefined }) },
      ...(typeof body === 'string' && { payload: body }),
    })
    return {
      status: answer.statusCode,
      statusText: answer.statusMessage,
      header: (name) => (answer.headers[name] === undefined ? null : String(answer.headers[name])),
      text: answer.body,
    }
  }
}
