import type { Refusal, RefusalCode } from '#contract/refusals.ts'
import { refusalText } from '#contract/refusals.ts'

/** An expected refusal, sent to the client. Any other thrown error is a bug. */
export class RefusalError extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusalText(refusal))
    this.name = 'RefusalError'
    this.refusal = refusal
  }
}

/** Refusal of an edit of an older version; the server adds who saved `target` last, and when. */
export class StaleEditError extends RefusalError {
  /** Type and id of the record in the audit log. */
  readonly target: readonly [type: string, id: string]
  constructor(target: StaleEditError['target'], current: unknown) {
    super({ code: 'edit_conflict', extra: { current } })
    this.target = target
  }
}

/** Refuses an edit of an older version of a record: `edit_conflict` with the `current` one. */
export function refuseStale(target: StaleEditError['target'], current: unknown): never {
  throw new StaleEditError(target, current)
}

/** Refuses with a code of `contract/refusals.ts`. */
export function refuse(code: Exclude<RefusalCode, 'edit_conflict'>, more: Omit<Refusal, 'code'> = {}): never {
  throw new RefusalError({ code, ...more })
}

/** Refuses because of one field of a form. */
export function refuseField(field: string, message: string): never {
  throw new RefusalError({ code: 'invalid_input', detail: message, errors: [{ field, message }] })
}

/** Throws the refusal that a rule of `domain/` returned; its other members are the facts of the sentence. */
export function refuseIf(check: ({ code: RefusalCode } & Record<string, string | number>) | null): void {
  if (!check) return
  const { code, ...facts } = check
  throw new RefusalError({ code, facts })
}

/** Returns `value`; refuses `not_found` where there is none (or none that the caller may see). */
export function found<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) refuse('not_found')
  return value
}
