import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTraces } from '#server/platform/traces.ts'

/** A span as a collector gets it. */
export interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code: number; message?: string }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

interface Sent {
  resourceSpans: { resource: { attributes: SentSpan['attributes'] }; scopeSpans: { spans: SentSpan[] }[] }[]
}

/** A collector on this machine, to which the traces of this process are sent. */
export interface FakeCollector {
  /** Bodies of the requests, as they came. */
  bodies: string[]
  /** Sends what has ended. @returns everything that came */
  spans: () => Promise<SentSpan[]>
  close: () => Promise<void>
}

/** Starts to send traces to a fake. @param share share of the traces that are sent */
export async function openCollector(share = 1): Promise<FakeCollector> {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set
    if (request.url === '/v1/traces') bodies.push(Buffer.concat(chunks).toString())
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // listens on a port
  const settings = { endpoint: `http://127.0.0.1:${port}`, serviceName: 'reflute', share }
  const traces = await startTraces(settings, '1.2.3', (error) => {
    throw error
  })
  return {
    bodies,
    spans: async () => {
      await traces.flush()
      return bodies.flatMap((body) => {
        const { resourceSpans }: Sent = JSON.parse(body)
        return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      })
    },
    close: async () => {
      await traces.stop()
      server.closeAllConnections()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}
