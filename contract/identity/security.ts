import * as z from 'zod/mini'
import { Id, IdParams, identifier, Ok, requiredLine } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { MAX_PASSKEY_NAME } from '#domain/second-factor.ts'
import { NewPasskey, PasskeyDescriptor } from './auth.ts'

/** A passkey, as its owner sees it. */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** True if it is synced between devices. */
  backedUp: z.boolean(),
})
export type Passkey = z.output<typeof Passkey>

/** The caller's second factors, and what the shop asks for. */
export const AccountSecurity = z.object({
  /** Null without an authenticator app. */
  totp: z.nullable(z.object({ confirmedAt: z.string() })),
  passkeys: z.array(Passkey),
  /** Recovery codes that were not used. */
  recoveryCodesLeft: z.int(),
  /** True if the shop requires a second factor of this role. */
  isRequired: z.boolean(),
  /** False while authenticator apps can't be added, because the server has no SECRETS_KEYS. */
  hasTotp: z.boolean(),
  /** Minutes for which a confirmation lasts. */
  stepUpMinutes: z.int(),
})
export type AccountSecurity = z.output<typeof AccountSecurity>

/** Options of `startRegistration` of @simplewebauthn/browser, and the challenge that names them when its answer is sent. */
const PasskeyCreation = z.object({
  challenge: z.string(),
  options: z.object({
    challenge: z.string(),
    rp: z.object({ name: z.string(), id: z.optional(z.string()) }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.string(), alg: z.int() })),
    timeout: z.optional(z.number()),
    attestation: z.optional(z.string()),
    excludeCredentials: z.optional(z.array(PasskeyDescriptor)),
    authenticatorSelection: z.optional(
      z.object({
        residentKey: z.optional(z.string()),
        requireResidentKey: z.optional(z.boolean()),
        userVerification: z.optional(z.string()),
      }),
    ),
  }),
})

/** The code that the authenticator app shows now. */
export const ConfirmTotpBody = z.object({ code: z._default(identifier(60), '') })

const name = requiredLine(MAX_PASSKEY_NAME, 'Please enter a name')

/** A new passkey and its name. */
export const AddPasskeyBody = z.object({ challenge: z.string().check(z.maxLength(256)), name, passkey: NewPasskey })
export type AddPasskeyBody = z.output<typeof AddPasskeyBody>

/** Facts of every call here: the caller's own, also before a required second factor is set up. */
const own = { access: 'signedIn', beforeSecondFactor: true } as const
const change = { ...own, stepUp: true } as const

export const security = {
  read: endpoint({
    ...own,
    method: 'GET',
    path: '/api/account/security',
    summary: "Returns the caller's second factors.",
    response: AccountSecurity,
  }),
  addTotp: endpoint({
    ...change,
    method: 'POST',
    path: '/api/account/totp',
    summary: 'Creates the secret of an authenticator app; its `otpauth:` address is shown once. It counts when it is confirmed.',
    response: z.object({ address: z.string() }),
    status: 201,
  }),
  confirmTotp: endpoint({
    ...change,
    method: 'POST',
    path: '/api/account/totp/confirm',
    summary: 'Confirms an authenticator app by its first code.',
    body: ConfirmTotpBody,
    response: Ok,
  }),
  removeTotp: endpoint({
    ...change,
    method: 'DELETE',
    path: '/api/account/totp',
    summary: 'Removes the authenticator app; with the last second factor, the recovery codes too.',
    response: Ok,
  }),
  startPasskey: endpoint({
    ...change,
    method: 'POST',
    path: '/api/account/passkeys/options',
    summary: 'Returns what the browser needs to create a passkey.',
    response: PasskeyCreation,
  }),
  addPasskey: endpoint({
    ...change,
    method: 'POST',
    path: '/api/account/passkeys',
    summary: 'Adds a passkey.',
    body: AddPasskeyBody,
    response: Passkey,
    status: 201,
  }),
  renamePasskey: endpoint({
    ...change,
    method: 'PATCH',
    path: '/api/account/passkeys/:id',
    summary: 'Renames a passkey.',
    params: IdParams,
    body: z.object({ name }),
    response: Passkey,
  }),
  removePasskey: endpoint({
    ...change,
    method: 'DELETE',
    path: '/api/account/passkeys/:id',
    summary: 'Removes a passkey; with the last second factor, the recovery codes too.',
    params: IdParams,
    response: Ok,
  }),
  createRecoveryCodes: endpoint({
    ...change,
    method: 'POST',
    path: '/api/account/recovery-codes',
    summary: 'Creates 10 recovery codes, which are shown once; earlier ones stop working. Needs a second factor.',
    response: z.object({ codes: z.array(z.string()) }),
    status: 201,
  }),
}
