import type { Calls } from '#contract/client.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'

const METHODS: Record<string, Endpoint['method']> = { g: 'GET', p: 'POST', u: 'PUT', a: 'PATCH', d: 'DELETE' }

const readCall = (text: string) => {
  const [name = '', line = ''] = text.split(' ')
  const list = line.startsWith('*')
  const rest = list ? line.slice(1) : line
  return [name, { method: METHODS[rest.charAt(0)], path: `/api/${rest.slice(1)}`, list }] as const
}

/** The calls as the short text of `npm run calls` has them: a line for each noun, `*` before what answers a list; every page carries it. */
export function readCalls(text: string): Calls<Contract> {
  const nouns = text.split('\n').map((line) => {
    const [noun = '', calls = ''] = line.split(/:(.*)/s)
    return [noun, Object.fromEntries(calls.split(',').map(readCall))] as const
  })
  return Object.fromEntries(nouns) as unknown as Calls<Contract> // a test compares them with the contract, call by call
}
