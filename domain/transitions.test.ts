import { expect, test } from 'vitest'
import { canTransition, checkTransition, type Transitions } from './transitions.ts'

type Light = 'red' | 'green' | 'off'
const LIGHTS: Transitions<Light> = { red: ['green', 'off'], green: ['red'], off: [] }

test('a move is allowed only when the table lists it', () => {
  expect(canTransition(LIGHTS, 'red', 'green')).toBe(true)
  expect(canTransition(LIGHTS, 'green', 'off')).toBe(false)
  expect(canTransition(LIGHTS, 'red', 'red')).toBe(false)
  expect(canTransition(LIGHTS, 'off', 'red')).toBe(false)
})

test('a refused move names both states, an allowed one is null', () => {
  expect(checkTransition(LIGHTS, 'green', 'off')).toEqual({ code: 'invalid_transition', from: 'green', to: 'off' })
  expect(checkTransition(LIGHTS, 'green', 'red')).toBeNull()
})
