import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { api } from '#app/lib/api.ts'
import type { PasskeySignature } from '#contract/identity/auth.ts'
import type { Passkey } from '#contract/identity/security.ts'

/** Said when the browser or its user stopped. */
export const PASSKEY_FAILED = "Your passkey couldn't be used. Try again, or use another method."

/** Returns true if this browser knows passkeys. */
export const hasPasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window

/**
 * Returns true if this device has a passkey of its own, by fingerprint, face or screen lock, or can ask a phone nearby. Where it has
 * neither, passkeys of security keys are used after the password.
 */
export async function canSignInWithPasskey(): Promise<boolean> {
  if (!hasPasskeys()) return false
  const [hasOwn, capabilities] = await Promise.all([
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable(),
    PublicKeyCredential.getClientCapabilities?.(),
  ])
  return hasOwn || capabilities?.hybridTransport === true
}

/**
 * Has the browser sign with a passkey.
 * @param purpose a sign-in without a name, the second factor of the sign-in `challenge`, or `stepUp`
 */
export async function signWithPasskey(
  purpose: { challenge?: string; stepUp?: boolean } = {},
): Promise<{ challenge: string; passkey: PasskeySignature }> {
  const [{ startAuthentication }, { challenge, options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    api.auth.passkeyOptions({ body: purpose }),
  ])
  // made by the same library
  return { challenge, passkey: await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }) }
}

/** Has the browser create a passkey, and adds it to the account. */
export async function createPasskey(name: string): Promise<Passkey> {
  const [{ startRegistration }, { challenge, options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    api.security.startPasskey(),
  ])
  const passkey = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }) // made by the same library
  return api.security.addPasskey({ body: { challenge, name, passkey } })
}
