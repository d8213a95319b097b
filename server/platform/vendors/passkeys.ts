import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** The library is large, and few requests need it. */
const load = () => import('@simplewebauthn/server')

/** Signatures that passkeys use: Ed25519, ECDSA with P-256, RSA with SHA-256 (COSE). */
const ALGORITHMS = [-8, -7, -257]

interface Credential<Response> {
  id: string
  rawId: string
  type: string
  response: { clientDataJSON: string } & Response
}
type NewCredential = Credential<{ attestationObject: string; transports?: string[] | undefined }>
type Signature = Credential<{ authenticatorData: string; signature: string; userHandle?: string | undefined }>

/** A stored passkey, as a signature is checked against it. */
interface StoredPasskey {
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

/** The shop as passkeys know it: they belong to its host name. */
interface Party {
  /** Name of the shop, shown by the browser. */
  name: string
  publicUrl: string
}

const hostOf = (publicUrl: string) => new URL(publicUrl).hostname
const originOf = (publicUrl: string) => new URL(publicUrl).origin
const bytesOf = (base64url: string) => Uint8Array.from(Buffer.from(base64url, 'base64url'))
const named = (passkeys: readonly Pick<StoredPasskey, 'credentialId' | 'transports'>[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports }))

/** Returns what a browser needs to create a passkey that the user's devices find by themselves and open for their owner only. */
export async function passkeyCreation(
  { name, publicUrl }: Party,
  user: { id: string; name: string; email: string },
  challenge: string,
  known: readonly Pick<StoredPasskey, 'credentialId' | 'transports'>[],
) {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: name,
    rpID: hostOf(publicUrl),
    userID: Uint8Array.from(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name || user.email,
    challenge: bytesOf(challenge),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: named(known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Returns what a passkey must sign. @param known passkeys of the user; none: any passkey of the shop */
export async function passkeyRequest(
  publicUrl: string,
  challenge: string,
  known: readonly Pick<StoredPasskey, 'credentialId' | 'transports'>[],
) {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: hostOf(publicUrl),
    challenge: bytesOf(challenge),
    userVerification: 'required',
    ...(known.length > 0 && { allowCredentials: named(known) }),
  })
}

/** Checks a new passkey. @returns null if it was not created here, for this challenge, with its user verified */
export async function readNewPasskey(
  publicUrl: string,
  challenge: string,
  passkey: NewCredential,
): Promise<(StoredPasskey & { backedUp: boolean }) | null> {
  const { verifyRegistrationResponse } = await load()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} } as RegistrationResponseJSON, // validated by the contract
      expectedChallenge: challenge,
      expectedOrigin: originOf(publicUrl),
      expectedRPID: hostOf(publicUrl),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) return null
    const { credential, credentialBackedUp } = registrationInfo
    const { id: credentialId, counter, transports = [] } = credential
    return { credentialId, publicKey: Buffer.from(credential.publicKey), counter, transports, backedUp: credentialBackedUp }
  } catch {
    return null // the library throws whatever is wrong
  }
}

/**
 * Checks a signature.
 * @returns the counter of the authenticator; null if it was not made here, for this challenge, by this passkey, with its user verified, or
 * if the counter went back: then the passkey was copied
 */
export async function checkSignature(
  publicUrl: string,
  challenge: string,
  { credentialId, publicKey, counter, transports }: StoredPasskey,
  signature: Signature,
): Promise<{ counter: number; backedUp: boolean } | null> {
  const { verifyAuthenticationResponse } = await load()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...signature, clientExtensionResults: {} } as AuthenticationResponseJSON, // validated by the contract
      expectedChallenge: challenge,
      expectedOrigin: originOf(publicUrl),
      expectedRPID: hostOf(publicUrl),
      credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter, transports },
      requireUserVerification: true,
    })
    return verified ? { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp } : null
  } catch {
    return null // the library throws whatever is wrong
  }
}
