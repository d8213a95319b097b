import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, learnCalls, setSignInAgain } from '#app/lib/api.ts'
import { officeCalls } from '#app/lib/office-calls.ts'
import { dismiss, useToasts } from '#app/lib/toast.ts'
import { currentToken, setToken } from '#app/lib/token.ts'
import { isApiError } from '#contract/errors.ts'
import { beginAgain } from './sign-in-again.tsx'

learnCalls(officeCalls)

const ENDED = JSON.stringify({ status: 401, detail: 'Please sign in.', code: 'unauthorized' })
const NOTICE = ['Your session has ended. Please sign in again.', true]
const fetching = vi.fn<typeof fetch>()
/** The form: somebody signs in, unless it is canceled. */
const open = vi.fn<() => Promise<boolean>>()
const toasts = () => useToasts.getState().toasts.map(({ text, action }) => [text, action?.act !== undefined])
const sent = () => fetching.mock.calls.map(([, init]) => init)

beforeEach(() => {
  vi.stubGlobal('fetch', fetching)
  vi.stubGlobal('location', { pathname: '/admin/orders', search: '' })
  fetching.mockReset()
  fetching.mockImplementation(async (_url, init) =>
    new Headers(init?.headers).get('authorization') === 'Bearer rf_new'
      ? new Response('{"ok":true}')
      : new Response(ENDED, { status: 401 }),
  )
  open.mockReset()
  open.mockImplementation(async () => {
    setToken('rf_new')
    return true
  })
  setToken('rf_staff')
  setSignInAgain(beginAgain(open))
})
afterEach(() => {
  setSignInAgain(null)
  setToken(null)
  for (const { id } of useToasts.getState().toasts) dismiss(id)
  vi.unstubAllGlobals()
})

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  )
const refund = () => api.orderMoney.refund({ params: { id: 'o1' }, body: { reason: 'Late', password: '' }, idempotencyKey: 'key-1' })

test('what is sent waits for the sign-in, and is sent again by the new session with the same body and key', async () => {
  expect(await refund()).toEqual({ ok: true })
  const [first, second] = sent()
  expect(sent()).toHaveLength(2)
  expect(second?.body).toBe(first?.body)
  expect(new Headers(second?.headers).get('idempotency-key')).toBe('key-1')
  expect(toasts()).toEqual([])
})

test('calls at the same time share one form', async () => {
  expect(await Promise.all([refund(), api.users.remove({ params: { id: 'u1' } })])).toEqual([{ ok: true }, { ok: true }])
  expect(open).toHaveBeenCalledTimes(1)
})

test('canceled, it is refused, the message stays, and the next one asks again', async () => {
  open.mockResolvedValueOnce(false)
  const failure = await failureOf(refund())
  expect(isApiError(failure) && failure.detail).toBe('Please sign in.')
  expect(currentToken()).toBeNull()
  expect(toasts()).toEqual([NOTICE])
  expect(await refund()).toEqual({ ok: true })
  expect(open).toHaveBeenCalledTimes(2)
  expect(toasts()).toEqual([])
})

test('a read in the background asks nothing: a message opens the form', async () => {
  await failureOf(api.settings.read())
  expect(open).not.toHaveBeenCalled()
  expect(toasts()).toEqual([NOTICE])
  useToasts.getState().toasts[0]?.action?.act?.()
  await expect.poll(currentToken).toBe('rf_new')
  expect(toasts()).toEqual([])
})

test('the message goes when somebody has signed in elsewhere', async () => {
  await failureOf(api.settings.read())
  setToken('rf_new')
  expect(toasts()).toEqual([])
})

test('a wrong code of a second factor and a visitor are no end of a session', async () => {
  fetching.mockResolvedValue(new Response(JSON.stringify({ status: 401, detail: 'No', code: 'invalid_second_factor' }), { status: 401 }))
  await failureOf(refund())
  setToken(null)
  fetching.mockResolvedValue(new Response(ENDED, { status: 401 }))
  await failureOf(refund())
  expect(open).not.toHaveBeenCalled()
  expect(toasts()).toEqual([])
})
