import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const UI = join(import.meta.dirname, '../../ui')
const PALETTE = join(import.meta.dirname, '../../features/kit/palette')
/** Parts without a look of their own: they keep or load another part, move the focus to the next heading, place the cards of messages. */
const UNSEEN = ['kept.tsx', 'later.tsx', 'route-focus.tsx', 'take-over.tsx', 'toaster.tsx']

const sourcesOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
const shown = [...sourcesOf(import.meta.dirname), ...sourcesOf(PALETTE)].join('\n')

test('the page of UI parts shows every part of app/ui', () => {
  const parts = readdirSync(UI).filter((name) => name.endsWith('.tsx'))
  expect(parts.length).toBeGreaterThan(20)
  expect(parts.filter((name) => !UNSEEN.includes(name) && !shown.includes(`from '#app/ui/${name}'`))).toEqual([])
})

test('the page of UI parts shows every class of a sheet without a component', () => {
  const sheets = readdirSync(UI).filter((name) => name.endsWith('.css'))
  const alone = sheets.filter(
    (name) => !['base.css', 'utilities.css'].includes(name) && !readdirSync(UI).includes(name.replace('.css', '.tsx')),
  )
  const classes = alone.flatMap((name) =>
    [...readFileSync(join(UI, name), 'utf8').matchAll(/^\.([a-z][\w-]*)/gm)].map(([, className = '']) => className),
  )
  expect(new Set(classes).size).toBeGreaterThan(10)
  expect([...new Set<string>(classes)].filter((name: string) => !new RegExp(`["\`' ]${name}["\`' ]`).test(shown))).toEqual([])
})
