import { expect, test } from 'vitest'
import { pathOfImport, readModule } from './read-module.ts'

const exportsOf = (text: string) => readModule('a.tsx', text).exports.map(({ name }) => name)
const importsOf = (text: string) => readModule('a.tsx', text).imports.map(({ from, names }) => `${from} ${names.join()}`)

test.each([
  ['export const a: number = 1, b = 2', ['a', 'b']],
  ['export type Size = 1; export interface Box { size: Size }', ['Size', 'Box']],
  ['export function box() { return <p /> }', ['box']],
  ['export default class Box {}', ['default']],
  ["export { a as b } from './b.ts'; export * from './c.ts'", ['b']],
  ['export const Box = 1; export type Box = 2', ['Box']],
  ['const a = 1', []],
])('the exports of %s', (text, names) => {
  expect(exportsOf(text)).toEqual(names)
})

test.each([
  ["import a, { b as c, type D } from './b.ts'", ['./b.ts default,b,D']],
  ["import type { A } from '#domain/a.ts'", ['#domain/a.ts A']],
  ["import * as all from 'zod'", ['zod *']],
  ["import './a.css'", ['./a.css ']],
  ["const a = await import('./a.ts')", ['./a.ts *']],
  ["type A = typeof import('./a.ts')", ['./a.ts *']],
  ["export { a as b } from './b.ts'; export * from './c.ts'", ['./b.ts a', './c.ts *']],
])('the imports of %s', (text, imports) => {
  expect(importsOf(text)).toEqual(imports)
})

test.each([
  ['/** Cents. */\nexport const a = 1', true],
  ['/** Cents. */\n\nexport async function a() {}', true],
  ['/* Cents. */\nexport const a = 1', false],
  ['// Cents.\nexport const a = 1', false],
  ['/** Cents. */\nconst b = 1\nexport const a = b', false],
  ['/** Both. */\nexport const A = 1\nexport type A = 2', true],
  ["export { a } from './b.ts'", true],
])('%j: documented %s', (text, isDocumented) => {
  expect(readModule('a.ts', text).exports.map((found) => found.isDocumented)).toEqual([isDocumented])
})

test('what is no TypeScript is an error with its path', () => {
  expect(() => readModule('bad.ts', 'export const = 1')).toThrow('bad.ts: ')
})

test.each([
  ['#domain/money.ts', 'domain/money.ts'],
  ['./cart-line.tsx', 'app/screens/shop/cart/cart-line.tsx'],
  ['../../page-error.tsx', 'app/screens/page-error.tsx'],
  ['zod/mini', null],
])('%s leads to %s', (from, path) => {
  expect(pathOfImport(from, 'app/screens/shop/cart/cart-lines.tsx')).toBe(path)
})
