import * as z from 'zod/mini'
import { Email, identifier, normalized, Ok, requiredLine } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { APPROVAL_STATUSES } from '#domain/business.ts'
import { DUTIES } from '#domain/permissions.ts'
import { SECOND_FACTORS } from '#domain/second-factor.ts'
import { MEMBER_KINDS } from '#domain/team.ts'
import { ROLES, USER_STATUSES } from '#domain/user.ts'

/** The signed-in user, for the screens. */
export const SessionUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  businessId: z.nullable(z.string()),
  businessName: z.nullable(z.string()),
  businessStatus: z.nullable(z.enum(APPROVAL_STATUSES)),
  /** The user's kind in the team of that business. */
  memberKind: z.nullable(z.enum(MEMBER_KINDS)),
  status: z.enum(USER_STATUSES),
  emailVerified: z.boolean(),
  mustChangePassword: z.boolean(),
  /** True if the shop requires a second factor of this role and the user has none: most calls are refused until it is set up. */
  mustEnroll: z.boolean(),
  /** Duties of an application_admin. */
  duties: z.array(z.enum(DUTIES)),
})
export type SessionUser = z.output<typeof SessionUser>

/** The user and the bearer token of the session. */
export const SignedIn = z.extend(SessionUser, { token: z.string() })
export type SignedIn = z.output<typeof SignedIn>

/** The password was right, and the account has a second factor: no session yet. */
export const SecondFactorNeeded = z.object({
  secondFactor: z.object({
    /** Names this sign-in in `POST /api/auth/second-factor`, for 5 minutes and 5 attempts. */
    challenge: z.string(),
    /** Members of the request of which one is needed. */
    methods: z.array(z.enum(SECOND_FACTORS)),
  }),
})
export type SecondFactorNeeded = z.output<typeof SecondFactorNeeded>

/** Returns the session of a complete sign-in. @throws Error for one that waits for its second factor */
export function sessionOf(answer: SignedIn | SecondFactorNeeded): SignedIn {
  if ('secondFactor' in answer) throw new Error('This sign-in waits for its second factor')
  return answer
}

/** Passwords are verified exactly as typed, without trimming. */
export const Password = z.string().check(z.maxLength(1000))

/** Absent and empty are the same: the server answers that the field is required. */
export const currentPassword = z._default(Password, '')

/** The caller's password, entered again before an action that someone at an unlocked screen must not take. */
export const StepUpBody = z.object({ currentPassword })

/** An email address and a password; one that is missing is refused like one that is wrong. */
export const LoginBody = z.object({
  email: z._default(z.string().check(normalized, z.maxLength(320)), ''),
  password: z._default(Password, ''),
})
export type LoginBody = z.output<typeof LoginBody>

/** Name, email address and password of a new customer. */
export const RegisterBody = z.object({
  name: requiredLine(120, 'Please enter your name'),
  email: Email,
  password: Password,
  /** True if the terms were accepted in the form; recorded in the audit log. */
  acceptTerms: z.optional(z.boolean()),
})
export type RegisterBody = z.output<typeof RegisterBody>

/** A new password, with the one-use token of an emailed link. */
export const ResetPasswordBody = z.object({
  token: z.string().check(z.maxLength(256)),
  password: Password,
  /** Only with the link of a shop's first start: the owner's email for signing in. */
  email: z.optional(Email),
})
export type ResetPasswordBody = z.output<typeof ResetPasswordBody>

/** The address of the account whose password is forgotten. */
export const ForgotPasswordBody = z.object({ email: Email })

const Encoded = z.string().check(z.maxLength(4096))
const credential = {
  id: Encoded,
  rawId: Encoded,
  type: z.string().check(z.maxLength(20)),
}

/** A passkey's signature, as `startAuthentication` of @simplewebauthn/browser returns it. */
export const PasskeySignature = z.object({
  ...credential,
  response: z.object({ clientDataJSON: Encoded, authenticatorData: Encoded, signature: Encoded, userHandle: z.optional(Encoded) }),
})
export type PasskeySignature = z.output<typeof PasskeySignature>

/** A new passkey, as `startRegistration` returns it. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Encoded,
    attestationObject: z.string().check(z.maxLength(65_536)),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
})
export type NewPasskey = z.output<typeof NewPasskey>

/** A passkey that may, or may not, be used (WebAuthn's PublicKeyCredentialDescriptor). */
export const PasskeyDescriptor = z.object({
  id: z.string(),
  type: z.string(),
  transports: z.optional(z.array(z.string())),
})

/** Options of `startAuthentication`, and the challenge that names them when its answer is sent. */
const PasskeyRequest = z.object({
  challenge: z.string(),
  options: z.object({
    challenge: z.string(),
    rpId: z.optional(z.string()),
    timeout: z.optional(z.number()),
    userVerification: z.optional(z.string()),
    allowCredentials: z.optional(z.array(PasskeyDescriptor)),
  }),
})
export type PasskeyRequest = z.output<typeof PasskeyRequest>

const Challenge = z.string().check(z.maxLength(256))
const Code = identifier(60)

/** Purpose of a passkey's signature: to sign in, as second factor of the sign-in `challenge`, or to confirm the caller (`stepUp`). */
export const PasskeyOptionsBody = z.object({ challenge: z.optional(Challenge), stepUp: z._default(z.boolean(), false) })
/** A passkey's signature of the challenge. */
export const PasskeyBody = z.object({ challenge: Challenge, passkey: PasskeySignature })
/** One of `code` (of an authenticator app), `recoveryCode` and `passkey`. */
export const SecondFactorBody = z.object({
  challenge: Challenge,
  code: z.optional(Code),
  recoveryCode: z.optional(Code),
  passkey: z.optional(PasskeySignature),
})
export type SecondFactorBody = z.output<typeof SecondFactorBody>
/** The caller's `code` of an authenticator app, `passkey` with its `challenge`, or, of accounts without a second factor, `password`. */
export const ConfirmBody = z.object({
  password: z._default(Password, ''),
  code: z.optional(Code),
  challenge: z.optional(Challenge),
  passkey: z.optional(PasskeySignature),
})
export type ConfirmBody = z.output<typeof ConfirmBody>
/** The one-use token of the link that was emailed to the address. */
export const VerifyEmailBody = z.object({ token: z.string().check(z.maxLength(256)) })

export const auth = {
  me: endpoint({
    method: 'GET',
    path: '/api/auth/me',
    access: 'anyone',
    personal: true,
    beforeNewPassword: true,
    summary: 'Returns the signed-in user; `user` is null for a visitor.',
    response: z.object({ user: z.nullable(SessionUser) }),
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    access: 'anyone',
    personal: true,
    summary: 'Starts a session; of an account with a second factor, only `secondFactor`, for `POST /api/auth/second-factor`.',
    body: LoginBody,
    response: z.union([SignedIn, SecondFactorNeeded]),
  }),
  secondFactor: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor',
    access: 'anyone',
    personal: true,
    summary: 'Ends a sign-in with the second factor, and starts a session. A code works once; 5 attempts within 5 minutes.',
    body: SecondFactorBody,
    response: SignedIn,
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/api/auth/passkey/options',
    access: 'anyone',
    personal: true,
    beforeSecondFactor: true,
    summary: 'Returns what a passkey must sign: to sign in, as second factor of a sign-in, or to confirm the caller (`stepUp`).',
    body: PasskeyOptionsBody,
    response: PasskeyRequest,
  }),
  passkey: endpoint({
    method: 'POST',
    path: '/api/auth/passkey',
    access: 'anyone',
    personal: true,
    summary: 'Starts a session with a passkey alone, which verifies its user by itself.',
    body: PasskeyBody,
    response: SignedIn,
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    access: 'anyone',
    personal: true,
    summary: 'Creates a customer and starts a session.',
    body: RegisterBody,
    response: SignedIn,
    status: 201,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'anyone',
    personal: true,
    beforeNewPassword: true,
    summary: 'Ends the session. Idempotent.',
    response: Ok,
  }),
  stepUp: endpoint({
    method: 'POST',
    path: '/api/auth/step-up',
    access: 'signedIn',
    beforeSecondFactor: true,
    summary:
      'Confirms the caller: calls that answer `step_up_required` are open to this session for 5 minutes, or as the settings say. With a second factor, the password is not enough.',
    body: ConfirmBody,
    response: Ok,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/auth/forgot-password',
    access: 'anyone',
    personal: true,
    summary:
      'Emails a link that sets a new password, valid once, for 30 minutes. The response is the same whether or not the address is known.',
    body: ForgotPasswordBody,
    response: Ok,
    status: 202,
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/auth/verify-email',
    access: 'anyone',
    personal: true,
    summary: 'Confirms an email address by a one-use link; a new address replaces the old one.',
    body: VerifyEmailBody,
    response: Ok,
  }),
  undoEmail: endpoint({
    method: 'POST',
    path: '/api/auth/undo-email',
    access: 'anyone',
    personal: true,
    summary:
      'Undoes a change of the email address by staff, confirmed or not, by the one-use link in the email to the old address, valid for 72 hours. All sessions of the user end.',
    body: VerifyEmailBody,
    response: Ok,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'anyone',
    personal: true,
    summary: 'Sets a password by a one-use link; all sessions of the user end.',
    body: ResetPasswordBody,
    response: Ok,
  }),
}
