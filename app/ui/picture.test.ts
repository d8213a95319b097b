import { expect, test } from 'vitest'
import { listFiles, read } from '../../scripts/project-files.ts'

/**
 * The addresses of plain `<img>` elements: the shop's own drawings, which cannot be lost, and the official notice, shown as it is, for
 * which its words stand.
 */
const OWN = /^\s*(?:src="\/drawings\/scenes\/|src=\{`\/drawings\/scenes\/|src=\{guaranteeNotice\})/

test('F7.3.17 every picture that somebody gave is shown by the component that replaces lost ones; plain images are drawings of the shop', () => {
  const files = listFiles('app', /\.tsx$/).filter((path) => path !== 'app/ui/picture.tsx')
  expect(files.length).toBeGreaterThan(100)
  const plain = files.flatMap((path) =>
    read(path)
      .split('<img')
      .slice(1)
      .map((text) => ({ path, source: /\ssrc=\S+/.exec(text.split('/>')[0] ?? '')?.[0] ?? '' })),
  )
  expect(plain.length).toBeGreaterThan(10)
  expect(plain.filter(({ source }) => !OWN.test(source))).toEqual([])
})
