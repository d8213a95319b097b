import { expect, test } from 'vitest'
import type { InboxMessage } from '#contract/contact/inbox.ts'
import { answerLink } from './answer-link.ts'

const message = {
  name: 'Ann & Bob',
  email: 'ann+x@test.test',
  reference: 'C-23456789',
  topic: 'contact',
  message: 'Which?\nWhen?',
} as InboxMessage // what the link is made of

test('an answer carries the reference and the quoted message, and nothing in it can add a header', () => {
  const link = new URL(answerLink(message))
  expect(link.pathname).toBe('ann%2Bx@test.test')
  expect([...link.searchParams.keys()]).toEqual(['subject', 'body'])
  expect(link.searchParams.get('subject')).toBe('Your message (C-23456789)')
  expect(link.searchParams.get('body')).toBe('Hello Ann & Bob,\r\n\r\n\r\n> Which?\r\n> When?')
  const evil = new URL(answerLink({ ...message, email: 'a@b.test?bcc=all@c.test', topic: 'quote', message: '' }))
  expect([...evil.searchParams.keys()]).toEqual(['subject', 'body'])
  expect(answerLink({ ...message, message: `${'x'.repeat(899)}😀` })).toContain('%E2%80%A6')
})
