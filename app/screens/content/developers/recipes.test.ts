import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getPublicUrl } from '#app/lib/public-url.ts'
import { recipeFiles } from './recipe-files.ts'
import { RECIPES } from './recipes.tsx'

test('the page shows every recipe that is run, letter by letter, in both languages', () => {
  const shown = RECIPES.flatMap(({ files }) => Object.values(files).flat())
  expect([...new Set(shown)].sort()).toEqual(readdirSync('docs/recipes').sort())
  for (const { name, text } of recipeFiles(...shown))
    expect(`${text}\n`).toBe(readFileSync(`docs/recipes/${name}`, 'utf8').replace('http://localhost:3000', getPublicUrl()))
  for (const { files } of RECIPES) {
    expect(files.curl.filter((name) => name.endsWith('.sh'))).toEqual(files.curl)
    expect(files.TypeScript.at(-1)).toMatch(/\.ts$/)
  }
})
