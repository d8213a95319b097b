import { expect, test } from 'vitest'
import { initialsOf } from './author.tsx'

test.each([
  ['Reflute Team', 'RT'],
  ['Ann', 'A'],
  ['Ann Maria van der Berg', 'AB'],
  ['  élodie-müller ', 'ÉM'],
  ['…', ''],
])('S278 the avatar of %j shows %j', (label, initials) => {
  expect(initialsOf(label)).toBe(initials)
})
