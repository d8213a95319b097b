import fastify from 'fastify'

/*
 * A server that sends ready bytes from bare routes of the framework, for comparison: a process of its own. Each message of its parent is an
 * answer; it replies with the port once that can be asked for.
 */

/** An answer as the shop sent it. */
export interface ReadyAnswer {
  path: string
  type: string
  encoding: string | null
  /** As base64. */
  body: string
}

const ready = new Map<string, { type: string; encoding: string | null; body: Buffer }>()
const app = fastify()
app.get('/*', (request, reply) => {
  const answer = ready.get(request.url)
  if (!answer) return reply.code(404).send()
  if (answer.encoding) reply.header('content-encoding', answer.encoding)
  return reply.header('content-type', answer.type).send(answer.body)
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.on('message', ({ path, type, encoding, body }: ReadyAnswer) => {
  ready.set(path, { type, encoding, body: Buffer.from(body, 'base64') })
  const address = app.server.address()
  process.send?.({ port: typeof address === 'object' && address?.port })
})
process.on('disconnect', () => process.exit(0))
