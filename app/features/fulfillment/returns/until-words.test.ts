import { expect, test } from 'vitest'
import { untilWords } from './until-words.ts'

test('D66 a machine may come back longer than what was delivered with it, and the order says so', () => {
  const kit = { name: 'Service tool kit', returnUntil: '2026-12-05' }
  const machine = { name: 'EcoMat 1000', returnUntil: '2026-12-21' }
  expect(untilWords([machine, kit])).toBe('Service tool kit until December 5, 2026; EcoMat 1000 until December 21, 2026')
  expect(untilWords([kit, { ...kit, name: 'Belt' }])).toBe('until December 5, 2026')
})
