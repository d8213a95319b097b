import { type Api, createApi, type Send } from '#contract/client.ts'
import { ApiError } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { calls } from './calls.ts'
import { sendAgain } from './send-again.ts'
import { STEP_UP_CANCELED, sendWithStepUp } from './step-up.ts'
import { toast } from './toast.ts'
import { currentToken, endSession, onEndedElsewhere } from './token.ts'

/** Request timeouts, in ms (D10). Uploads take longer. */
export const PATIENCE_MS = { read: 15_000, write: 30_000, upload: 120_000 } as const
const SESSION_ENDED = 'Your session has ended. Please sign in again.'

/** Puts a token away that the shop no longer knows, and says so; the page stays (D8). */
export function sessionEnded(): void {
  endSession()
  notifyEnded()
}

function notifyEnded(): void {
  toast.error(SESSION_ENDED, { label: 'Sign In', to: `/login?from=${encodeURIComponent(location.pathname + location.search)}` })
}

onEndedElsewhere(notifyEnded)

/**
 * Sends with `fetch`; the bearer header only when a token is stored. A token that the server no longer knows is put away. A call that
 * needs the password first is sent again once it is confirmed, one with an idempotency key while the shop cannot be reached.
 */
const send: Send = async ({ method, url, headers, body, signal }) => {
  const token = currentToken()
  const sendOnce = () => {
    const patience = AbortSignal.timeout(PATIENCE_MS[method === 'GET' ? 'read' : body instanceof FormData ? 'upload' : 'write'])
    return fetch(url, {
      method,
      headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
      ...(body !== undefined && { body }),
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    })
  }
  const answer = await sendWithStepUp(() => (headers['idempotency-key'] ? sendAgain(sendOnce) : sendOnce()))
  if (answer.status === 401 && token && token === currentToken() && !url.startsWith('/api/auth/')) sessionEnded()
  return { status: answer.status, statusText: answer.statusText, header: (name) => answer.headers.get(name), text: await answer.text() }
}

/** The shop's calls, from the browser. */
export const api: Api<Contract> = createApi<Contract>(calls, send)
export type ShopApi = Api<Contract>

/** Says if a call was refused because its user canceled the question for the password. */
const isStepUpCanceled = (error: unknown): boolean => isApiError(error) && error.problem.code === 'step_up_required'

/** Returns the message for a failed call: the server's own, or `fallback` when it was not reached. */
export function messageOf(error: unknown, fallback: string): string {
  if (isStepUpCanceled(error)) return STEP_UP_CANCELED
  return isApiError(error) ? error.detail : fallback
}

/** Shows `messageOf` a failed call as a notification; nothing when its user canceled the question for the password. */
export function toastFailure(error: unknown, fallback: string): void {
  if (!isStepUpCanceled(error)) toast.error(messageOf(error, fallback))
}

/** By name, not by class: server and browser hold two copies of it. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError'
}
