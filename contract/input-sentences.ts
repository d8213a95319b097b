import * as z from 'zod/mini'
import { formatCount } from '#domain/text.ts'

type Issue = z.core.$ZodRawIssue

const MISSING = 'Please fill in this field'
const GENERAL = "This value isn't accepted here"
const count = (value: number | bigint) => formatCount(Number(value))
const entries = (number: number | bigint) => (Number(number) === 1 ? '1 entry is' : `${count(number)} entries are`)

function oneOf(values: readonly unknown[]): string {
  const named = values.map((value) => (value === '' ? 'empty' : String(value)))
  return `Must be ${named.length === 1 ? '' : 'one of: '}${named.join(', ')}`
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object',
  record: 'Must be an object',
}

function sentenceOfType({ expected, input, inst }: Extract<Issue, { code: 'invalid_type' }>): string {
  const isInteger = inst instanceof z.ZodMiniNumberFormat
  const sentence = TYPES[isInteger ? 'int' : expected] ?? GENERAL
  return expected === 'number' && typeof input === 'string' ? `${sentence}, not text` : sentence
}

function sentenceOfMaximum({ origin, maximum, inclusive }: Extract<Issue, { code: 'too_big' }>): string {
  if (origin === 'string') return `At most ${maximum} characters are accepted`
  if (origin === 'array') return `At most ${entries(maximum)} accepted`
  return `Must be ${inclusive === false ? 'less than' : 'at most'} ${count(maximum)}`
}

function sentenceOfMinimum({ origin, minimum, inclusive }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin === 'string' && minimum === 1) return MISSING
  if (origin === 'string') return `At least ${count(minimum)} characters are needed`
  if (origin === 'array') return `At least ${entries(minimum)} needed`
  return `Must be ${inclusive === false ? 'more than' : 'at least'} ${count(minimum)}`
}

/** Returns the sentence of the first of several forms, where it is about the whole value. */
function sentenceOfUnion(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  if ('options' in issue && Array.isArray(issue.options)) return oneOf(issue.options)
  const [first] = issue.errors[0] ?? []
  return first && first.path.length === 0 ? first.message : GENERAL
}

/** Returns the sentence of a refused value whose schema has none of its own. */
export function sentenceOf(issue: Issue): string {
  if (issue.input === undefined || issue.input === null) return MISSING
  switch (issue.code) {
    case 'invalid_type':
      return sentenceOfType(issue)
    case 'invalid_value':
      return oneOf(issue.values)
    case 'too_big':
      return sentenceOfMaximum(issue)
    case 'too_small':
      return sentenceOfMinimum(issue)
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return 'Please check the format'
    case 'unrecognized_keys':
      return `Unknown ${issue.keys.length === 1 ? 'field' : 'fields'}: ${issue.keys.join(', ')}`
    case 'invalid_union':
      return sentenceOfUnion(issue)
    default:
      return GENERAL
  }
}
