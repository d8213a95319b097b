import { once } from 'node:events'
import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http'
import { Readable, Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Send } from '#contract/client.ts'

/** Caller without a socket: its token (null for a visitor) and its address, by default this machine's. */
interface Caller {
  token: string | null
  address?: string
}

/** Response without a socket: as much of one as the framework needs. */
class Answer extends Writable {
  statusCode = 200
  headersSent = false
  readonly #head: OutgoingHttpHeaders = {}
  readonly #chunks: Buffer[] = []

  setHeader(name: string, value: string): void {
    this.#head[name.toLowerCase()] = value
  }

  getHeader(name: string): OutgoingHttpHeaders[string] {
    return this.#head[name.toLowerCase()]
  }

  getHeaders(): OutgoingHttpHeaders {
    return this.#head
  }

  hasHeader(name: string): boolean {
    return this.getHeader(name) !== undefined
  }

  removeHeader(name: string): void {
    delete this.#head[name.toLowerCase()]
  }

  writeHead(status: number, head: OutgoingHttpHeaders): void {
    this.statusCode = status
    Object.assign(this.#head, head)
    this.headersSent = true
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk)
    done()
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString()
  }
}

/** Creates a transport that sends calls to the server in process, for rendered pages and for tests. */
export function sendInProcess(app: FastifyInstance, { token, address = '127.0.0.1' }: Caller): Send {
  const socket = { remoteAddress: address }
  return async ({ method, url, headers: given, body }) => {
    const form = typeof body === 'object' ? new Response(body) : null // encodes the form as a browser would
    const payload = typeof body === 'string' ? Buffer.from(body) : form && Buffer.from(await form.arrayBuffer())
    const { 'content-type': type, ...others } = given
    const headers = {
      ...others,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(payload && { 'content-type': form?.headers.get('content-type') ?? type, 'content-length': String(payload.length) }),
    }
    const request = Object.assign(new Readable(), { method, url, headers, rawHeaders: [], socket })
    if (payload?.length) request.push(payload)
    request.push(null)
    await app.ready()
    const answer = new Answer()
    const ended = once(answer, 'finish')
    // as much of both as the framework needs
    app.routing(request as unknown as IncomingMessage, answer as unknown as ServerResponse)
    await ended
    const header = (name: string) => (answer.hasHeader(name) ? String(answer.getHeader(name)) : null)
    return { status: answer.statusCode, statusText: STATUS_CODES[answer.statusCode] ?? '', header, text: answer.text }
  }
}
