import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, learnCalls } from './api.ts'
import { officeCalls } from './office-calls.ts'

learnCalls(officeCalls)

const AWAY = JSON.stringify({
  type: '/api/docs#not_ready',
  title: 'Service Unavailable',
  status: 503,
  detail: 'Not ready',
  code: 'not_ready',
})
const BUSY = JSON.stringify({ type: '/api/docs#busy', title: 'Service Unavailable', status: 503, detail: 'Busy', code: 'busy' })
const fetching = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fetching.mockReset()
  vi.stubGlobal('fetch', fetching)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const keys = () => fetching.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
const order = () => api.orderMoney.refund({ params: { id: 'o1' }, body: { reason: 'Late', password: 'x' }, idempotencyKey: 'key-1' })

test('a write with a key is sent again, under the same key, until the shop is back', async () => {
  fetching
    .mockResolvedValueOnce(new Response(AWAY, { status: 503 }))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(new Response('{"ok":true}'))
  const call = order()
  await vi.advanceTimersByTimeAsync(5000)
  expect(await call).toEqual({ ok: true })
  expect(keys()).toEqual(['key-1', 'key-1', 'key-1'])
})

test('it ends after three repetitions within 15 seconds, with what the last one said', async () => {
  fetching.mockImplementation(async () => new Response(AWAY, { status: 503 }))
  const call = order().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await call).toMatchObject({ status: 503, code: 'not_ready' })
  expect(keys()).toHaveLength(4)
})

test('a refusal, a busy shop and a write without a key are not repeated', async () => {
  fetching.mockImplementation(async () => new Response(BUSY, { status: 503 }))
  await expect(order()).rejects.toMatchObject({ code: 'busy' })
  fetching.mockImplementation(async () => new Response(AWAY, { status: 503 }))
  await expect(api.cart.clear()).rejects.toMatchObject({ code: 'not_ready' })
  expect(fetching).toHaveBeenCalledTimes(2)
})
