import { expect, test } from 'vitest'
import { breakingChanges, type Description, isRaised, presentApi, releasedApi } from './api-changes.ts'

test('what breaks the clients of the last release comes with another major version of the API', async () => {
  const [released, present] = [releasedApi(), await presentApi()]
  expect(Object.keys(released.paths).length).toBeGreaterThan(300)
  const changes = breakingChanges(released, present)
  expect(isRaised(released, present) ? [] : changes, 'Keep it, or raise the major of API_VERSION and say so in CHANGELOG.md').toEqual([])
})

test('the present description breaks nothing of itself', async () => {
  const present = await presentApi()
  expect(breakingChanges(present, present)).toEqual([])
})

const Text = { type: 'string' }
type Parts = { query?: object; body?: object; answer?: object; path?: string; schemas?: Description['schemas'] }
const api = ({ query = {}, body = {}, answer = {}, path = '/api/boxes', schemas = {} }: Parts): Description => ({
  version: '1.0.0',
  schemas,
  paths: {
    [path]: {
      post: {
        parameters: Object.entries(query).map(([name, schema]) => ({ name, in: 'query', ...schema, schema })),
        requestBody: { content: { 'application/json': { schema: { type: 'object', ...body } } } },
        responses: { 200: { content: { 'application/json': { schema: { type: 'object', ...answer } } } } },
      },
    },
  },
})
const name = { properties: { name: Text }, required: ['name'] }
const call = 'POST /api/boxes'

test.each<[what: string, before: Parts, after: Parts, changes: string[]]>([
  ['a call that is gone', {}, { path: '/api/crates' }, [`${call} is gone`]],
  ['a field of a body that is gone', { body: name }, {}, [`${call} body.name is gone`]],
  ['a field of a body that is new and required', {}, { body: name }, [`${call} body.name is now required`]],
  ['a field of a body that is new', {}, { body: { properties: { name: Text } } }, []],
  ['a field of an answer that is gone', { answer: name }, {}, [`${call} answer.name is gone`]],
  ['a field of an answer that is new', {}, { answer: name }, []],
  [
    'a field of an answer that may be absent',
    { answer: name },
    { answer: { properties: { name: Text } } },
    [`${call} answer.name may now be absent`],
  ],
  [
    'a field of an answer that may be null',
    { answer: name },
    { answer: { ...name, properties: { name: { anyOf: [Text, { type: 'null' }] } } } },
    [`${call} answer.name may now be null`],
  ],
  [
    'a field of a body that may be null',
    { body: name },
    { body: { ...name, properties: { name: { anyOf: [Text, { type: 'null' }] } } } },
    [],
  ],
  [
    'another type of an answer, behind a name',
    { answer: { properties: { box: { $ref: '#/components/schemas/Box' } } }, schemas: { Box: Text } },
    { answer: { properties: { box: { $ref: '#/components/schemas/Box' } } }, schemas: { Box: { type: 'number' } } },
    [`${call} answer.box may now be number`],
  ],
  [
    'a value that is no longer taken',
    { query: { size: { enum: ['small', 'large'] } } },
    { query: { size: { enum: ['large', 'huge'] } } },
    [`${call} ?size no longer takes "small"`],
  ],
  ['a parameter that is required', {}, { query: { size: { ...Text, required: true } } }, [`${call} ?size is now required`]],
  ['a parameter that is gone', { query: { size: Text } }, {}, [`${call} ?size is gone`]],
  [
    'a member of a list in an answer',
    { answer: { properties: { boxes: { type: 'array', items: { type: 'object', ...name } } } } },
    { answer: { properties: { boxes: { type: 'array', items: { type: 'object' } } } } },
    [`${call} answer.boxes[].name is gone`],
  ],
])('%s', (_what, before, after, changes) => {
  expect(breakingChanges(api(before), api(after))).toEqual(changes)
})
