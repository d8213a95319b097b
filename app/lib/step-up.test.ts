import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isApiError } from '#contract/errors.ts'
import { api, learnCalls, setSignInAgain } from './api.ts'
import { download } from './download.ts'
import { officeCalls } from './office-calls.ts'
import { useStepUp } from './step-up.ts'
import { setToken } from './token.ts'

learnCalls(officeCalls)

const saved = vi.hoisted(() => vi.fn<(name: string, content: Blob) => void>())
vi.mock('./hand-over.ts', () => ({ saveFile: saved }))

const SENTENCE = "Confirm it's you to continue."
const REFUSAL = JSON.stringify({
  type: '/api/docs#step_up_required',
  title: 'Forbidden',
  status: 403,
  detail: SENTENCE,
  code: 'step_up_required',
})
const fetching = vi.fn<typeof fetch>()
/** True if the server knows of a recently entered password. */
let isFresh = false

beforeEach(() => {
  isFresh = false
  saved.mockReset()
  fetching.mockReset()
  fetching.mockImplementation(async () => (isFresh ? new Response('{"ok":true}', { status: 200 }) : new Response(REFUSAL, { status: 403 })))
  vi.stubGlobal('fetch', fetching)
  setToken('rf_staff')
})
afterEach(() => {
  setToken(null)
  vi.unstubAllGlobals()
})

/** Waits for the question and answers it, as the dialog does. */
async function answerWith(isConfirmed: boolean): Promise<void> {
  await expect.poll(() => useStepUp.getState().settle).not.toBeNull()
  isFresh = isConfirmed
  useStepUp.getState().settle?.(isConfirmed)
}
const sent = () => fetching.mock.calls.map(([url, init]) => ({ url, method: init?.method, body: init?.body, headers: init?.headers }))
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  )
const refund = () => api.orderMoney.refund({ params: { id: 'o1' }, body: { reason: 'Late', password: '' }, idempotencyKey: 'key-1' })

test('a call that needs the password waits for it, and is sent again with the same body and key', async () => {
  const call = refund()
  await answerWith(true)
  expect(await call).toEqual({ ok: true })
  const [first, second] = sent()
  expect(sent()).toHaveLength(2)
  expect(second).toEqual(first)
  expect(new Headers(second?.headers).get('idempotency-key')).toBe('key-1')
  expect(useStepUp.getState().settle).toBeNull()
})

test('canceled, the call fails with its own sentence and is not sent again; the next one asks again', async () => {
  const failing = failureOf(refund())
  await answerWith(false)
  const failure = await failing
  expect(isApiError(failure) && failure.detail).toBe(SENTENCE)
  expect(fetching).toHaveBeenCalledTimes(1)
  const next = refund()
  await answerWith(true)
  expect(await next).toEqual({ ok: true })
})

test('calls at the same time share one question', async () => {
  const calls = [refund(), api.users.remove({ params: { id: 'u1' } })]
  await expect.poll(() => fetching.mock.calls.length).toBe(2)
  await answerWith(true)
  expect(await Promise.all(calls)).toEqual([{ ok: true }, { ok: true }])
  expect(fetching).toHaveBeenCalledTimes(4)
})

test('a download waits for the password too, and is handed over once', async () => {
  const saving = download('/api/admin/orders/export?format=csv', 'orders.csv')
  await answerWith(true)
  await saving
  expect(saved).toHaveBeenCalledTimes(1)
  expect(saved.mock.calls[0]?.[0]).toBe('orders.csv')
  isFresh = false
  const refused = failureOf(download('/api/admin/payouts/file', 'bank.csv'))
  await answerWith(false)
  expect(isApiError(await refused)).toBe(true)
  expect(saved).toHaveBeenCalledTimes(1)
})

test('what one user asked for is not sent as another one who has signed in meanwhile', async () => {
  const failing = failureOf(refund())
  await expect.poll(() => useStepUp.getState().settle).not.toBeNull()
  setToken('rf_other')
  await answerWith(true)
  expect(isApiError(await failing)).toBe(true)
  expect(fetching).toHaveBeenCalledTimes(1)
})

test('another 403 asks for nothing', async () => {
  fetching.mockResolvedValue(new Response(JSON.stringify({ status: 403, detail: 'No', code: 'forbidden' }), { status: 403 }))
  expect(isApiError(await failureOf(refund()))).toBe(true)
  expect(useStepUp.getState().settle).toBeNull()
})

test('a download waits for the sign-in of a session that has ended', async () => {
  const ended = JSON.stringify({ status: 401, detail: 'Please sign in.', code: 'unauthorized' })
  fetching.mockImplementation(async (_url, init) =>
    new Headers(init?.headers).get('authorization') === 'Bearer rf_new' ? new Response('a,b') : new Response(ended, { status: 401 }),
  )
  setSignInAgain(async () => {
    setToken('rf_new')
    return true
  })
  await download('/api/admin/orders/export?format=csv', 'orders.csv')
  setSignInAgain(null)
  expect(saved).toHaveBeenCalledTimes(1)
})
