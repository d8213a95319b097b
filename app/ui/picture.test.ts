import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFiles } from '../../scripts/project-files.ts'

test('F7.3.17 every picture that somebody gave is shown by the component that replaces lost ones; plain images are the own drawings', () => {
  const files = []
  expect(files.length).toBeGreaterThan(100)
})
