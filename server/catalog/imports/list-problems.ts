import type { ProblemGroup } from '#contract/catalog/imports.ts'
import { type Answers, kindOf } from './apply-answers.ts'
import type { Finding } from './read-catalog.ts'

const MAX_PLACES = 20

/** Finds the 0-based cell of a problem; null: it is about the row as a whole. */
type CellOf = (finding: Pick<Finding, 'sheet' | 'column'>) => number | null

/** One of the reasons why a product is or was left out. */
export interface SeenProblem {
  finding: Finding
  /** Nothing answers it: the product is left out. */
  isOpen: boolean
}

const headline = ({ cause, message }: Finding) => (cause === 'tooLong' ? `${message.split(';')[0]}.` : message)

/** Groups problems by kind, the ones that leave out the most products first. */
export function listProblems(seen: readonly SeenProblem[], answers: Answers, cellOf: CellOf): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>()
  for (const { finding, isOpen } of seen) {
    const key = kindOf(finding)
    const answer = answers.get(key)
    const { cause, column, value, sheet, row } = finding
    const group: ProblemGroup = groups.get(key) ?? {
      cause,
      column,
      value,
      message: headline(finding),
      count: 0,
      open: 0,
      places: [],
      answer: answer ? { action: answer.action, to: answer.to } : null,
    }
    groups.set(key, group)
    group.count += 1
    if (isOpen) group.open += 1
    if (group.places.length < MAX_PLACES) group.places.push({ sheet, row, cell: cellOf(finding) })
  }
  return [...groups.values()].sort((one, other) => other.open - one.open || other.count - one.count)
}
