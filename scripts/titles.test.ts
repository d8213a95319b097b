import { expect, test } from 'vitest'
import { nightTitles, rowsOf, smokeTitles, testsOf } from './titles.ts'

test('F7.4.1 a title names the rows of a range of up to three, and none of a longer one', () => {
  expect(rowsOf('S314-S316 the rates')).toEqual(['S314', 'S315', 'S316'])
  expect(rowsOf('a product is shown (S101-S104, S227 B5-6)')).toEqual(['S227', 'B5', 'B6'])
  expect(rowsOf('R-B1 a case of reliability, B9-B11')).toEqual(['B9', 'B10', 'B11'])
  expect(rowsOf('S3.4 S3.10 parts of another design, S9.')).toEqual(['S9'])
})

test('F7.4.1 a step of a story has a title like a test', () => {
  const source = `
test.describe('without script', () => {
  test('a story', async () => {
    await test.step('S101 where one is', async () => {})
    await test.step(\`B130 what is left of \${name}\`, async () => {})
    step('S102 no test')
  })
})
test.each([1, 2])('S103 the case %d', () => {})`
  expect(testsOf(source)).toEqual([
    { title: 'without script', test: 'without script' },
    { title: 'a story', test: 'a story' },
    { title: 'S101 where one is', test: 'a story' },
    { title: 'B130 what is left of ${name}', test: 'a story' },
    { title: 'S103 the case %d', test: 'S103 the case %d' },
  ])
})

test('a story that npm test runs is known by its tag, however its line breaks', () => {
  const source = `
test('one', { tag: '@smoke' }, async () => {})
test('two', {
  tag: '@smoke',
}, async () => {})
test('three', async () => {
  await test.step('four', async () => {})
})
test('five', { timeout: 9 }, async () => {})`
  expect([...smokeTitles(source)]).toEqual(['one', 'two'])
})

test('a test under a condition of TESTS_ALL runs each night only, whatever its name is bound to', () => {
  const source = `
const eachNight = test.runIf(TESTS_ALL)
const onPostgres = test.runIf(kind === 'postgres')
test('one', () => {})
eachNight('two', () => {})
onPostgres('three', () => {})
test.runIf(TESTS_ALL)('four', () => {})`
  expect([...nightTitles(source)]).toEqual(['two', 'four'])
})
