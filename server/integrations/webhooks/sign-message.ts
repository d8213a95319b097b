import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Creates the bytes of a secret. */
export const newSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** Writes a secret as its receiver enters it (Standard Webhooks). */
export const writeSecret = (secret: Buffer): string => PREFIX + secret.toString('base64')

/**
 * Returns the headers of a message (Standard Webhooks 1.0): its id, the time of the attempt, and a signature with each secret.
 * @param secrets the current one, and the one before while it is still good
 */
export function signMessage(message: { id: string; at: Date; body: string }, secrets: readonly Buffer[]): Record<string, string> {
  const timestamp = Math.floor(message.at.getTime() / 1000)
  const signatures = secrets.map((secret) => {
    const signed = createHmac('sha256', secret).update(`${message.id}.${timestamp}.${message.body}`)
    return `v1,${signed.digest('base64')}`
  })
  return { 'webhook-id': message.id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}
