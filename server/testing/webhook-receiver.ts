import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A message that a receiver got. */
interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver of webhooks on this machine. */
export interface WebhookReceiver {
  url: string
  received: Received[]
  /** Answers from now on; default: 204. */
  answer: (reply: (response: ServerResponse, message: Received) => void) => void
  close: () => void
}

/** Opens a receiver. Its host is `127.0.0.1`, which a shop has to open by WEBHOOK_PRIVATE_HOSTS. */
export async function openReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = []
  const accept = (response: ServerResponse) => void response.writeHead(204).end()
  let reply: (response: ServerResponse, message: Received) => void = accept
  const server = createServer((request, response) => {
    void text(request).then(
      (body) => {
        const message = { path: request.url ?? '', headers: request.headers, body }
        received.push(message)
        reply(response, message)
      },
      () => {}, // the sender left
    )
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, // it listens on TCP
    received,
    answer: (next) => {
      reply = next
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
