import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A question that VIES was asked. */
interface Asked {
  countryCode: string
  vatNumber: string
  requesterMemberStateCode?: string
  requesterNumber?: string
}

/** VIES on this machine: `answer` decides what it says. */
export interface FakeVies {
  base: string
  asked: Asked[]
  /** Sets how it answers; by default every VAT id is valid. */
  behave: (answer: (response: ServerResponse, asked: Asked) => void) => void
  /** Lets every VAT id be valid again, and forgets what was asked. */
  reset: () => void
  /** Ends all connections and refuses new ones, until `accept`. */
  refuse: () => Promise<void>
  accept: () => Promise<void>
  close: () => Promise<void>
}

/** Writes an answer of VIES. */
export function say(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body))
}

const valid = (response: ServerResponse, { countryCode, vatNumber }: Asked) =>
  say(response, {
    countryCode,
    vatNumber,
    valid: true,
    userError: 'VALID',
    name: 'KARTONHAUS GMBH',
    address: 'Hauptstrasse 1\n10115 Berlin',
    requestIdentifier: 'WAPIAAAAX1',
  })

/** Starts a VIES on this machine. */
export async function openFakeVies(): Promise<FakeVies> {
  const asked: Asked[] = []
  let answer = valid
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked // written by askVies
      asked.push(body)
      if (request.method === 'POST' && request.url === '/vies/check-vat-number') answer(response, body)
      else say(response, 'not found', 404)
    })
  })
  const listen = (at: number) =>
    new Promise<void>((resolve) => {
      server.listen(at, '127.0.0.1', resolve)
    })
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    base: `http://127.0.0.1:${port}/vies`,
    asked,
    behave: (how) => {
      answer = how
    },
    reset: () => {
      answer = valid
      asked.splice(0)
    },
    refuse: stop,
    accept: () => listen(port),
    close: stop,
  }
}
