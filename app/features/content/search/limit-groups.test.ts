import { expect, test } from 'vitest'
import { limitGroups } from './limit-groups.ts'

const group = (label: string, number: number) => ({
  label,
  options: Array.from({ length: number }, (_, at) => ({ to: `/${label}/${at}`, content: null })),
})
const sizes = (groups: readonly { label: string; options: readonly unknown[] }[]) =>
  groups.map(({ label, options }) => `${label} ${options.length}`)

test('the dialog shows at most 8 choices while typing, and something of every kind', () => {
  expect(sizes(limitGroups([group('searches', 3), group('machines', 5), group('help', 2)], 8))).toEqual([
    'searches 3',
    'machines 4',
    'help 1',
  ])
  expect(sizes(limitGroups([group('machines', 5), group('producers', 3)], 8))).toEqual(['machines 5', 'producers 3'])
  expect(sizes(limitGroups([], 8))).toEqual([])
  const many = 'abcdefghi'.split('').map((label) => group(label, 2))
  expect(sizes(limitGroups(many, 8))).toEqual('abcdefgh'.split('').map((label) => `${label} 1`))
})
