import { STEP_UP_CANCELED } from '#app/lib/step-up.ts'

/** Marks the sentence above a form, for the focus when no field is at fault. */
export const PROBLEM = 'data-problem'

/** Reason for which a form was refused, above its fields. Canceling the question for the password is no mistake: that line is neutral. */
export function FormProblem({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p role="alert" tabIndex={-1} {...{ [PROBLEM]: '' }} className={text === STEP_UP_CANCELED ? 'notice' : 'notice bad'}>
      {text}
    </p>
  )
}
