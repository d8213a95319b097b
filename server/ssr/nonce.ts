import { newNonce, pagePolicy } from '#server/platform/http/security.ts'

/** Placeholder in rendered and cached pages, replaced by a fresh nonce in each response. */
export const NONCE_PLACEHOLDER = 'nonce-of-this-response'

/** Gives a page a nonce of its own. @returns the page, and the content security policy that allows this nonce */
export function withNonce(html: string): { html: string; policy: string } {
  const nonce = newNonce()
  return { html: html.replaceAll(NONCE_PLACEHOLDER, nonce), policy: pagePolicy(nonce) }
}
