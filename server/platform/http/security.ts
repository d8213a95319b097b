import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Headers of every response. The content security policy of pages is added by `server/ssr/`. */
const HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
}

/** Policy of everything that is not a page: nothing may load or run. */
const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'"
/** Policy of drawings: only their own styles. */
export const DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

/**
 * Policies of single files: the page that is shown without a network has its styles in itself, its service worker fetches from this shop
 * only.
 */
const FILE_POLICIES: Record<string, string> = {
  '/offline.html': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  '/sw.js': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
}

const STRIPE = 'https://js.stripe.com https://*.js.stripe.com'
const MAP = 'https://www.openstreetmap.org'

/** Elements with code or styles in the page itself: a style, and a script without an address that begins now or `later`. */
const INLINE = /<(script|style)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*>([\s\S]*?)<\/\1>/g
const isCode = (attributes: string) =>
  !/\ssrc=/.test(attributes) && /^(?:module|later|text\/javascript)?$/.test(/\stype="([^"]*)"/.exec(attributes)?.[1] ?? '')

const sourceOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`

/** Returns the sources by which a policy allows the scripts and styles that are in a page itself: the SHA-256 of each. */
export function inlineSources(html: string): { scripts: string; styles: string } {
  const sources = { script: new Set<string>(), style: new Set<string>() }
  for (const [, kind, attributes = '', text = ''] of html.matchAll(INLINE)) {
    if (kind === 'style') sources.style.add(sourceOf(text))
    else if (isCode(attributes)) sources.script.add(sourceOf(text))
  }
  return { scripts: [...sources.script].join(' '), styles: [...sources.style].join(' ') }
}

/**
 * Takes the nonce of its rendering, which is not sent, out of a page, and makes the policy of the page. Only scripts with the nonce are
 * allowed: one that somebody got into the text has none. Policies differ by the scripts in the page alone, because a policy belongs to the
 * document: client-side navigation keeps the first page's.
 */
export function sealPage(marked: string, nonce: string): { html: string; policy: string } {
  const [first = '', ...parts] = marked.split(` nonce="${nonce}"`)
  const scripts = new Set<string>()
  let before = first
  for (const part of parts) {
    const [start, end] = [before.lastIndexOf('<'), part.indexOf('>')]
    const isScript = before.startsWith('<script', start) && isCode(before.slice(start) + part.slice(0, end))
    if (isScript) scripts.add(sourceOf(part.slice(end + 1, part.indexOf('</script>', end))))
    before = part
  }
  const styles = marked.includes('<style') ? inlineSources(marked).styles : ''
  return { html: [first, ...parts].join(''), policy: pagePolicy([...scripts].join(' '), styles) }
}

function pagePolicy(scripts: string, styles: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts} ${STRIPE}`,
    "connect-src 'self' https://api.stripe.com",
    `frame-src ${STRIPE} https://hooks.stripe.com ${MAP}`,
    "img-src 'self' data: blob: https:",
    `style-src 'self' ${styles}`,
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    'report-uri /api/csp-report',
  ]
    .map((directive) => directive.replace(/ +/g, ' ').trim())
    .join('; ')
}

/** Adds the headers to every response. */
export function secure(app: FastifyInstance, isHttps: boolean): void {
  app.addHook('onSend', async (request, reply, payload) => {
    for (const [name, value] of Object.entries(HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value)
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', FILE_POLICIES[request.url] ?? CLOSED_POLICY)
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    return payload
  })
}
