import { createHash } from 'node:crypto'
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

/**
 * Returns the sources by which a policy allows the scripts and styles that are in a page itself: the SHA-256 of each.
 * @param nonce of the scripts that are ours; without one all are
 */
export function inlineSources(html: string, nonce?: string): { scripts: string; styles: string } {
  const isOurs = (attributes: string) => nonce === undefined || attributes.includes(` nonce="${nonce}"`)
  const sources = { script: new Set<string>(), style: new Set<string>() }
  for (const [, kind, attributes = '', text = ''] of html.matchAll(INLINE)) {
    const source = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    if (kind === 'style') sources.style.add(source)
    else if (isCode(attributes) && isOurs(attributes)) sources.script.add(source)
  }
  return { scripts: [...sources.script].join(' '), styles: [...sources.style].join(' ') }
}

/**
 * Returns the policy of a page. It differs by the scripts in the page alone, because a policy belongs to the document: client-side
 * navigation keeps the first page's. Only scripts with the nonce of the rendering are allowed: one that somebody got into the text has
 * none. The nonce is not sent.
 */
export function pagePolicy(html: string, nonce: string): string {
  const { scripts, styles } = inlineSources(html, nonce)
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
