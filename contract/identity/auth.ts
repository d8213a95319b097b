import * as z from 'zod/mini'
import { Email, Ok, requiredText } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { APPROVAL_STATUSES } from '#domain/business.ts'
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
  status: z.enum(USER_STATUSES),
  emailVerified: z.boolean(),
  mustChangePassword: z.boolean(),
})
export type SessionUser = z.output<typeof SessionUser>

/** The user and the bearer token of the session. */
export const SignedIn = z.extend(SessionUser, { token: z.string() })
export type SignedIn = z.output<typeof SignedIn>

/** Passwords are verified exactly as typed, without trimming. */
export const Password = z.string().check(z.maxLength(1000))

/** Absent and empty are the same: the server answers that the field is required. */
export const currentPassword = z._default(Password, '')

/** The caller's password, entered again before an action that someone at an unlocked screen must not take. */
export const StepUpBody = z.object({ currentPassword })

/** An email address and a password; one that is missing is refused like one that is wrong. */
export const LoginBody = z.object({
  email: z._default(z.string().check(z.maxLength(320)), ''),
  password: z._default(Password, ''),
})
export type LoginBody = z.output<typeof LoginBody>

/** Name, email address and password of a new customer. */
export const RegisterBody = z.object({
  name: requiredText(120, 'Please enter your name'),
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
/** The caller's password; a missing one is refused like a wrong one. */
export const StepUpPasswordBody = z.object({ password: z._default(Password, '') })
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
    summary: 'Starts a session.',
    body: LoginBody,
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
    summary: "Confirms the caller's password: calls that answer `step_up_required` are open to this session for 5 minutes.",
    body: StepUpPasswordBody,
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
