import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createPlain, request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A proxy in front of a shop, as an operator sets one up: it ends TLS, says who asks, redirects pages from http, and refuses calls. */
export interface TlsProxy {
  url: string
  /** Its address without TLS. */
  plainUrl: string
  /** The certificate of its own authority, to be trusted. */
  certificate: string
  /** Port of the shop that it passes calls to. */
  target: number
  /** Address that it names as the visitor's; null: the caller's own. */
  visitor: string | null
  /** Methods of calls that it redirects from http, by mistake. */
  redirectedCalls: string[]
  /** Headers of answers that it does not pass on. */
  dropped: string[]
  close: () => Promise<void>
}

const SUBJECT = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']

/** Returns whether the machine has what makes a certificate. */
export function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Makes a certificate of localhost that nobody trusts. */
export function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'reflute-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, ...SUBJECT, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  rmSync(folder, { recursive: true })
  return made
}

const portOf = (server: { address: () => unknown }) => (server.address() as AddressInfo).port // it listens on a port

/** Starts a proxy with TLS on this machine. */
export async function openTlsProxy(): Promise<TlsProxy> {
  const { key, cert } = makeCertificate()
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const known = incoming.headers['x-forwarded-for']
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': [known, proxy.visitor ?? incoming.socket.remoteAddress].filter(Boolean).join(', '),
      'x-forwarded-proto': 'https',
    }
    const forwarded = request({ host: '127.0.0.1', port: proxy.target, method: incoming.method, path: incoming.url, headers }, (answer) => {
      for (const name of proxy.dropped) delete answer.headers[name]
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(forwarded)
  })
  const plain = createPlain(({ url = '', method = '' }, outgoing) => {
    const isRefused = url.startsWith('/api/') && !proxy.redirectedCalls.includes(method)
    outgoing.writeHead(isRefused ? 403 : 308, isRefused ? {} : { location: `${proxy.url}${url}` }).end()
  })
  const servers = [server, plain]
  await Promise.all(servers.map((each) => new Promise<void>((resolve) => void each.listen(0, '127.0.0.1', resolve))))
  const proxy: TlsProxy = {
    url: `https://localhost:${portOf(server)}`,
    plainUrl: `http://localhost:${portOf(plain)}`,
    certificate: cert,
    target: 0,
    visitor: null,
    redirectedCalls: [],
    dropped: [],
    close: async () => {
      for (const each of servers) each.closeAllConnections()
      await Promise.all(servers.map((each) => new Promise((resolve) => each.close(resolve))))
    },
  }
  return proxy
}
