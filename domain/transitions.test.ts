import { expect, test } from 'vitest'
import { canMove, checkMove, type Transitions } from './transitions.ts'

type Light = 'red' | 'green' | 'off'
const LIGHTS: Transitions<Light> = { red: ['green', 'off'], green: ['red'], off: [] }

test('a move is allowed only when the table lists it', () => {
  expect(canMove(LIGHTS, 'red', 'green')).toBe(true)
  expect(canMove(LIGHTS, 'green', 'off')).toBe(false)
  expect(canMove(LIGHTS, 'red', 'red')).toBe(false)
  expect(canMove(LIGHTS, 'off', 'red')).toBe(false)
})

test('a refused move names both states, an allowed one is null', () => {
  expect(checkMove(LIGHTS, 'green', 'off')).toEqual({ code: 'invalid_transition', from: 'green', to: 'off' })
  expect(checkMove(LIGHTS, 'green', 'red')).toBeNull()
})
