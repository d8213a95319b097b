import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { NewPasskey, PasskeySignature } from '#contract/identity/auth.ts'

/*
 * A security key in software, which creates and uses passkeys (ES256, no attestation) as a browser would send them, and the codes of an
 * app.
 */

const FLAGS = { userPresent: 0x01, userVerified: 0x04, hasCredential: 0x40 } as const
const EC2 = 2
const ES256 = -7
const P256 = 1

const head = (major: number, size: number) =>
  size < 24
    ? Buffer.from([(major << 5) | size])
    : size < 256
      ? Buffer.from([(major << 5) | 24, size])
      : Buffer.from([(major << 5) | 25, size >> 8, size & 0xff])

/** Encodes what a passkey needs of CBOR. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, member]) => [cbor(key), cbor(member as Buffer)])])
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

/** Options that a test breaks one of. */
interface Use {
  origin?: string
  counter?: number
  isVerified?: boolean
}

/** One passkey of one user at one shop. */
export class Authenticator {
  readonly id = randomBytes(32)
  counter = 0
  private readonly key: KeyObject
  private readonly publicKey: Buffer
  private readonly origin: string

  constructor(origin = 'http://localhost:3000') {
    this.origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.key = privateKey
    this.publicKey = cbor(
      new Map<number, unknown>([
        [1, EC2],
        [3, ES256],
        [-1, P256],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
  }

  private facts(type: string, challenge: string, origin = this.origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  private data(flags: number): Buffer {
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags, 0)
    rest.writeUInt32BE(this.counter, 1)
    return Buffer.concat([sha256(new URL(this.origin).hostname), rest])
  }

  create({ challenge }: { challenge: string }, { origin, isVerified = true }: Use = {}): NewPasskey {
    const flags = FLAGS.userPresent | FLAGS.hasCredential | (isVerified ? FLAGS.userVerified : 0)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const authData = Buffer.concat([this.data(flags), Buffer.alloc(16), length, this.id, this.publicKey])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    const id = this.id.toString('base64url')
    const clientDataJSON = this.facts('webauthn.create', challenge, origin).toString('base64url')
    const attestationObject = cbor(attestation).toString('base64url')
    return { id, rawId: id, type: 'public-key', response: { clientDataJSON, attestationObject, transports: ['internal'] } }
  }

  sign({ challenge }: { challenge: string }, { origin, counter, isVerified = true }: Use = {}): PasskeySignature {
    this.counter = counter ?? this.counter + 1
    const facts = this.facts('webauthn.get', challenge, origin)
    const authData = this.data(FLAGS.userPresent | (isVerified ? FLAGS.userVerified : 0))
    const signature = createSign('sha256')
      .update(Buffer.concat([authData, sha256(facts)]))
      .sign(this.key)
    const id = this.id.toString('base64url')
    const [clientDataJSON, authenticatorData] = [facts.toString('base64url'), authData.toString('base64url')]
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature: signature.toString('base64url') },
    }
  }
}

/** Returns the code that an authenticator app shows at a moment. @param address its `otpauth:` address, or its secret in base32 */
export function codeAt(address: string, at: Date): string {
  const secret = address.startsWith('otpauth:') ? (new URL(address).searchParams.get('secret') ?? '') : address
  return new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
}
