import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from './project-files.ts'
import { UNUSED, withoutBody } from './unused-library-code.ts'

const ROOT = join(import.meta.dirname, '..')
const ours = listFiles('app')
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))

test.each(UNUSED)('the libraries have what is left out, in one place each: $purpose, $file', ({ file, functions }) => {
  const code = readFileSync(join(ROOT, 'node_modules', file), 'utf8')
  expect(functions.reduce(withoutBody, code).length).toBeLessThan(code.length)
})

test.each(UNUSED)('no screen uses what is left out: $purpose, $file', ({ use }) => {
  expect(ours.filter(({ text }) => use.test(text)).map(({ file }) => file)).toEqual([])
})

test('a function that an update has taken away is named', () => {
  expect(() => withoutBody('function other() {\n}', 'startViewTransition')).toThrow('startViewTransition')
})
