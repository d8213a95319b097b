import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dismiss, TOAST_MS, TOASTS_VISIBLE, toast, useToasts } from './toast.ts'

test('S329 B341 messages stay 4000 ms, three are seen, 356 px wide, 14 px apart, top right', () => {
  expect([TOAST_MS, TOASTS_VISIBLE]).toEqual([4000, 3])
  const css = readFileSync(join(import.meta.dirname, '../styles/components.css'), 'utf8')
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
