import { expect, test } from 'vitest'
import { canTransition, checkTransition, type Transitions } from './transitions.ts'

type Light = 'red' | 'green' | 'off'
const LIGHTS: Transitions<Light> = { red: ['green', 'off'], green: ['red'], off: [] }
const LABELS: Record<Light, string> = { red: 'Red', green: 'Green', off: 'Out of order' }

test('a move is allowed only when the table lists it', () => {
  expect(canTransition(LIGHTS, 'red', 'green')).toBe(true)
  expect(canTransition(LIGHTS, 'green', 'off')).toBe(false)
  expect(canTransition(LIGHTS, 'red', 'red')).toBe(false)
  expect(canTransition(LIGHTS, 'off', 'red')).toBe(false)
})

test('F7.2.13 a refused move names both states by their labels, an allowed one is null', () => {
  expect(checkTransition(LIGHTS, 'green', 'off', LABELS)).toEqual({ code: 'invalid_transition', from: 'green', to: 'out of order' })
  expect(checkTransition(LIGHTS, 'green', 'red', LABELS)).toBeNull()
})
