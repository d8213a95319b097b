import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { dismiss, TOAST_MS, TOASTS_VISIBLE, toast, useToasts } from './toast.ts'

afterEach(() => {
  vi.useRealTimers()
  useToasts.setState({ toasts: [] })
})
const shown = () => useToasts.getState().toasts.map(({ type, text }) => [type, text])

test('S328 there are six types of message', () => {
  const types = ['success', 'info', 'warning', 'error', 'loading', 'custom'] as const
  for (const type of types) toast[type](type)
  expect(shown().reverse()).toEqual(types.map((type) => [type, type]))
})

test('D12 a loading message stays until its work settles, and gives way to how it went', async () => {
  vi.useFakeTimers()
  const texts = { loading: 'Sending...', success: 'Sent', error: 'Not sent' }
  const slow = toast.during(new Promise((resolve) => setTimeout(() => resolve('answer'), 9000)), texts)
  await vi.advanceTimersByTimeAsync(299)
  expect(shown()).toEqual([])
  await vi.advanceTimersByTimeAsync(8000)
  expect(shown()).toEqual([['loading', 'Sending...']])
  await vi.advanceTimersByTimeAsync(1000)
  expect(await slow).toBe('answer')
  expect(shown()).toEqual([['success', 'Sent']])
  await expect(toast.during(Promise.reject(new Error('offline')), texts)).rejects.toThrow('offline')
  expect(shown()).toEqual([
    ['error', 'Not sent'],
    ['success', 'Sent'],
  ])
  await toast.during(Promise.resolve(1), { loading: 'Sending...' })
  expect(shown()).toHaveLength(2)
})

test('S329 B341 messages stay 4000 ms, three are seen, 356 px wide, 14 px apart, top right', () => {
  expect([TOAST_MS, TOASTS_VISIBLE]).toEqual([4000, 3])
  const css = readFileSync(join(import.meta.dirname, '../ui/toaster.css'), 'utf8')
  const rule = /\.toasts \{([^}]+)\}/.exec(css)?.[1] ?? ''
  expect(rule).toMatch(/gap: 14px/)
  expect(rule).toMatch(/width: 356px/)
  expect(rule).toMatch(/top: 24px;\s+right: 24px/)
})

test('the newest message comes first, and a dismissed one is gone', () => {
  const first = toast.success('First')
  toast.error('Second')
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['Second', 'First'])
  dismiss(first)
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['Second'])
})
