import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Headers of every response. The content security policy of pages is added with its nonce by `server/ssr/`. */
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

/** Policies of single files: the page that is shown without a network has its styles in itself, its service worker fetches from this shop only. */
const FILE_POLICIES: Record<string, string> = {
  '/offline.html': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  '/sw.js': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
}

const STRIPE = 'https://js.stripe.com https://*.js.stripe.com'
const MAP = 'https://www.openstreetmap.org'

/**
 * The policy of all pages. It is the same everywhere, because a policy belongs to the document: client-side navigation keeps the first
 * page's.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' ${STRIPE}`,
    "connect-src 'self' https://api.stripe.com",
    `frame-src ${STRIPE} https://hooks.stripe.com ${MAP}`,
    "img-src 'self' data: blob: https:",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    'report-uri /api/csp-report',
  ].join('; ')
}

export const newNonce = (): string => randomBytes(16).toString('base64url')

/** Adds the headers to every response. */
export function secure(app: FastifyInstance, isHttps: boolean): void {
  app.addHook('onSend', async (request, reply, payload) => {
    for (const [name, value] of Object.entries(HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value)
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', FILE_POLICIES[request.url] ?? CLOSED_POLICY)
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    return payload
  })
}
