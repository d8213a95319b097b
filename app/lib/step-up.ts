import { create } from 'zustand'
import { problemOf } from '#contract/errors.ts'
import { currentToken } from './token.ts'

/** Said where a form shows refusals when the question for the password was canceled. */
export const STEP_UP_CANCELED = 'Nothing was saved. This change needs your password.'

interface StepUp {
  /** Answers the open question: whether the password was confirmed. Null: nothing is asked. */
  settle: ((isConfirmed: boolean) => void) | null
}

/** The question for the password, which the frame of every page shows (`StepUpGate`). */
export const useStepUp = create<StepUp>(() => ({ settle: null }))

let asking: Promise<boolean> | null = null

/** Asks for the password of the session; calls that need it at the same time share one question. @returns false when it was canceled */
function askForPassword(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => useStepUp.setState({ settle: resolve })).finally(() => {
    asking = null
    useStepUp.setState({ settle: null })
  })
  return asking
}

async function needsPassword(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false
  return problemOf(answer.status, answer.statusText, await answer.clone().text()).code === 'step_up_required'
}

/**
 * Sends a request, and the same request again when the answer needs the password first and it is confirmed. When that is
 * canceled, or another user has signed in meanwhile, the refusal is the answer.
 */
export async function sendWithStepUp(send: () => Promise<Response>): Promise<Response> {
  const token = currentToken()
  const answer = await send()
  if (!(await needsPassword(answer))) return answer
  return (await askForPassword()) && currentToken() === token ? sendWithStepUp(send) : answer
}
