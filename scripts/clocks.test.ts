import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { listSources, read } from './project-files.ts'

/*
 * No test of every day asks a clock how long something took: on a machine that does much else it takes longer. What must not wait is
 * shown by events (a clock that stands still, an order, a count), what must be fast by a bench.
 */

/** Tests that measure, with the reason. */
const MEASURING: Readonly<Record<string, string>> = {
  'e2e/movable-shop.ts': 'processor time that the walk of long inputs asks of a server',
  'server/checkout/online/outages.test.ts': 'nightly: what two services that are away leave of five seconds',
  'server/identity/auth/auth.test.ts':
    'that an email without an account costs the processor as much as one with it says nothing about accounts',
  'server/platform/secrets/password.test.ts': 'the same of a password',
  'server/platform/answers/two-servers.test.ts': 'nightly: how long a server may answer with what another one has changed',
  'server/platform/http/costs.test.ts': 'processor time of long requests, which may at most double with their length',
  'server/platform/http/fuzz.test.ts': 'processor time of hostile requests, with a wide bound',
  'server/platform/text/meant-words.test.ts': 'processor time of a hostile search, with a wide bound',
  'server/platform/text/typed-texts.test.ts': 'processor time of texts that strangers send, which may at most double with their length',
  'server/platform/vendors/markdown.test.ts': 'processor time of text that is nested without end, with a wide bound',
  'server/platform/vendors/pdf.test.ts': 'the share of the processor time that is another thread’s',
  'scripts/servers.test.ts': 'nightly: how soon a server takes over from one that was killed, for the reader of the output',
}

/** Calls that measure how long something took. */
const CLOCKS = new Set([
  'performance.now',
  'process.hrtime',
  'process.hrtime.bigint',
  'process.cpuUsage',
  'process.threadCpuUsage',
  'cpuTimeOf',
  'console.time',
])
/** Waits with an end of their own, of one second unless they name another one. */
const WAITS = new Set(['vi.waitFor', 'vi.waitUntil'])
/** Shortest wait in ms that stands for "it never comes". */
const PATIENCE_MS = 5000

/** Files without these need not be parsed. */
const MENTIONS = /\bnow\b|hrtime|[cC]pu[UT]|console\.time|new Date\(\)|vi\.wait|timeout/

/** Returns the text of each place where a test measures, or gives up soon. */
function findClocks(path: string, text: string): string[] {
  const found: string[] = []
  const textOf = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
  const add = (node: ESTree.Node) => void found.push(textOf(node))
  new Visitor({
    CallExpression: (node) => {
      const callee = textOf(node.callee)
      if (CLOCKS.has(callee) || (WAITS.has(callee) && !node.arguments.some((argument) => textOf(argument).includes('timeout:')))) add(node)
    },
    // `new Date(Date.now() - days)` is a moment, and so is what the clock of a shop is moved by
    BinaryExpression: (node) => {
      if (node.operator !== '-' || /(?:new Date|\.advance)\($/.test(text.slice(0, node.start))) return
      if ([node.left, node.right].some((side) => /^(?:Date\.now\(\)|new Date\(\)\.getTime\(\))$/.test(textOf(side)))) add(node)
    },
    Property: (node) => {
      const { key, value } = node
      if (textOf(key) === 'timeout' && value.type === 'Literal' && typeof value.value === 'number' && value.value < PATIENCE_MS) add(node)
    },
  }).visit(parseSync(path, text).program)
  return found
}

test('what measures is found, and what only names a moment is not', () => {
  const source = `
const begun = performance.now()
const [spent, ours] = [process.cpuUsage(), process.threadCpuUsage(before)]
const took = await cpuTimeOf(() => work())
expect(Date.now() - begun).toBeLessThan(1000)
expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000)
expect(until.getTime() - new Date().getTime()).toBe(72)
await expect(row).toBeVisible({ timeout: 1000 })
await expect.poll(read, { interval: 20, timeout: 3000 }).toBe(true)
await vi.waitUntil(() => isDone)
await vi.waitFor(check, 4000)`
  expect(findClocks('one.test.ts', source)).toEqual([
    'performance.now()',
    'process.cpuUsage()',
    'process.threadCpuUsage(before)',
    'cpuTimeOf(() => work())',
    'Date.now() - begun',
    'Date.parse(at) - Date.now()',
    'until.getTime() - new Date().getTime()',
    'timeout: 1000',
    'timeout: 3000',
    'vi.waitUntil(() => isDone)',
    'vi.waitFor(check, 4000)',
  ])
  const moments = `
const yesterday = new Date(Date.now() - 24 * HOUR_MS - 60_000)
shop.advance(Date.now() - shop.deps.now().getTime())
vi.spyOn(performance, 'now').mockReturnValue(0)
await vi.waitUntil(() => isDone, { timeout: 60_000 })
await expect.poll(read).toBe(true)
const before = Date.now()
expect(changedAt >= before && changedAt <= Date.now()).toBe(true)`
  expect(findClocks('one.test.ts', moments)).toEqual([])
})

test('no test compares what a clock has measured, or gives up soon, but those that say why', () => {
  const tests = listSources().filter((path) => /\.test\.tsx?$|^e2e\//.test(path))
  expect(tests.length).toBeGreaterThan(400)
  const texts = tests.map((path) => [path, read(path)] as const).filter(([, text]) => MENTIONS.test(text))
  const found = texts.flatMap(([path, text]) => findClocks(path, text).map((place) => `${path}: ${place}`))
  expect(found.filter((line) => !((line.split(':')[0] ?? '') in MEASURING))).toEqual([])
  const measuring = new Set(found.map((line) => line.split(':')[0]))
  expect(Object.keys(MEASURING).filter((path) => !measuring.has(path))).toEqual([])
})
